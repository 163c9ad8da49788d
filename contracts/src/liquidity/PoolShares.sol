// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolPair} from "../swap/PublicPool.sol";

/// @title The pair of the public exchange, as far as shares in it are made and given up
/// @dev Both calls count what was sent to the pair before them, so they belong into the same transaction as the sending.
interface IPoolShares is IPoolPair {
    /// @notice Shares for what lies in the pair beyond its reserves, rounded down.
    function mint(address to) external returns (uint256 liquidity);

    /// @notice Pays out to `to` the part of both tokens that belongs to the shares that lie in the pair, rounded down.
    function burn(address to) external returns (uint256 amount0, uint256 amount1);
}
