// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title DepositForwarder
/// @notice A deposit address. It has no key and one movement only: everything of a token, to the treasury.
/// @dev The factory deploys this code once and puts minimal clones (ERC-1167) of it at the deposit addresses. Treasury
/// and factory are immutables of this code, so a clone has no storage and nothing to initialise or to take over.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    /// @notice The only destination.
    address public immutable treasury;
    /// @notice The only caller, so that each sweep is in the factory's events.
    address public immutable factory;

    /// @notice Sweeps go through the factory; anyone may ask there.
    error OnlyFactory(address caller);

    /// @param treasury_ The destination, fixed for ever.
    constructor(address treasury_) {
        treasury = treasury_;
        factory = msg.sender;
    }

    /// @notice Send the whole balance of `token` to the treasury. Called by the factory.
    /// @return amount What was sent, in the token's base units.
    function sweep(IERC20 token) external returns (uint256 amount) {
        if (msg.sender != factory) revert OnlyFactory(msg.sender);
        amount = token.balanceOf(address(this));
        if (amount > 0) token.safeTransfer(treasury, amount);
    }
}
