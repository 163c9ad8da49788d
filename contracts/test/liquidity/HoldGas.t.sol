// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev What re-adding and removing cost somebody who has done both for a long time. A hold that is used up must cost nothing any
/// more, whoever has a thousand of them.
contract HoldGas is MarketBase {
    uint256 private constant _TIMES = 300;

    function setUp() public {
        _buildMarket(true);
        _fundAndAdd(ANNA, 5_000e18);
        _fund(ANNA, 0, 10_000_000e18);
    }

    /// @dev The newest hold is used up whole, which also goes on to the next.
    function _readdAll() private returns (uint256 gas_) {
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (_desk.heldOf(ANNA), 0, 1_000_000e18, 0, 0, LATER));
        vm.prank(ANNA);
        uint256 before = gasleft();
        (bool passed, ) = address(_desk).call(data);
        gas_ = before - gasleft();
        _holds(passed, "re-added");
    }

    function _removeSome() private returns (uint256 gas_) {
        bytes memory data = abi.encodeCall(LiquidityDesk.remove, (1e18, 0, 0, LATER));
        vm.prank(ANNA);
        uint256 before = gasleft();
        (bool passed, ) = address(_desk).call(data);
        gas_ = before - gasleft();
        _holds(passed, "removed");
    }

    function test_property_usedHoldsCostNothingWhenReadding() public {
        for (uint256 i = 0; i < 3; i++) {
            _removeSome();
            _readdAll();
        }
        _removeSome();
        uint256 early = _readdAll();
        for (uint256 i = 0; i < _TIMES; i++) {
            vm.warp(block.timestamp + 10 minutes);
            _removeSome();
            _readdAll();
        }
        _removeSome();
        uint256 late = _readdAll();
        // Walking over them would cost at least 300 each.
        _holds(late <= early + 10_000, "a re-adding after hundreds of used holds");
        _eq(_desk.holdsOf(ANNA).length, 0, "all are used up");
    }

    /// @dev Holds that were released out of turn lie before the oldest that is left: each is walked over once, ever.
    function test_property_releasedHoldsAreWalkedOverOnce() public {
        uint256[] memory ids = new uint256[](_TIMES);
        for (uint256 i = 0; i < _TIMES; i++) {
            _removeSome();
            ids[i] = i + 1;
        }
        vm.warp(block.timestamp + 31 days);
        _desk.release(ANNA, ids);
        _oracle.update();
        _removeSome();
        _readdAll();
        _removeSome();
        uint256 first = _readdAll();
        _removeSome();
        _holds(_readdAll() <= first + 5_000, "no more than the one before");
        _eq(_desk.heldOf(ANNA), 0, "all are used up");
    }

    /// @dev Of shares that are locked each hold's are looked at when removing. Only oneself makes locks of one's own; 300 of
    /// them, ten a day, make a removing cost about a million gas, and a block holds dozens of such.
    function test_property_locksOfAMonthKeepTheWayOutOpen() public {
        uint256 early = _removeSome();
        for (uint256 i = 0; i < _TIMES; i++) {
            vm.warp(block.timestamp + 2 hours);
            _oracle.update();
            _removeSome();
            _readdAll();
        }
        uint256 late = _removeSome();
        // Measured within one transaction: a lock that is read for the first time costs 2,000 more.
        _holds(late <= early + _TIMES * 1_000, "at most 3,000 gas for each lock that still holds");
    }
}
