// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestBase} from "../kit/TestBase.sol";
import {MintingMoves} from "./MintingMoves.sol";

contract MintingHandler is MintingMoves {}

contract MintingInvariant is TestBase {
    MintingHandler private _handler;

    function setUp() public {
        _handler = new MintingHandler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        _handler.mintPower(0, 1_001e18, false);
        _handler.mintPower(1, 1_001e18, true);
        _handler.mintPower(3, 1_001e18, false);
        _handler.mintPower(0, 8, false);
        _handler.mintPower(0, 9, false);
        _reached("mintPower", 1, 4);
        _handler.usdoFromUsdt(0, 1_001e18);
        _handler.usdoFromUsdt(3, 1_001e18);
        _handler.usdoFromUsdt(0, 9);
        _reached("usdoFromUsdt", 1, 2);
        _handler.usdoFromOpen(1, 1_001e18, false);
        _handler.usdoFromOpen(1, 1_001e18, true);
        _handler.usdoFromOpen(3, 1_001e18, false);
        _handler.usdoFromOpen(1, 9, false);
        _reached("usdoFromOpen", 1, 3);
        for (uint256 i = 0; i < 3; i++) _handler.throwSwitch(i);
        _handler.mintPower(0, 1_001e18, false);
        _handler.usdoFromUsdt(0, 1_001e18);
        _handler.usdoFromOpen(1, 1_001e18, false);
        _handler.redeem(0, 7);
        _reached("redeem", 1, 0);
        _handler.throwSwitch(1);
        _handler.usdoFromOpen(1, 1_001e18, false);
        _handler.throwSwitch(0);
        _handler.throwSwitch(2);
        _reached("throwSwitch", 6, 0);
        _handler.setFees(0, 0);
        _handler.usdoFromOpen(2, 1_001e18, false);
        _reached("usdoFromOpen", 2, 5);
        _handler.trade(true, 10_000e18);
        _handler.wait_(40 minutes - 1, false);
        _handler.trade(false, 10_000e18);
        _handler.wait_(40 minutes - 1, false);
        _handler.trade(true, 10_000e18);
        // Nobody looked for over an hour of trades.
        _handler.mintPower(2, 1_001e18, false);
        _reached("mintPower", 1, 6);
        _handler.wait_(40 minutes - 1, true);
        _handler.mintPower(2, 1_001e18, false);
        _reached("mintPower", 2, 6);
        invariant_usdoIsCoveredAndBooked();
        invariant_whatWasConsumedIsBurnedOrInTheTreasury();
        invariant_nothingStaysBehind();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_usdoIsCoveredAndBooked() public view {
        (uint256 dollars, uint256 cover, ) = _handler.totals();
        _eq(dollars, cover, "every USDO has its USDT");
        _eq(dollars, _handler.minted() - _handler.redeemed(), "minted less redeemed");
        for (uint256 i = 0; i < _handler.ACTORS(); i++)
            _eq(_handler.dollarsOf(i), _handler.owned(_handler.actor(i)), "everybody has their own");
    }

    function invariant_whatWasConsumedIsBurnedOrInTheTreasury() public view {
        (uint256 ofUsdt, uint256 ofOpen) = _handler.inTreasury();
        (, , uint256 supply) = _handler.totals();
        _eq(ofUsdt, _handler.fees(), "fees lie in the treasury");
        _eq(ofOpen, _handler.toMarket(), "half of the consumed OPEN does, too");
        _eq(supply, 1_000_000_000e18 - _handler.burned(), "the rest is burned");
    }

    function invariant_nothingStaysBehind() public view {
        _eq(_handler.leftovers(), 0, "neither coins nor allowances");
    }
}
