// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// @title Timelock
/// @notice Owns every contract: what changes here waits for the delay, in sight of everybody. Governors propose and
/// execute; cancellers of their own can stop what a stolen governor proposed, and nothing else.
/// @dev Has no admin but itself, from the first block on.
contract Timelock is TimelockController {
    /// @param delaySec Seconds between proposing and executing.
    /// @param governors May propose, execute, and cancel.
    /// @param cancellers May cancel.
    constructor(
        uint256 delaySec,
        address[] memory governors,
        address[] memory cancellers
    ) TimelockController(delaySec, governors, governors, address(0)) {
        for (uint256 i = 0; i < cancellers.length; i++) {
            _grantRole(CANCELLER_ROLE, cancellers[i]);
        }
    }
}
