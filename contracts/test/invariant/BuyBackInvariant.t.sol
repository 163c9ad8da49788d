// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BuyBack} from "../../src/reserve/BuyBack.sol";
import {TestBase} from "../kit/TestBase.sol";
import {BuyBackMoves} from "./BuyBackMoves.sol";

/// @dev Made here, where the runner looks for what it may call.
contract BuyBackHandler is BuyBackMoves {
    constructor(bool usdtIsFirst) BuyBackMoves(usdtIsFirst) {}
}

abstract contract BuyBackInvariant is TestBase {
    BuyBackHandler internal _handler;

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        for (uint8 demands = 0; demands < 4; demands++) _handler.buy(0, demands, 500e18, 0, demands);
        _reached("buy", 3, 1);
        for (uint8 how = 1; how < 9; how++) _handler.buy(1, 5, 500e18, how, 0);
        _handler.buy(1, 5, 17, 0, 0);
        _handler.buy(2, 0, 500e18, 0, 0);
        _handler.buy(2, 6, 1_400e18, 0, 0);
        _reached("buy", 3, 12);
        _handler.payOthers(6, 900e18);
        _handler.payOthers(6, 900e18);
        _handler.payOthers(7, 900e18);
        // The day's limit.
        _handler.buy(3, 8, 900e18, 0, 0);
        _reached("payOthers", 2, 1);
        _reached("buy", 3, 13);
        _handler.setLimits(8_000e18, 1_600e18);
        _handler.wait_(40 minutes - 1, true);
        _handler.buy(3, 8, 900e18, 0, 0);
        _reached("buy", 4, 13);
        _handler.wait_(40 minutes - 1, true);
        for (uint256 i = 0; i < 2; i++) {
            _handler.throwSwitch(i == 1);
            _handler.buy(0, 9, 500e18, 0, 0);
            _handler.throwSwitch(i == 1);
            _handler.turnRole(i == 1);
            _handler.buy(0, 9, 500e18, 0, 0);
            _handler.turnRole(i == 1);
        }
        _reached("buy", 4, 17);
        _handler.turn();
        _handler.buy(0, 9, 500e18, 0, 0);
        _handler.turn();
        _handler.drain(0);
        _handler.buy(0, 9, 500e18, 0, 0);
        _handler.drain(0);
        _reached("drain", 1, 1);
        _reached("buy", 4, 19);
        _handler.give(false, false, 7e18);
        _handler.give(false, true, 7e18);
        _handler.give(true, true, 7e18);
        _handler.give(true, false, 7e18);
        _handler.buy(0, 9, 400e18, 0, 1);
        _reached("buy", 5, 19);
        // Dearer than the average allows, whatever the order demands: nothing, or less than the average does.
        for (uint256 i = 0; i < 3; i++) _handler.trade(true, 1_999e18);
        _handler.buy(0, 10, 400e18, 0, 0);
        _handler.buy(0, 11, 400e18, 0, 2);
        _reached("buy", 5, 21);
        _handler.wait_(40 minutes - 1, true);
        _handler.buy(0, 10, 400e18, 0, 0);
        _handler.buy(0, 11, 400e18, 0, 2);
        _reached("buy", 7, 21);
        for (uint8 kind = 0; kind < 5; kind++) _handler.steal(kind, 1e18, kind);
        invariant_whatWasSpentIsBurned();
        invariant_nothingStaysBehind();
        invariant_anOrderIsDoneOnce();
        invariant_C09_noTheft();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_whatWasSpentIsBurned() public view {
        (uint256 ofTreasury, , , uint256 supply) = _handler.holdings();
        _eq(ofTreasury, _handler.booked(), "the treasury has paid what was ordered, and nothing else");
        _eq(supply, 1_000_000_000e18 - _handler.burned(), "what was bought is burned");
    }

    /// @dev Gifts stay, and count for nothing.
    function invariant_nothingStaysBehind() public view {
        (, uint256 usdtHere, uint256 openHere, ) = _handler.holdings();
        _eq(usdtHere, _handler.giftUsdt(), "USDT");
        _eq(openHere, _handler.giftOpen(), "OPEN");
    }

    function invariant_anOrderIsDoneOnce() public view {
        BuyBack buyBack = _handler.buyer();
        for (uint256 id = 0; id < _handler.IDS(); id++)
            _holds(buyBack.isDone(bytes32(id)) == _handler.paid(bytes32(id)), "C11: an id pays once");
    }

    function invariant_C09_noTheft() public view {
        _eq(_handler.thefts(), 0, "nobody without a role moved money or power");
    }
}

contract BuyBackWithUsdtFirst is BuyBackInvariant {
    function setUp() public {
        _handler = new BuyBackHandler(true);
    }
}

contract BuyBackWithOpenFirst is BuyBackInvariant {
    function setUp() public {
        _handler = new BuyBackHandler(false);
    }
}
