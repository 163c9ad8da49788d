// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MoneyErrors} from "./Errors.sol";

/// @title Movements that are measured, not believed
/// @notice Moves exactly what is asked, or nothing: a token that takes a fee, or only says that it moved, is refused with
/// {MoneyErrors-TransferMismatch}.
library MeasuredTransfer {
    using SafeERC20 for IERC20;

    /// @notice `to` has exactly `amount` more afterwards. From somebody else by their allowance.
    function moveIn(IERC20 token, address from, address to, uint256 amount) internal {
        uint256 held = token.balanceOf(to);
        _move(token, from, to, amount);
        uint256 arrived = token.balanceOf(to) - held;
        if (arrived != amount) revert MoneyErrors.TransferMismatch(amount, arrived);
    }

    /// @notice This contract has exactly `amount` less afterwards: what everybody else has here is not touched.
    function moveOut(IERC20 token, address to, uint256 amount) internal {
        uint256 held = token.balanceOf(address(this));
        _move(token, address(this), to, amount);
        uint256 left = token.balanceOf(address(this));
        if (left + amount != held) revert MoneyErrors.TransferMismatch(amount, held > left ? held - left : 0);
    }

    function _move(IERC20 token, address from, address to, uint256 amount) private {
        if (from == address(this)) token.safeTransfer(to, amount);
        else token.safeTransferFrom(from, to, amount);
    }
}
