// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Membership} from "../../src/member/Membership.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev Members activate under each other in any order, also under themselves, strangers and their own downline.
contract MembershipHandler is TestBase {
    address public constant ROOT = address(0x4007);
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    uint256 public constant ACTORS = 16;

    Membership public immutable membership;
    uint256 public active;
    uint256 public wrong;
    mapping(address member => address) public recorded;

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
        bool allowed = !membership.paused() && !membership.isActive(member) && membership.isActive(inviter);
        vm.prank(member);
        try membership.activate(inviter) {
            active++;
            recorded[member] = inviter;
            if (!allowed) wrong++;
        } catch {
            if (allowed) wrong++;
        }
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 0, 30 days));
    }

    function pause() external {
        if (membership.paused()) return;
        vm.prank(GUARD);
        membership.pause();
    }

    function unpause() external {
        if (!membership.paused()) return;
        vm.prank(TIMELOCK);
        membership.unpause();
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

    function invariant_treeUnderTheRoot() public view {
        Membership membership = _handler.membership();
        uint256 active = 0;
        for (uint256 i = 1; i < _handler.ACTORS(); i++) {
            address member = _handler.actor(i);
            _eq(membership.inviterOf(member), _handler.recorded(member), "the inviter never changes");
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
        _eq(_handler.wrong(), 0, "activated exactly when the rule allows");
    }
}
