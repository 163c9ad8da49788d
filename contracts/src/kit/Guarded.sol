// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// @title Guarded
/// @notice Who may change a contract, and who may stop its entrances. Stopping is quick (a guard key), starting
/// again is slow (the admin, which is the timelock), so that a stolen guard key can annoy but never release.
/// @dev The admin is set in the constructor, so the deployer holds no role at any moment.
abstract contract Guarded is AccessControl, Pausable {
    /// @notice May pause entrances. Cannot unpause.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice An address that must be set was zero.
    error ZeroAddress();

    /// @param admin The timelock: holds DEFAULT_ADMIN_ROLE, hence every later change of a role.
    /// @param pauser The guard key that may pause at once.
    constructor(address admin, address pauser) {
        if (admin == address(0) || pauser == address(0)) revert ZeroAddress();
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @notice Stop the entrances. Called by PAUSER_ROLE, at once. Exits are not affected.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Open the entrances again. Called by the admin only, hence after the timelock's delay.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }
}
