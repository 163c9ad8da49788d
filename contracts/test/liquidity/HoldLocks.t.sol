// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {FlashEquity, HoldCycler, Lender} from "../hostile/DeskAttackers.sol";
import {Vm} from "../kit/TestBase.sol";
import {AttackBase} from "./PoolAttacks.t.sol";

/// @dev What came of a hold stays as long as the hold (rulebook sections 6 and 8): nobody has the fifth before its time by
/// re-adding it, with money of their own or borrowed.
contract HoldLocks is AttackBase {
    function setUp() public {
        _buildMarket(true);
        _fundAndAdd(BEN, 5_000e18);
    }

    function _readdHeld(address member, uint256 fromHeld, uint256 fromOwn) private returns (uint256 lp) {
        _giveOpen(member, 1_000_000e18);
        vm.prank(member);
        (, , lp) = _desk.readd(fromHeld, fromOwn, 1_000_000e18, 0, 0, LATER);
    }

    function _removeCall(uint256 lp) private pure returns (bytes memory) {
        return abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER));
    }

    /// @dev n - 1, n, n + 1 shares, and the same in seconds.
    function test_refuses_removingWhatCameOfAHoldBeforeItsTime() public {
        _remove(ANNA, _fundAndAdd(ANNA, 1_000e18));
        uint256 freeAt = block.timestamp + 30 days;
        vm.warp(block.timestamp + 10 days);
        uint256 lp = _readdHeld(ANNA, _desk.heldOf(ANNA), 0);
        _eq(_desk.lockedOf(ANNA), lp, "all of it came of the hold");
        uint256 own = _fundAndAdd(ANNA, 100e18);
        bytes memory wanted = abi.encodeWithSelector(HoldBook.LpLocked.selector, own + 1, own, freeAt);
        _refuses(ANNA, address(_desk), _removeCall(own + 1), wanted, "n + 1");
        _refuses(ANNA, address(_desk), abi.encodeCall(LiquidityDesk.removeInKind, (own + 1)), wanted, "in kind, too");
        _remove(ANNA, own - 1e6);
        _remove(ANNA, 1e6);
        vm.warp(freeAt - 1);
        wanted = abi.encodeWithSelector(HoldBook.LpLocked.selector, 1, 0, freeAt);
        _refuses(ANNA, address(_desk), _removeCall(1), wanted, "a second early");
        vm.warp(freeAt);
        _eq(_desk.lockedOf(ANNA), 0, "free");
        _remove(ANNA, lp);
    }

    /// @dev Three holds of different ages, re-added in two parts with own money beside: each part is locked until its own
    /// hold's time, by its share of what went in.
    function testFuzz_property_eachPartIsLockedAsLongAsItsHold(uint256 first, uint256 second, uint256 ownPart) public {
        uint256 start = block.timestamp;
        for (uint256 i = 0; i < 3; i++) {
            _remove(ANNA, _fundAndAdd(ANNA, 300e18 * (i + 1)));
            vm.warp(block.timestamp + 9 days);
        }
        HoldBook.Hold[] memory holds = _desk.holdsOf(ANNA);
        ownPart = _bound(ownPart, 0, _ousd.balanceOf(ANNA) / 2);
        Part[2] memory parts;
        parts[0] = _part(0, _bound(first, 1e18, _desk.heldOf(ANNA) - 1e18), ownPart);
        parts[1] = _part(parts[0].to, _bound(second, 1e18, _desk.heldOf(ANNA)), ownPart);
        uint256 before = 0;
        for (uint256 i = 0; i < 3; i++) {
            uint256 end = before + holds[i].amount;
            uint256 wanted = _share(before, end, parts[0]) + _share(before, end, parts[1]);
            before = end;
            vm.warp(start + i * 9 days + 30 days - 1);
            uint256 freed = _desk.lockedOf(ANNA);
            vm.warp(block.timestamp + 1);
            freed -= _desk.lockedOf(ANNA);
            _holds(freed + 3 >= wanted && freed <= wanted + 3, "its share, rounding aside");
        }
        _eq(_desk.lockedOf(ANNA), 0, "nothing is locked for longer");
        _remove(ANNA, _desk.lpOf(ANNA));
    }

    /// @dev A re-adding: of all that was ever held, it took what lies from `from` to `to`; with `own` beside it brought `lp`.
    struct Part {
        uint256 from;
        uint256 to;
        uint256 own;
        uint256 lp;
    }

    function _part(uint256 from, uint256 amount, uint256 own) private returns (Part memory) {
        return Part(from, from + amount, own, _readdHeld(ANNA, amount, own));
    }

    /// @dev The shares of a re-adding that came of the hold from `a` to `b`.
    function _share(uint256 a, uint256 b, Part memory part) private pure returns (uint256) {
        uint256 from = a > part.from ? a : part.from;
        uint256 to = b < part.to ? b : part.to;
        return to > from ? (part.lp * (to - from)) / (part.to - part.from + part.own) : 0;
    }

    /// @dev The issue's attack: without a loan, 20 % became 0.003 USDT in a few rounds. Now held and locked stay a fifth.
    function testFuzz_refuses_emptyingTheHoldByTurns(uint256 usdtIn, uint256 rounds) public {
        HoldCycler thief = new HoldCycler(_target());
        _arm(thief);
        usdtIn = _bound(usdtIn, 10e18, 200_000e18);
        thief.attack(usdtIn, _bound(rounds, 1, 12));
        (uint256 reserveUsdt, ) = _reserves();
        uint256 locked = (reserveUsdt * _desk.lockedOf(address(thief))) / _pair.totalSupply();
        uint256 waits = _desk.heldOf(address(thief)) + locked;
        _holds(waits + 1e9 >= usdtIn / 5, "the fifth still waits");
        _endsWithNoGain(thief);
    }

    /// @dev What members have in the pool, as the settlement counts it: from the logs alone, at the value of each paying in.
    function _lowestSum(address member) private returns (uint256 lowest) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 lp = 0;
        uint256 sum = 0;
        lowest = type(uint256).max;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(_desk) || logs[i].topics[1] != bytes32(uint256(uint160(member)))) continue;
            if (
                logs[i].topics[0] == LiquidityDesk.Added.selector || logs[i].topics[0] == LiquidityDesk.Readded.selector
            ) {
                (uint256 usdt, uint256 open, uint256 got, uint256 priceE18) = abi.decode(
                    logs[i].data,
                    (uint256, uint256, uint256, uint256)
                );
                sum += usdt + (open * priceE18) / 1e18;
                lp += got;
            } else if (logs[i].topics[0] == LiquidityDesk.Removed.selector) {
                uint256 gone = abi.decode(logs[i].data, (uint256));
                sum -= (sum * gone) / lp;
                lp -= gone;
            }
            if (sum < lowest) lowest = sum;
        }
    }

    /// @dev 100,000 USDT and 2,000,000 OPEN borrowed for one transaction. Re-adding what is held cannot be paid back at all;
    /// without that the fifth is the thief's own money, and what stays in the pool is nothing: so is the EQUITY.
    function testFuzz_refuses_equityByBorrowedMoney(uint256 usdtIn, uint256 rounds) public {
        usdtIn = _bound(usdtIn, 1_000e18, 100_000e18);
        rounds = _bound(rounds, 0, 8);
        Lender lender = new Lender();
        _fund(address(lender), usdtIn, usdtIn * 20);
        FlashEquity thief = new FlashEquity(_target());
        bytes memory data = abi.encodeCall(FlashEquity.attack, (lender, usdtIn, usdtIn * 20, rounds, true));
        _reverts(EVE, address(thief), data, "the fifth of the loan is held");
        // With a fifth of its own for each round it can pay back.
        _fund(address(thief), usdtIn, usdtIn);
        _start = thief.worth();
        vm.recordLogs();
        thief.attack(lender, usdtIn, usdtIn * 20, rounds, false);
        _eq(_lowestSum(address(thief)), 0, "nothing stayed, nothing is earned");
        _eq(_desk.lpOf(address(thief)), 0, "nothing is in the pool");
        _holds(thief.worth() <= _start, "C05: no gain");
    }

    /// @dev 200 holds that were used, by re-adding or by release, in order or the other way round: re-adding costs as ever.
    function test_property_readdingCostsTheSameAfterManyUsedHolds() public {
        uint256 first = _gasOfReadding(ANNA);
        for (uint256 way = 0; way < 3; way++) {
            address member = address(uint160(0xAB00 + way));
            _activate(member);
            uint256 lp = _fundAndAdd(member, 2_100e18);
            for (uint256 i = 0; i < 200; i++) _remove(member, lp / 210);
            if (way == 0) {
                _readdHeld(member, _desk.heldOf(member), 0);
            } else {
                vm.warp(block.timestamp + 30 days);
                for (uint256 i = 0; i < 200; i++) _desk.release(member, _ids(way == 1 ? i + 1 : 200 - i));
            }
            _holds(_gasOfReadding(member) < first + 15_000, "no hold is walked over twice");
        }
    }

    function _gasOfReadding(address member) private returns (uint256 gas) {
        uint256 lp = _fundAndAdd(member, 100e18);
        _remove(member, lp / 2);
        _giveOpen(member, 100_000e18);
        uint256 held = _desk.holdsOf(member)[0].amount;
        vm.prank(member);
        gas = gasleft();
        _desk.readd(held / 2, 0, 100_000e18, 0, 0, LATER);
        gas -= gasleft();
    }
}
