// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Membership} from "../../src/member/Membership.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {Roles} from "../kit/Roles.sol";

contract MembershipTest is Roles {
    address private constant ROOT = address(0x4007);
    address private constant ANNA = address(0xA11A);
    address private constant BEN = address(0xBE11);

    Membership private _membership;

    function setUp() public {
        vm.warp(1_800_000_000);
        _membership = new Membership(ROOT, TIMELOCK, GUARD);
    }

    function _guarded() internal view override returns (Guarded) {
        return _membership;
    }

    function _activate(address member, address inviter) private {
        vm.prank(member);
        _membership.activate(inviter);
    }

    function testFuzz_refuses_inactiveInviter(address member, address inviter) public {
        if (member == ROOT || member == address(vm)) member = ANNA;
        if (inviter == ROOT) inviter = BEN;
        bytes memory wanted = abi.encodeWithSelector(Membership.InviterNotActive.selector, inviter);
        _refuses(member, address(_membership), abi.encodeCall(Membership.activate, (inviter)), wanted, "inactive");
        _holds(!_membership.isActive(member), "not active");
    }

    function test_refuses_oneself() public {
        bytes memory wanted = abi.encodeWithSelector(Membership.InviterNotActive.selector, ANNA);
        _refuses(ANNA, address(_membership), abi.encodeCall(Membership.activate, (ANNA)), wanted, "oneself");
    }

    function testFuzz_refuses_secondActivation(uint256 laterSec) public {
        _activate(ANNA, ROOT);
        _activate(BEN, ANNA);
        vm.warp(block.timestamp + _bound(laterSec, 0, 3650 days));
        bytes memory wanted = abi.encodeWithSelector(Membership.AlreadyActive.selector, ANNA, 1_800_000_000);
        // Under the own downline this would be a cycle; under anybody else, a change of inviter.
        _refuses(ANNA, address(_membership), abi.encodeCall(Membership.activate, (BEN)), wanted, "cycle");
        _refuses(ANNA, address(_membership), abi.encodeCall(Membership.activate, (ROOT)), wanted, "twice");
        wanted = abi.encodeWithSelector(Membership.AlreadyActive.selector, ROOT, 1_800_000_000);
        _refuses(ROOT, address(_membership), abi.encodeCall(Membership.activate, (BEN)), wanted, "root");
        _eq(_membership.inviterOf(ANNA), ROOT, "inviter for ever");
    }

    function test_refuses_whilePaused() public {
        vm.prank(GUARD);
        _membership.pause();
        _refuses(
            ANNA,
            address(_membership),
            abi.encodeCall(Membership.activate, (ROOT)),
            _pausedError(),
            "C10: entrance"
        );
    }

    function test_refuses_zeroAddresses() public {
        address[3][3] memory bad = [
            [address(0), TIMELOCK, GUARD],
            [ROOT, address(0), GUARD],
            [ROOT, TIMELOCK, address(0)]
        ];
        for (uint256 i = 0; i < 3; i++) {
            try new Membership(bad[i][0], bad[i][1], bad[i][2]) {
                revert NotRefused("zero address");
            } catch (bytes memory got) {
                bytes memory wanted = abi.encodeWithSelector(Guarded.ZeroAddress.selector);
                if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("zero address", got, wanted);
            }
        }
    }

    function testFuzz_property_lineEndsAtRoot(uint256 seed) public {
        address[] memory members = new address[](12);
        members[0] = ROOT;
        for (uint256 i = 1; i < members.length; i++) {
            members[i] = address(uint160(0x10000 + i));
            _activate(members[i], members[uint256(keccak256(abi.encode(seed, i))) % i]);
        }
        for (uint256 i = 1; i < members.length; i++) {
            address one = members[i];
            uint256 steps = 0;
            while (one != ROOT) {
                one = _membership.inviterOf(one);
                _holds(++steps < members.length, "a line of inviters is no longer than the members are many");
            }
        }
    }

    function test_behavior_recordsInviterTimeAndEvent() public {
        vm.warp(1_800_000_123);
        vm.recordLogs();
        _activate(ANNA, ROOT);
        bytes32[] memory topics = vm.getRecordedLogs()[0].topics;
        _holds(topics[0] == keccak256("Activated(address,address)"), "event");
        _eq(address(uint160(uint256(topics[1]))), ANNA, "member");
        _eq(address(uint160(uint256(topics[2]))), ROOT, "inviter");
        _holds(_membership.isActive(ANNA), "active");
        _eq(_membership.activatedAt(ANNA), 1_800_000_123, "since");
        _eq(_membership.inviterOf(ROOT), address(0), "root has no inviter");
    }
}
