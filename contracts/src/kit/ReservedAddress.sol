// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create3} from "@openzeppelin/contracts/utils/Create3.sol";

/// @title One contract at an address that is known before
/// @notice USDO names its minter for ever before the minter can be made (the minter needs the treasury, the treasury needs
/// USDO). So the minter's address is reserved here, and whoever made this contract makes the minter there, once.
contract ReservedAddress {
    /// @notice Who may make the contract, and nothing else.
    address public immutable maker;
    /// @notice Where it is or will be.
    address public immutable reserved;

    /// @notice Only the maker may, not `caller`.
    error NotMaker(address caller);

    constructor() {
        maker = msg.sender;
        reserved = Create3.computeAddress(0);
    }

    /// @notice Make the contract. Called by the maker; a second time it reverts, because the place is taken.
    /// @param initCode Creation code with the encoded constructor arguments behind it.
    function create(bytes calldata initCode) external returns (address) {
        if (msg.sender != maker) revert NotMaker(msg.sender);
        return Create3.deploy(0, 0, initCode);
    }
}
