// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Membership} from "../../src/member/Membership.sol";
import {TestBase} from "../kit/TestBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev Members activate under each other in any order, also under themselves, strangers and their own downline.
contract MembershipHandler is ModelledCalls {
    address public constant ROOT = address(0x4007);
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    uint256 public constant ACTORS = 16;

    Membership public immutable membership;
    uint256 public active;
    mapping(address member => address) public recorded;
    mapping(address member => uint256) public since;

    constructor() {
        vm.warp(20_000 days);
        membership = new Membership(ROOT, TIMELOCK, GUARD);
    }

    /// @dev Number 0 is the root, the last one is never activated by anybody but itself.
    function actor(uint256 seed) public pure returns (address) {
        uint256 number = seed % ACTORS;
        return number == 0 ? ROOT : address(uint160(0xAC700 + number));
    }

    function activate(uint256 who, uint256 under) external {
        (address member, address inviter) = (actor(who), actor(under));
        bytes4 refusal = PASSES;
        if (membership.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (member == ROOT || since[member] != 0) refusal = Membership.AlreadyActive.selector;
        else if (inviter != ROOT && since[inviter] == 0) refusal = Membership.InviterNotActive.selector;
        bytes memory data = abi.encodeCall(Membership.activate, (inviter));
        (bool passed, ) = _modelled("activate", member, address(membership), data, refusal);
        if (!passed) return;
        active++;
        (recorded[member], since[member]) = (inviter, block.timestamp);
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 0, 30 days));
    }

    function pause() external {
        if (membership.paused()) return;
        _modelled("pause", GUARD, address(membership), abi.encodeCall(membership.pause, ()), PASSES);
        _holds(membership.paused(), "paused");
    }

    function unpause() external {
        if (!membership.paused()) return;
        _modelled("unpause", TIMELOCK, address(membership), abi.encodeCall(membership.unpause, ()), PASSES);
        _holds(!membership.paused(), "open again");
    }
}

contract MembershipInvariant is TestBase {
    MembershipHandler private _handler;

    function setUp() public {
        _handler = new MembershipHandler();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Activating goes through where it may, and is refused where it may not: else the tree would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        _handler.activate(2, 1);
        _reached("activate", 0, 1);
        _handler.activate(1, 0);
        _handler.wait_(1 days);
        _handler.activate(2, 1);
        _reached("activate", 2, 1);
        _handler.activate(1, 2);
        _handler.activate(0, 2);
        _handler.activate(3, 3);
        _reached("activate", 2, 4);
        _handler.pause();
        _handler.activate(3, 2);
        _reached("activate", 2, 5);
        _handler.unpause();
        _handler.activate(3, 2);
        _reached("activate", 3, 5);
        _reached("pause", 1, 0);
        _reached("unpause", 1, 0);
        invariant_treeUnderTheRoot();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_treeUnderTheRoot() public view {
        Membership membership = _handler.membership();
        uint256 active = 0;
        for (uint256 i = 1; i < _handler.ACTORS(); i++) {
            address member = _handler.actor(i);
            _eq(membership.inviterOf(member), _handler.recorded(member), "the inviter never changes");
            _eq(membership.activatedAt(member), _handler.since(member), "nor does the time");
            if (!membership.isActive(member)) continue;
            active++;
            uint256 steps = 0;
            for (address one = member; one != _handler.ROOT(); one = membership.inviterOf(one)) {
                _holds(membership.isActive(one), "every link is active");
                _holds(
                    membership.activatedAt(membership.inviterOf(one)) <= membership.activatedAt(one),
                    "an inviter is never younger"
                );
                _holds(++steps < _handler.ACTORS(), "no cycle");
            }
        }
        _eq(active, _handler.active(), "activated once each");
    }
}
