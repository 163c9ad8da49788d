// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title The pair of the public exchange (Uniswap V2, PancakeSwap), as far as our contracts use it
/// @notice The pair is also the token of its shares.
interface IPoolPair is IERC20 {
    function token0() external view returns (address);

    function token1() external view returns (address);

    /// @return reserve0 Base units of token0 that the price is made of.
    /// @return reserve1 The same of token1.
    /// @return movedAt Unix seconds of the last movement, the lowest 32 bits.
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 movedAt);

    /// @notice Sum of (price of token0 in token1, UQ112x112) times seconds, up to the last movement. Wraps.
    function price0CumulativeLast() external view returns (uint256);

    /// @notice The same for token1 in token0.
    function price1CumulativeLast() external view returns (uint256);

    /// @notice Pays out the asked amounts to `to` for what was sent to the pair before, in the same transaction. Refuses when
    /// that is too little: the product of the reserves, less the pool's fee, may not fall.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;

    /// @notice Takes what lies in the pair as its reserves. Called by anyone; refuses in the middle of another movement.
    function sync() external;
}

/// @title The factory of the public exchange, as far as our contracts use it
interface IPoolFactory {
    function getPair(address tokenA, address tokenB) external view returns (address);
}

/// @title The router of the public exchange, as far as our contracts use it
/// @notice Takes what it needs by allowance. Deadlines are Unix seconds.
interface IPoolRouter {
    function factory() external view returns (address);

    /// @notice What a pool with these reserves gives for `amountIn`, after the exchange's own fee, rounded down.
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256);

    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory);

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts);

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB, uint256 liquidity);

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB);
}
