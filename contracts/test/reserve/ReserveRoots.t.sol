// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReserveRoots} from "../../src/reserve/ReserveRoots.sol";
import {TestBase, Vm} from "../kit/TestBase.sol";

contract ReserveRootsTest is TestBase {
    uint256 private constant TODAY = 20_000;
    bytes32 private constant HASH = keccak256("statement");
    bytes32 private constant OTHER_HASH = keccak256("another statement");
    address private constant OURS = address(0xA11CE);
    address private constant EVE = address(0xE7E);
    ReserveRoots private _roots;

    function setUp() public {
        _roots = new ReserveRoots();
        vm.warp(TODAY * 1 days + 3 hours);
    }

    function _call(uint256 day, bytes32 hash) private pure returns (bytes memory) {
        return abi.encodeCall(ReserveRoots.publish, (day, hash));
    }

    function test_refuses_nothing() public {
        bytes memory wanted = abi.encodeWithSelector(ReserveRoots.NoHash.selector);
        _refuses(OURS, address(_roots), _call(TODAY + 1, bytes32(0)), wanted, "no hash");
    }

    function test_refuses_aDayThatHasNotBegun() public {
        bytes memory wanted = abi.encodeWithSelector(ReserveRoots.DayToCome.selector, TODAY + 1, TODAY);
        _refuses(OURS, address(_roots), _call(TODAY + 1, HASH), wanted, "tomorrow");
        vm.warp((TODAY + 1) * 1 days);
        vm.prank(OURS);
        _roots.publish(TODAY + 1, HASH);
    }

    function testFuzz_refuses_anotherWordOfTheSameDay(address who, uint256 day, bytes32 first, bytes32 second) public {
        if (first == bytes32(0)) first = HASH;
        if (second == bytes32(0)) second = HASH;
        day = _bound(day, 0, TODAY);
        vm.prank(who);
        _roots.publish(day, first);
        bytes memory wanted = abi.encodeWithSelector(ReserveRoots.AlreadyPublished.selector, first);
        _refuses(who, address(_roots), _call(day, second), wanted, "another word");
        _holds(_roots.hashOf(who, day) == first, "the first word stays");
    }

    function test_behavior_everybodySpeaksForThemselves() public {
        vm.prank(EVE);
        _roots.publish(TODAY, OTHER_HASH);
        vm.recordLogs();
        vm.prank(OURS);
        _roots.publish(TODAY, HASH);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        _eq(logs.length, 1, "one event");
        _holds(logs[0].topics[0] == ReserveRoots.Published.selector, "Published");
        _eq(address(uint160(uint256(logs[0].topics[1]))), OURS, "whose word");
        _eq(uint256(logs[0].topics[2]), TODAY, "of which day");
        _holds(abi.decode(logs[0].data, (bytes32)) == HASH, "which hash");
        _holds(_roots.hashOf(OURS, TODAY) == HASH, "ours");
        _holds(_roots.hashOf(EVE, TODAY) == OTHER_HASH, "hers");
    }
}
