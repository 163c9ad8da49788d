// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @dev What is used of a Uniswap V2 pair.
interface IEmptyPair {
    function token0() external view returns (address);

    function token1() external view returns (address);

    function totalSupply() external view returns (uint256);

    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 movedAt);

    function skim(address to) external;

    function mint(address to) external returns (uint256 shares);
}

/// @title FirstLiquidity
/// @notice Puts the first two coins into an empty pair, by transfer and `mint` in one call, and thereby sets the first
/// price. A router cannot do it once anybody has sent one unit there and called `sync`: it then wants to keep a price
/// that one empty side does not have, for ever.
/// @dev Holds nothing, has no owner; whoever calls it spends their own allowance only.
contract FirstLiquidity {
    using SafeERC20 for IERC20;

    /// @notice The pool has begun: add through the desk.
    error AlreadyStarted(uint256 shares);
    /// @notice The pair has more of a token than it shall have; nothing could be brought of it.
    error TooMuchThere(address token, uint256 there, uint256 wanted);
    /// @notice The pair's reserves are not what was asked for.
    error Unequal(uint256 reserve0, uint256 reserve1);

    /// @notice Fill `pair` up to exactly `reserve0` and `reserve1` of its tokens, out of the caller's allowances, so that
    /// gifts move the first price by nothing. What others put there without `sync` goes to `to`.
    /// @param to Gets the shares.
    /// @return shares What `to` got; the pair keeps 1,000 units for ever.
    function provide(
        IEmptyPair pair,
        uint256 reserve0,
        uint256 reserve1,
        address to
    ) external returns (uint256 shares) {
        uint256 supply = pair.totalSupply();
        if (supply != 0) revert AlreadyStarted(supply);
        pair.skim(to);
        _fill(IERC20(pair.token0()), address(pair), reserve0);
        _fill(IERC20(pair.token1()), address(pair), reserve1);
        shares = pair.mint(to);
        (uint256 got0, uint256 got1, ) = pair.getReserves();
        if (got0 != reserve0 || got1 != reserve1) revert Unequal(got0, got1);
    }

    function _fill(IERC20 token, address pair, uint256 wanted) private {
        uint256 there = token.balanceOf(pair);
        if (there >= wanted) revert TooMuchThere(address(token), there, wanted);
        token.safeTransferFrom(msg.sender, pair, wanted - there);
    }
}
