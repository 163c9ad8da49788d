// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {Attacker, Target} from "../hostile/Attacker.sol";
import {
    FirstDepositor,
    FlashAttacker,
    GiftAttacker,
    LoopTrader,
    Sandwicher,
    SpotAttacker
} from "../hostile/PoolAttackers.sol";
import {Vm} from "../kit/TestBase.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev An attacker with 300,000 USDT and 6,000,000 OPEN, three times the pool, against a pool in which ANNA and the maker
/// have their shares. None ends with more than it began with, and nobody else with less (C03, C05, C12).
abstract contract AttackBase is MarketBase {
    uint256 internal _start;
    uint256 private _rootBefore;

    function _target() internal view returns (Target memory) {
        return Target(_usdt, _open, _ousd, _pair, _router, _membership, _desk, _swapDesk);
    }

    function _arm(Attacker attacker) internal {
        _fund(address(attacker), 300_000e18, 6_000_000e18);
        _start = attacker.worth();
        _rootBefore = _perShare();
    }

    /// @dev √k per share squared, 36 places: what one share is made of, whatever the price. Only fees and gifts change it.
    function _perShare() internal view returns (uint256) {
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 supply = _pair.totalSupply();
        return ((reserveUsdt * 1e18) / supply) * ((reserveOpen * 1e18) / supply);
    }

    function _endsWithNoGain(Attacker attacker) internal view {
        _holds(attacker.worth() <= _start, "C05: no gain");
        // The factors above are rounded down each: as much is allowed for.
        _holds(_perShare() + 1e20 >= _rootBefore, "C03: a share is made of no less than before");
        _eq(
            _usdt.balanceOf(address(_swapDesk)) + _open.balanceOf(address(_swapDesk)),
            0,
            "the swap desk keeps nothing"
        );
        _holds(_pair.balanceOf(address(_desk)) >= _desk.totalLp(), "every booked share is there");
        _holds(_ousd.balanceOf(address(_desk)) >= _desk.totalHeld(), "every held dollar is there");
    }
}

