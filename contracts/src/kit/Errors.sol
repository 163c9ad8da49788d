// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Refusals that several contracts share
/// @notice Each stands here once, with the numbers that explain it. Amounts are base units, times Unix seconds.
interface MoneyErrors {
    /// @notice Nothing to move.
    error ZeroAmount();
    /// @notice A token moved `moved` where it was asked to move `expected`, e.g. because it takes a fee on the way.
    error TransferMismatch(uint256 expected, uint256 moved);
}

/// @title Refusals of what works on the public pair
interface MarketErrors is MoneyErrors {
    /// @notice `deadline` was before `time`, the block's.
    error Expired(uint256 deadline, uint256 time);
    /// @notice Only activated addresses come in.
    error NotActive(address member);
    /// @notice The pool holds nothing, so it has no price.
    error PoolEmpty();
    /// @notice The call would bring `received`, less than the `minimum` that the member set, or nothing at all.
    error TooLittleReceived(uint256 received, uint256 minimum);
    /// @notice The router works with `expected` for these tokens, not with `given`.
    error WrongPair(address given, address expected);
    /// @notice An address that must be a contract has no code.
    error WithoutCode(address place);
    /// @notice Beyond the cap in the code.
    error AboveCap(uint256 amount, uint256 most);
}
