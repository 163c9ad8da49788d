// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Guarded} from "../kit/Guarded.sol";

/// @title Membership
/// @notice Who is activated, and by whom. Each address activates itself, once, naming an inviter who is already
/// active; the inviter never changes afterwards.
/// @dev A tree by construction: an inviter is active strictly before the invited, so there is no cycle and every
/// line of inviters ends at the root. No money is taken and none is held.
contract Membership is Guarded {
    struct Entry {
        address inviter;
        uint64 activatedAt;
    }

    mapping(address member => Entry) private _entries;

    /// @notice `member` became active, invited by `inviter` (zero for the root only).
    event Activated(address indexed member, address indexed inviter);

    /// @notice The caller is active already, since `activatedAt` (Unix seconds).
    error AlreadyActive(address member, uint64 activatedAt);
    /// @notice The named inviter is not active (this covers naming oneself and naming nobody).
    error InviterNotActive(address inviter);

    /// @param root The first member, active from the start, without an inviter.
    /// @param admin The timelock.
    /// @param pauser May pause activation.
    constructor(address root, address admin, address pauser) Guarded(admin, pauser) {
        if (root == address(0)) revert ZeroAddress();
        _activate(root, address(0));
    }

    /// @notice Activate the calling address under `inviter`. Called by anyone, once; refused while paused.
    /// @param inviter An active member.
    function activate(address inviter) external whenNotPaused {
        Entry memory own = _entries[msg.sender];
        if (own.activatedAt != 0) revert AlreadyActive(msg.sender, own.activatedAt);
        if (_entries[inviter].activatedAt == 0) revert InviterNotActive(inviter);
        _activate(msg.sender, inviter);
    }

    /// @notice Whether `member` is activated.
    function isActive(address member) external view returns (bool) {
        return _entries[member].activatedAt != 0;
    }

    /// @notice Who invited `member`; zero for the root and for those who are not active.
    function inviterOf(address member) external view returns (address) {
        return _entries[member].inviter;
    }

    /// @notice When `member` was activated, Unix seconds; zero if it is not.
    function activatedAt(address member) external view returns (uint64) {
        return _entries[member].activatedAt;
    }

    function _activate(address member, address inviter) private {
        _entries[member] = Entry({inviter: inviter, activatedAt: uint64(block.timestamp)});
        emit Activated(member, inviter);
    }
}