contract PoolAttacks is AttackBase {
    function setUp() public {
        _buildMarket(true);
        _fundAndAdd(ANNA, 5_000e18);
    }

    function testFuzz_refuses_giftTricks(uint256 usdtIn, uint256 giftUsdt, uint256 giftOpen, uint8 how) public {
        GiftAttacker thief = new GiftAttacker(_target());
        _arm(thief);
        uint256 lp = _desk.lpOf(ANNA);
        usdtIn = _bound(usdtIn, 10e18, 100_000e18);
        thief.attack(usdtIn, _bound(giftUsdt, 0, 100_000e18), _bound(giftOpen, 0, 2_000_000e18), how);
        _endsWithNoGain(thief);
        _eq(_desk.lpOf(ANNA), lp, "C12");
    }

    /// @dev Whoever pushes the price within a block is refused beyond the fifth, and pays for it in any case. What EQUITY is
    /// counted by, the average, does not move at all.
    function testFuzz_refuses_spotTricks(bool buysFirst, uint256 amountIn, uint256 usdtIn) public {
        SpotAttacker thief = new SpotAttacker(_target());
        _arm(thief);
        amountIn = _bound(amountIn, 1e18, buysFirst ? 150_000e18 : 3_000_000e18);
        usdtIn = _bound(usdtIn, 10e18, 100_000e18);
        uint256 average = _oracle.price();
        vm.recordLogs();
        thief.attack(buysFirst, amountIn, usdtIn);
        _eq(_oracle.price(), average, "one block moves no average");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] != LiquidityDesk.Added.selector) continue;
            (uint256 usdt, uint256 open, , uint256 priceE18) = abi.decode(
                logs[i].data,
                (uint256, uint256, uint256, uint256)
            );
            _eq(priceE18, average, "valued at the average");
            _holds(usdt * 1e18 <= (open * average * 12_001) / 10_000, "no further than the fifth above");
            _holds(usdt * 1e18 >= (open * average * 7_999) / 10_000, "no further than the fifth below");
        }
        // 10 % of the pool moves the price by 21 %: certainly too far. Half of that does not.
        uint256 whole = buysFirst ? 105_000e18 : 2_100_000e18;
        if (amountIn > (whole * 13) / 100) _holds(!thief.added(), "refused");
        if (amountIn < (whole * 9) / 100) _holds(thief.added(), "within what is allowed");
        _endsWithNoGain(thief);
    }

    /// @dev Taking out at any price, without a minimum, between two trades of somebody else: the thief pays, and what comes
    /// out is worth, at the fair price, at least what it would have been.
    function testFuzz_refuses_sandwichAroundRemoving(bool buys, uint256 amountIn, uint256 part) public {
        Sandwicher thief = new Sandwicher(_target());
        _arm(thief);
        uint256 lp = _bound(part, _desk.lpOf(ANNA) / 1_000, _desk.lpOf(ANNA));
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 supply = _pair.totalSupply();
        uint256 fair = 20 * ((reserveUsdt * lp) / supply) + (reserveOpen * lp) / supply;
        thief.before(buys, _bound(amountIn, 1e18, buys ? 300_000e18 : 6_000_000e18));
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        thief.afterwards();
        _holds(20 * (paid + held) + open + 40 >= fair, "she lost nothing");
        _endsWithNoGain(thief);
    }

    /// @dev Adding without a minimum between two trades: only she who chose no minimum can lose, and less than a hundredth,
    /// because of the fifth. With the usual half percent the pushed adding is refused.
    function testFuzz_refuses_sandwichAroundAdding(bool buys, uint256 amountIn, uint256 usdtIn) public {
        Sandwicher thief = new Sandwicher(_target());
        _arm(thief);
        uint256 before = _perShare();
        usdtIn = _bound(usdtIn, 1_000e18, 10_000_000e18);
        _fund(BEN, usdtIn * 2, usdtIn * 60);
        uint256 has = 20 * _usdt.balanceOf(BEN) + _open.balanceOf(BEN);
        thief.before(buys, _bound(amountIn, buys ? 2_000e18 : 40_000e18, buys ? 9_500e18 : 190_000e18));
        bytes memory careful = abi.encodeCall(
            LiquidityDesk.add,
            (usdtIn, usdtIn * 20, (usdtIn * 995) / 1_000, (usdtIn * 19_900) / 1_000, LATER)
        );
        _reverts(BEN, address(_desk), careful, "half a percent protects");
        _add(BEN, usdtIn, usdtIn * 60);
        thief.afterwards();
        _remove(BEN, _desk.lpOf(BEN));
        uint256 left = 20 * (_usdt.balanceOf(BEN) + _ousd.balanceOf(BEN) + _desk.heldOf(BEN)) + _open.balanceOf(BEN);
        _holds(left >= (has * 99) / 100, "less than a hundredth, without any minimum");
        _holds(_perShare() + 1e20 >= before, "C12: the others lose nothing");
    }

    function testFuzz_refuses_flashLoans(bool usdtSide, uint256 amount, uint8 which) public {
        FlashAttacker thief = new FlashAttacker(_target());
        _arm(thief);
        thief.prepare(10_000e18);
        uint256 lp = _desk.lpOf(address(thief));
        bytes[3] memory inside = [
            abi.encodeCall(LiquidityDesk.add, (1_000e18, 1e24, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.readd, (0, 0, 1e24, 0, 0, LATER))
        ];
        thief.attack(usdtSide, _bound(amount, 1e6, usdtSide ? 99_000e18 : 1_900_000e18), inside[which % 3]);
        _holds(!thief.succeeded(), "the pair is locked while it lends");
        _eq(_desk.lpOf(address(thief)), lp, "nothing happened inside");
        _endsWithNoGain(thief);
    }

    function testFuzz_refuses_roundTrips(uint256 amount, uint256 rounds, uint256 ways) public {
        LoopTrader thief = new LoopTrader(_target());
        _arm(thief);
        rounds = _bound(rounds, 1, 4);
        thief.attack(_bound(amount, 1e3, 40_000e18), rounds, ways);
        _endsWithNoGain(thief);
    }
}

/// @dev A pool that nobody has put anything in yet.
contract FirstDepositorAttack is AttackBase {
    function setUp() public {
        _buildMarket(true);
    }

    function _fillPool() internal override {}

    /// @dev The classic: the least possible first deposit, a gift of up to 10^24, then a member's first adding. She gets her
    /// money's worth but for a thousandth, or is refused; the gift stays with those 1,000 shares that nobody owns.
    function testFuzz_refuses_inflatedShares(uint256 units, uint256 gift, uint256 usdtIn) public {
        FirstDepositor thief = new FirstDepositor(_target());
        _fund(address(thief), 3e24, 6e25);
        _start = thief.worth();
        units = _bound(units, 300, 1e6);
        thief.open_(units);
        _oracle.update();
        gift = _bound(gift, 0, 1e24);
        thief.inflate(gift);
        vm.warp(block.timestamp + 30 minutes);
        usdtIn = _bound(usdtIn, 10e18, 1e23);
        _fund(ANNA, usdtIn, usdtIn * 21);
        vm.prank(ANNA);
        try _desk.add(usdtIn, usdtIn * 21, 0, 0, LATER) returns (uint256 usdt, uint256 open, uint256 lp) {
            thief.close();
            (uint256 openOut, uint256 paid, uint256 held) = _remove(ANNA, lp);
            _holds((paid + held) * 1_000 >= usdt * 998, "at most a thousandth of USDT");
            _holds(openOut * 1_000 >= open * 998, "at most a thousandth of OPEN");
        } catch {
            thief.close();
            _eq(_usdt.balanceOf(ANNA), usdtIn, "refused, and nothing gone");
        }
        _holds(thief.worth() < _start, "the thief pays");
    }
}
