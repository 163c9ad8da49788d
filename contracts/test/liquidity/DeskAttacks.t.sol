// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {AllowanceThief, DustGrinder, GasMiser, HoldCycler, HoldThief, HookAttacker} from "../hostile/DeskAttackers.sol";
import {HookedToken} from "../hostile/HostileTokens.sol";
import {AttackBase} from "./PoolAttacks.t.sol";

/// @dev Attacks on the desk's own books: what is held, whose shares are whose, and calls within calls.
contract DeskAttacks is AttackBase {
    function setUp() public {
        _buildMarket(false);
        uint256 lp = _fundAndAdd(ANNA, 5_000e18);
        _remove(ANNA, lp / 4);
    }

    function testFuzz_refuses_holdsOfOthersAndEarlyOnes(uint256 id, uint256 wait) public {
        HoldThief thief = new HoldThief(_target());
        _arm(thief);
        thief.prepare(1_000e18);
        uint256 all = _desk.heldOf(ANNA) + _ousd.balanceOf(ANNA);
        vm.warp(block.timestamp + _bound(wait, 0, 60 days));
        bool due = block.timestamp >= START + 30 minutes + 30 days;
        id = _bound(id, 0, 3);
        uint256 taken = thief.attack(ANNA, id);
        // The one thing that works is paying her out, after the time.
        _eq(taken, due && id == 1 ? 1 : 0, "tries that went through");
        _eq(_desk.heldOf(ANNA) + _ousd.balanceOf(ANNA), all, "C12: hers is hers");
        _endsWithNoGain(thief);
    }

    function testFuzz_refuses_useOfSomebodysAllowance(uint256 a, uint256 b, bytes calldata any, uint8 scale) public {
        AllowanceThief thief = new AllowanceThief(_target());
        _arm(thief);
        _fund(ANNA, 1e24, 1e25);
        // With all numbers, and with those that could mean something.
        if (scale % 2 == 0) (a, b) = (a % 1e24, b % 1e24);
        uint256 lp = _desk.lpOf(ANNA);
        uint256 open = _open.balanceOf(ANNA);
        uint256 ousd = _ousd.balanceOf(ANNA);
        uint256 held = _desk.heldOf(ANNA);
        thief.attack(ANNA, a, b, any);
        _eq(_usdt.balanceOf(ANNA), 1e24, "C12: USDT");
        _eq(_open.balanceOf(ANNA), open, "C12: OPEN");
        _eq(_ousd.balanceOf(ANNA), ousd, "C12: OUSD");
        _eq(_desk.lpOf(ANNA), lp, "C12: shares");
        _eq(_desk.heldOf(ANNA), held, "C12: held");
        _endsWithNoGain(thief);
    }

    function testFuzz_refuses_grindingDust(uint256 usdtIn, uint256 step, uint256 rounds) public {
        DustGrinder thief = new DustGrinder(_target());
        _arm(thief);
        rounds = _bound(rounds, 1, 12);
        // From steps that bring three units of USDT to steps that bring a thousand.
        thief.attack(_bound(usdtIn, 10e18, 1_000e18), _bound(step, 14, 5_000), rounds);
        _endsWithNoGain(thief);
    }

    /// @dev Whatever gas is given: all of it happens, with the fifth held, or nothing.
    function testFuzz_refuses_exitWithTooLittleGas(uint256 gas_) public {
        GasMiser thief = new GasMiser(_target());
        _arm(thief);
        uint256 lp = thief.prepare(1_000e18);
        uint256 usdt = _usdt.balanceOf(address(thief));
        gas_ = _bound(gas_, 30_000, 600_000);
        if (thief.attack(lp, gas_)) {
            uint256 side = _ousd.balanceOf(address(thief)) + _desk.heldOf(address(thief));
            _eq(_desk.heldOf(address(thief)), side / 5, "the fifth is held");
        } else {
            _eq(_desk.lpOf(address(thief)), lp, "nothing happened");
        }
        _eq(_usdt.balanceOf(address(thief)), usdt, "no way round to USDT");
        _endsWithNoGain(thief);
    }

    /// @dev Re-adding and taking out again is allowed; it shortens nothing for free and gains nothing.
    function testFuzz_refuses_cyclingForGain(uint256 usdtIn, uint256 rounds) public {
        HoldCycler thief = new HoldCycler(_target());
        _arm(thief);
        thief.attack(_bound(usdtIn, 10e18, 200_000e18), _bound(rounds, 1, 6));
        _endsWithNoGain(thief);
    }
}

/// @dev USDT as ERC-777 would have it: receivers are called.
contract HookAttacks is AttackBase {
    HookAttacker private _thief;

    function setUp() public {
        _buildMarketOf(new HookedToken(), IERC20(address(new OpenToken(address(this)))));
        _fundAndAdd(ANNA, 5_000e18);
        _thief = new HookAttacker(_target());
        _arm(_thief);
        _thief.invite();
    }

    function testFuzz_refuses_callsWithinCalls(uint256 usdtIn, uint256 amount, uint8 which) public {
        usdtIn = _bound(usdtIn, 100e18, 100_000e18);
        amount = _bound(amount, 1_000, 50e18);
        bytes[5] memory again = [
            abi.encodeCall(LiquidityDesk.add, (amount + 10e18, 1e24, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.remove, (amount, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.readd, (amount / 10, 0, 1e24, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.release, (address(_thief), _ids(1))),
            abi.encodeCall(BackedDollar.redeem, (amount))
        ];
        bool dollar = which % 5 == 4;
        // The way out through OUSD does not call the member; the way on, redeeming, does.
        _thief.attack(usdtIn, dollar ? address(_ousd) : address(_desk), again[which % 5]);
        _holds(_thief.tried() > 0, "it was called");
        if (dollar) _eq(_thief.succeeded(), 0, "redeem inside redeem");
        _eq(_ousd.totalSupply(), _usdt.balanceOf(address(_ousd)), "every OUSD is covered");
        _endsWithNoGain(_thief);
    }

    /// @dev While OUSD pays out it can mint nothing, so taking out inside that call pays USDT: the member's own, nobody else's,
    /// and the desk called from inside the desk refuses.
    function testFuzz_refuses_callsThroughTheDollar(uint256 usdtIn) public {
        usdtIn = _bound(usdtIn, 100e18, 100_000e18);
        _thief.attackThroughDollar(usdtIn);
        _eq(_thief.tried(), 2, "once by OUSD, once by the desk");
        _eq(_thief.succeeded(), 1, "the second is inside the desk");
        _eq(_desk.lpOf(address(_thief)), 0, "out once");
        _eq(_ousd.totalSupply(), _usdt.balanceOf(address(_ousd)), "every OUSD is covered");
        _endsWithNoGain(_thief);
    }
}
