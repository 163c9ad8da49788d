// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @dev PancakeSwap V2's published rules in our own words, because its bytecode cannot be had as a package: 25 basis points
/// stay in the pool, and whenever shares are made or given up the operator gets 8 of 25 parts of what fees have added since.
/// Refusals are texts, as there. Lending with a callback is left out: nothing of ours uses it.
contract PancakePair is ERC20("Pancake LPs", "Cake-LP") {
    using SafeERC20 for IERC20;

    uint256 private constant _MINIMUM_LIQUIDITY = 1_000;
    uint256 private constant _WHOLE = 10_000;
    uint256 private constant _FEE = 25;

    PancakeFactory public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;
    /// @dev Product of the reserves when shares were last made or given up; zero while the operator takes nothing.
    uint256 public kLast;
    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _movedAt;
    bool private _busy;

    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );

    modifier alone() {
        require(!_busy, "Pancake: LOCKED");
        _busy = true;
        _;
        _busy = false;
    }

    constructor(address first, address second) {
        factory = PancakeFactory(msg.sender);
        (token0, token1) = (first, second);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (_reserve0, _reserve1, _movedAt);
    }

    function mint(address to) external alone returns (uint256 shares) {
        (uint256 held0, uint256 held1) = _held();
        (uint256 in0, uint256 in1) = (held0 - _reserve0, held1 - _reserve1);
        bool cut = _takeCut();
        uint256 supply = totalSupply();
        if (supply == 0) {
            shares = Math.sqrt(in0 * in1) - _MINIMUM_LIQUIDITY;
            // Nobody's for ever; the original burns them to zero, which this base refuses.
            _mint(address(1), _MINIMUM_LIQUIDITY);
        } else {
            shares = Math.min((in0 * supply) / _reserve0, (in1 * supply) / _reserve1);
        }
        require(shares > 0, "Pancake: INSUFFICIENT_LIQUIDITY_MINTED");
        _mint(to, shares);
        _count(held0, held1);
        if (cut) kLast = uint256(_reserve0) * _reserve1;
    }

    function burn(address to) external alone returns (uint256 out0, uint256 out1) {
        (uint256 held0, uint256 held1) = _held();
        uint256 shares = balanceOf(address(this));
        bool cut = _takeCut();
        uint256 supply = totalSupply();
        (out0, out1) = ((shares * held0) / supply, (shares * held1) / supply);
        require(out0 > 0 && out1 > 0, "Pancake: INSUFFICIENT_LIQUIDITY_BURNED");
        _burn(address(this), shares);
        _pay(token0, to, out0);
        _pay(token1, to, out1);
        (held0, held1) = _held();
        _count(held0, held1);
        if (cut) kLast = uint256(_reserve0) * _reserve1;
    }

    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external alone {
        require(out0 > 0 || out1 > 0, "Pancake: INSUFFICIENT_OUTPUT_AMOUNT");
        require(out0 < _reserve0 && out1 < _reserve1, "Pancake: INSUFFICIENT_LIQUIDITY");
        require(to != token0 && to != token1, "Pancake: INVALID_TO");
        if (out0 > 0) _pay(token0, to, out0);
        if (out1 > 0) _pay(token1, to, out1);
        (uint256 held0, uint256 held1) = _held();
        uint256 in0 = held0 > _reserve0 - out0 ? held0 - (_reserve0 - out0) : 0;
        uint256 in1 = held1 > _reserve1 - out1 ? held1 - (_reserve1 - out1) : 0;
        require(in0 > 0 || in1 > 0, "Pancake: INSUFFICIENT_INPUT_AMOUNT");
        uint256 after0 = held0 * _WHOLE - in0 * _FEE;
        uint256 after1 = held1 * _WHOLE - in1 * _FEE;
        require(after0 * after1 >= uint256(_reserve0) * _reserve1 * _WHOLE ** 2, "Pancake: K");
        _count(held0, held1);
        emit Swap(msg.sender, in0, in1, out0, out1, to);
    }

    function skim(address to) external alone {
        (uint256 held0, uint256 held1) = _held();
        _pay(token0, to, held0 - _reserve0);
        _pay(token1, to, held1 - _reserve1);
    }

    function sync() external alone {
        (uint256 held0, uint256 held1) = _held();
        _count(held0, held1);
    }

    function _held() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    /// @dev A token's own refusal, or its false, becomes the pair's text.
    function _pay(address token, address to, uint256 amount) private {
        require(IERC20(token).trySafeTransfer(to, amount), "Pancake: TRANSFER_FAILED");
    }

    function _count(uint256 held0, uint256 held1) private {
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, "Pancake: OVERFLOW");
        unchecked {
            uint32 elapsed = uint32(block.timestamp) - _movedAt;
            if (elapsed > 0 && _reserve0 != 0 && _reserve1 != 0) {
                price0CumulativeLast += ((uint256(_reserve1) << 112) / _reserve0) * elapsed;
                price1CumulativeLast += ((uint256(_reserve0) << 112) / _reserve1) * elapsed;
            }
        }
        (_reserve0, _reserve1, _movedAt) = (uint112(held0), uint112(held1), uint32(block.timestamp));
    }

    /// @dev Shares for the operator, 8 of 25 parts of what the pool's root grew by since {kLast}.
    function _takeCut() private returns (bool on) {
        address operator = factory.feeTo();
        on = operator != address(0);
        if (!on) {
            kLast = 0;
            return false;
        }
        if (kLast == 0) return true;
        uint256 root = Math.sqrt(uint256(_reserve0) * _reserve1);
        uint256 rootLast = Math.sqrt(kLast);
        if (root <= rootLast) return true;
        uint256 shares = (totalSupply() * (root - rootLast) * 8) / (root * 17 + rootLast * 8);
        if (shares > 0) _mint(operator, shares);
    }
}

/// @dev Makes pairs and names who takes the cut.
contract PancakeFactory {
    address public immutable feeTo;
    mapping(address tokenA => mapping(address tokenB => address)) public getPair;

    constructor(address feeTo_) {
        feeTo = feeTo_;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        (address first, address second) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pair = address(new PancakePair(first, second));
        (getPair[first][second], getPair[second][first]) = (pair, pair);
    }
}

/// @dev What is used of the router, with PancakeSwap's 9975 of 10,000.
contract PancakeRouter {
    using SafeERC20 for IERC20;

    PancakeFactory public immutable factory;

    constructor(PancakeFactory factory_) {
        factory = factory_;
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        require(block.timestamp <= deadline, "PancakeRouter: EXPIRED");
        PancakePair pair = PancakePair(factory.getPair(path[0], path[1]));
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        bool first = pair.token0() == path[0];
        amounts = new uint256[](2);
        amounts[0] = amountIn;
        amounts[1] = first ? getAmountOut(amountIn, reserve0, reserve1) : getAmountOut(amountIn, reserve1, reserve0);
        require(amounts[1] >= amountOutMin, "PancakeRouter: INSUFFICIENT_OUTPUT_AMOUNT");
        IERC20(path[0]).safeTransferFrom(msg.sender, address(pair), amountIn);
        pair.swap(first ? 0 : amounts[1], first ? amounts[1] : 0, to, "");
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(amountIn > 0, "PancakeLibrary: INSUFFICIENT_INPUT_AMOUNT");
        require(reserveIn > 0 && reserveOut > 0, "PancakeLibrary: INSUFFICIENT_LIQUIDITY");
        uint256 counted = amountIn * 9_975;
        return (counted * reserveOut) / (reserveIn * 10_000 + counted);
    }
}
