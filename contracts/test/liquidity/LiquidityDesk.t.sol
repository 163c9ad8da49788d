// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {Vm} from "../kit/TestBase.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev What the desk does in single, named situations: events, exits while things are shut, numbers and rounding of holds.
contract LiquidityDeskTest is MarketBase {
    function setUp() public {
        _buildMarket(false);
    }

    function _pauseAll() private {
        vm.prank(STOPPER);
        _desk.pause();
        vm.prank(STOPPER);
        _swapDesk.pause();
        vm.prank(STOPPER);
        _membership.pause();
    }

    /// @dev The desk's only log among the recorded ones with this topic.
    function _logged(bytes32 topic) private returns (Vm.Log memory found) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 count = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(_desk) || logs[i].topics[0] != topic) continue;
            found = logs[i];
            count++;
        }
        _eq(count, 1, "exactly one such event");
    }

    function _says(bytes32 topic, bytes memory data, string memory what) private {
        Vm.Log memory log = _logged(topic);
        _eq(uint256(log.topics[1]), uint160(ANNA), what);
        _holds(keccak256(log.data) == keccak256(data), what);
    }

    function test_behavior_eventsSayWhatHappened() public {
        vm.recordLogs();
        uint256 lp = _fundAndAdd(ANNA, 100e18);
        _says(LiquidityDesk.Added.selector, abi.encode(100e18, 2_000e18, lp, _oracle.price()), "added");
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        uint256 releaseAt = block.timestamp + 30 days;
        bytes memory data = abi.encode(lp, open, paid, held, 1, releaseAt);
        _says(LiquidityDesk.Removed.selector, data, "removed");
        uint256 fromHeld = held / 2;
        vm.prank(ANNA);
        (uint256 used, uint256 taken, uint256 lpAgain) = _desk.readd(fromHeld, 10e18, 2_000e18, 0, 0, LATER);
        data = abi.encode(used, taken, lpAgain, _oracle.price(), fromHeld);
        _says(LiquidityDesk.Readded.selector, data, "readded");
        _eq(used, fromHeld + 10e18, "all of it");
        vm.warp(releaseAt);
        _desk.release(ANNA, _ids(1));
        Vm.Log memory log = _logged(LiquidityDesk.Released.selector);
        _eq(uint256(log.topics[1]), uint160(ANNA), "released to");
        _eq(uint256(log.topics[2]), 1, "hold");
        _eq(abi.decode(log.data, (uint256)), held - fromHeld, "what was left of it");
    }

    /// @dev C10: every way out, with every switch off.
    function test_behavior_C10_exitsWhileEverythingIsPaused() public {
        uint256 lp = _fundAndAdd(ANNA, 100e18);
        _remove(ANNA, lp / 2);
        _pauseAll();
        (, uint256 paid, uint256 held) = _remove(ANNA, lp - lp / 2);
        _holds(paid > 0 && held > 0, "out, as OUSD");
        vm.warp(block.timestamp + 30 days);
        _desk.release(ANNA, _ids(1, 2));
        uint256 all = _ousd.balanceOf(ANNA);
        vm.prank(ANNA);
        _ousd.redeem(all);
        _eq(_usdt.balanceOf(ANNA), all, "and on to USDT");
        _eq(_desk.totalLp() + _desk.totalHeld(), 0, "everybody is out");
    }

    function _exitsInUsdt(string memory what) private {
        uint256 lp = _desk.lpOf(ANNA);
        uint256 openBefore = _open.balanceOf(ANNA);
        vm.recordLogs();
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        _eq(paid + held + _desk.heldOf(ANNA), 0, what);
        _eq(_usdt.balanceOf(ANNA), 100e18 - 1, what);
        _eq(_open.balanceOf(ANNA) - openBefore, open, what);
        _eq(_usdt.allowance(address(_desk), address(_ousd)), 0, "no allowance left");
        uint256 seen = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] == LiquidityDesk.PaidInUsdt.selector) {
                _eq(abi.decode(logs[i].data, (uint256)), 100e18 - 1, what);
                seen++;
            } else if (logs[i].topics[0] == LiquidityDesk.Removed.selector) {
                bytes memory wanted = abi.encode(lp, open, 0, 0, 0, 0);
                _holds(keccak256(logs[i].data) == keccak256(wanted), "nothing held, no number, no time");
                seen++;
            }
        }
        _eq(seen, 2, "both events");
    }

    function test_behavior_C10_exitWhileOusdIsPaused() public {
        _fundAndAdd(ANNA, 100e18);
        vm.prank(STOPPER);
        _ousd.pause();
        _pauseAll();
        _exitsInUsdt("minting is paused");
    }

    function test_behavior_C10_exitWhenTheDeskMayMintNoMore() public {
        _fundAndAdd(ANNA, 100e18);
        bytes32 minter = _ousd.MINTER_ROLE();
        vm.prank(ADMIN);
        _ousd.revokeRole(minter, address(_desk));
        _exitsInUsdt("no minter");
    }

    /// @dev No average is asked on the way out: it works with any price, and with an oracle that has none.
    function test_behavior_C10_exitAtAnyPrice() public {
        uint256 lp = _fundAndAdd(ANNA, 100e18);
        _push(EVE, true, 1e24);
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        _holds(paid + held > 900e18 && open < 200e18, "at the pushed price");
    }

    /// @dev The exact fifth at the smallest amounts: 4 units hold nothing, 5 hold one. Without anything held there is no hold.
    function test_behavior_roundsTheFifthDown() public {
        uint256 lp = _fundAndAdd(ANNA, 100e18);
        uint256 supply = _pair.totalSupply();
        uint256 number = 0;
        for (uint256 units = 1; units <= 11; units++) {
            // The least shares that bring `units` of USDT: the pool holds more shares than USDT, so there is one.
            (uint256 reserveUsdt, ) = _reserves();
            uint256 share = (units * supply + reserveUsdt - 1) / reserveUsdt;
            (, uint256 paid, uint256 held) = _remove(ANNA, share);
            supply = _pair.totalSupply();
            lp -= share;
            _eq(paid + held, units, "units");
            _eq(held, units / 5, "a fifth, rounded down");
            if (held > 0) number++;
            _eq(_desk.holdsOf(ANNA).length, number, "no hold of nothing");
        }
        _eq(_desk.lpOf(ANNA), lp, "shares");
        _eq(_desk.holdsOf(ANNA)[number - 1].id, number, "numbers run on, from 1");
        _eq(_desk.heldOf(ANNA), 1 * 5 + 2 * 2, "5 to 9 hold one, 10 and 11 two");
    }

    function test_behavior_holdsAreListedOldestFirst() public {
        uint256 lp = _fundAndAdd(ANNA, 1_000e18);
        uint256 start = block.timestamp;
        for (uint256 i = 0; i < 3; i++) {
            _remove(ANNA, lp / 4);
            vm.warp(block.timestamp + 10 days);
        }
        HoldBook.Hold[] memory holds = _desk.holdsOf(ANNA);
        _eq(holds.length, 3, "three");
        for (uint256 i = 0; i < 3; i++) {
            _eq(holds[i].id, i + 1, "number");
            _eq(holds[i].releaseAt, start + i * 10 days + 30 days, "its own 30 days");
        }
        _desk.release(ANNA, _ids(1));
        holds = _desk.holdsOf(ANNA);
        _eq(holds.length, 2, "what is paid is gone");
        _eq(holds[0].id, 2, "the numbers stay");
        // Past the released first: re-adding takes the second whole and part of the third.
        uint256 amount = holds[0].amount + holds[1].amount / 2;
        _giveOpen(ANNA, 100_000e18);
        _oracle.update();
        vm.prank(ANNA);
        _desk.readd(amount, 0, 100_000e18, 0, 0, LATER);
        uint256 third = holds[1].amount;
        holds = _desk.holdsOf(ANNA);
        _eq(holds.length, 1, "one left");
        _eq(holds[0].id, 3, "the newest");
        _eq(holds[0].amount, third - third / 2, "the rest of it");
        _eq(_desk.totalHeld(), holds[0].amount, "in all");
        vm.warp(holds[0].releaseAt);
        _desk.release(ANNA, _ids(3));
        _eq(_desk.holdsOf(ANNA).length, 0, "none");
        // A new hold after all are gone gets the next number.
        _remove(ANNA, lp / 8);
        _eq(_desk.holdsOf(ANNA)[0].id, 4, "numbers are never used again");
    }

    function test_behavior_defaultsAreTheRulebooks() public view {
        _eq(_desk.minimumAdd(), 10e18, "10 USDT");
        _eq(_desk.maxDeviationBps(), 2_000, "20 %");
        _eq(_desk.HOLD_BPS(), 2_000, "20 %");
        _eq(_desk.HOLD_TIME(), 30 days, "30 days");
    }
}
