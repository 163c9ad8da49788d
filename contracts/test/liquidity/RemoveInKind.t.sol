// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {FrozenToken} from "../hostile/HostileTokens.sol";
import {FlashAttacker} from "../hostile/PoolAttackers.sol";
import {Vm} from "../kit/TestBase.sol";
import {AttackBase} from "./PoolAttacks.t.sol";

/// @dev The way out when the dollar itself stands still: the shares, and never a way around the hold.
contract RemoveInKind is AttackBase {
    FrozenToken private _frozen;

    function setUp() public {
        _frozen = new FrozenToken();
        _buildMarketOf(_frozen, IERC20(address(new OpenToken(address(this)))));
        _fundAndAdd(ANNA, 1_000e18);
    }

    function _call(uint256 lp) private pure returns (bytes memory) {
        return abi.encodeCall(LiquidityDesk.removeInKind, (lp));
    }

    function test_refuses_whileRemovingWorks() public {
        uint256 lp = _desk.lpOf(ANNA);
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.Removable.selector);
        _refuses(ANNA, address(_desk), _call(lp), wanted, "the ordinary way is open");
        vm.prank(STOPPER);
        _ousd.pause();
        _refuses(ANNA, address(_desk), _call(lp), wanted, "paid in USDT: open, too");
        _refuses(ANNA, address(_desk), _call(0), abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector), "nothing");
        wanted = abi.encodeWithSelector(LiquidityDesk.LpInsufficient.selector, lp + 1, lp);
        _refuses(ANNA, address(_desk), _call(lp + 1), wanted, "n + 1");
        wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleLp.selector, 999, 1_000);
        _refuses(ANNA, address(_desk), _call(999), wanted, "dust, of which the pair pays nothing out");
        wanted = abi.encodeWithSelector(LiquidityDesk.OnlyItself.selector, EVE);
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.tryPayOut, (EVE, lp)), wanted, "its own call");
    }

    /// @dev Whatever gas is given: removing works, so the shares are not given out.
    function testFuzz_refuses_tooLittleGasAsAnExcuse(uint256 gas_) public {
        uint256 lp = _desk.lpOf(ANNA);
        vm.prank(ANNA);
        (bool through, ) = address(_desk).call{gas: _bound(gas_, 30_000, 900_000)}(_call(lp));
        _holds(!through, "refused with any gas");
        _eq(_desk.lpOf(ANNA), lp, "nothing happened");
    }

    /// @dev While the pair lends, removing fails without anything being frozen.
    function testFuzz_refuses_inTheMiddleOfAFlashLoan(bool usdtSide, uint256 amount) public {
        FlashAttacker thief = new FlashAttacker(_target());
        _arm(thief);
        thief.prepare(10_000e18);
        uint256 lp = _desk.lpOf(address(thief));
        thief.attack(usdtSide, _bound(amount, 1e6, 90_000e18), _call(lp));
        _holds(!thief.succeeded(), "the pair is locked while it lends");
        _eq(_desk.lpOf(address(thief)), lp, "nothing happened inside");
    }

    function test_behavior_sharesComeOutWhileTheDollarIsFrozen() public {
        uint256 lp = _desk.lpOf(ANNA);
        _frozen.freeze(true);
        _reverts(ANNA, address(_desk), abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER)), "frozen");
        vm.prank(STOPPER);
        _desk.pause();
        vm.recordLogs();
        vm.prank(ANNA);
        _desk.removeInKind(lp);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        _holds(last.topics[0] == LiquidityDesk.RemovedInKind.selector, "the event");
        _eq(abi.decode(last.data, (uint256)), lp, "how much");
        _eq(_pair.balanceOf(ANNA), lp, "in her wallet");
        _eq(_desk.lpOf(ANNA) + _desk.totalLp(), 0, "and no more in the desk");
        _eq(_desk.heldOf(ANNA), 0, "nothing of it is held");
        _frozen.freeze(false);
        vm.prank(ANNA);
        _pair.transfer(address(_pair), lp);
        _pair.burn(ANNA);
        _holds(_usdt.balanceOf(ANNA) > 999e18, "good for its part once the dollar moves again");
    }
}
