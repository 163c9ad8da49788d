// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IPairUnderTest {
    function sync() external;
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
    function mint(address to) external returns (uint256);
    function burn(address to) external returns (uint256, uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function totalSupply() external view returns (uint256);
}

interface IRouterUnderTest {
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256);
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 desiredA,
        uint256 desiredB,
        uint256 leastA,
        uint256 leastB,
        address to,
        uint256 deadline
    ) external returns (uint256, uint256, uint256);
}

/// @dev A token whose balances are simply set: a pair's reserves become any number in two writes and a `sync`.
contract SettableToken {
    mapping(address holder => uint256) public balanceOf;

    function set(address holder, uint256 amount) external {
        balanceOf[holder] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @dev Puts many quotes, packed, to a real pair within one call. Each case runs in a call of its own that always reverts, so
/// that no case sees another. One answer byte a case: 0 the pair agrees, else what it disagreed with (see the constants).
contract PairParity {
    uint8 internal constant QUOTE_REFUSED = 1;
    uint8 internal constant MORE_ACCEPTED = 2;
    uint8 internal constant ROUTER_DIFFERS = 3;
    uint8 internal constant FORMULA_DIFFERS = 4;
    uint8 internal constant ADDED_DIFFERS = 5;
    uint8 internal constant REMOVED_DIFFERS = 6;
    uint8 internal constant ZERO_ACCEPTED = 7;
    uint8 internal constant BROKEN = 255;

    /// @dev What the pair says when x·y would fall.
    bytes32 internal constant K_REFUSAL = keccak256(abi.encodeWithSignature("Error(string)", "UniswapV2: K"));

    SettableToken public immutable token0;
    SettableToken public immutable token1;
    IPairUnderTest[2] public pairs;
    IRouterUnderTest[2] public routers;

    constructor(SettableToken first, SettableToken second) {
        (token0, token1) = address(first) < address(second) ? (first, second) : (second, first);
    }

    /// @dev `which` 0: no protocol fee; 1: the factory's `feeTo` is set. Starts each pair with 1,001 units a side and LP.
    function enter(uint256 which, IPairUnderTest pair, IRouterUnderTest router) external {
        pairs[which] = pair;
        routers[which] = router;
        token0.set(address(pair), 1_001);
        token1.set(address(pair), 1_001);
        pair.mint(address(this));
    }

    /// @dev Cases of 57 bytes: a flag (0: token0 goes in), then reserveIn, reserveOut, amountIn and out, 14 bytes each.
    function swaps(bytes calldata cases) external returns (bytes memory answers) {
        answers = new bytes(cases.length / 57);
        for (uint256 index = 0; index < answers.length; ++index) {
            answers[index] = bytes1(_answerOf(abi.encodeCall(this.swapOnce, (cases[index * 57:index * 57 + 57]))));
        }
    }

    /// @dev Cases of 155 bytes: which pair, then 14 bytes each: LP total, reserve0, reserve1, desired0, desired1, and as quoted
    /// used0, used1, LP; removed LP; as quoted out0, out1.
    function liquidities(bytes calldata cases) external returns (bytes memory answers) {
        answers = new bytes(cases.length / 155);
        for (uint256 index = 0; index < answers.length; ++index) {
            answers[index] = bytes1(
                _answerOf(abi.encodeCall(this.liquidityOnce, (cases[index * 155:index * 155 + 155])))
            );
        }
    }

    /// @dev The router's `getAmountOut` (flag 30) or PancakeSwap's formula (flag 25), without a pair.
    function formulas(bytes calldata cases) external view returns (bytes memory answers) {
        IRouterUnderTest router = routers[0];
        answers = new bytes(cases.length / 57);
        for (uint256 index = 0; index < answers.length; ++index) {
            bytes calldata one = cases[index * 57:index * 57 + 57];
            (uint256 reserveIn, uint256 reserveOut) = (_u112(one, 1), _u112(one, 15));
            (uint256 amountIn, uint256 quoted) = (_u112(one, 29), _u112(one, 43));
            uint256 got =
                uint8(one[0]) == 25
                    ? _pancakeOut(amountIn, reserveIn, reserveOut)
                    : router.getAmountOut(amountIn, reserveIn, reserveOut);
            if (got != quoted) answers[index] = bytes1(FORMULA_DIFFERS);
        }
    }

    function _answerOf(bytes memory run) private returns (uint8) {
        (, bytes memory answer) = address(this).call(run);
        return answer.length == 1 ? uint8(answer[0]) : BROKEN;
    }

    function _finish(uint8 answer) private pure {
        assembly ("memory-safe") {
            mstore8(0, answer)
            revert(0, 1)
        }
    }

    function swapOnce(bytes calldata one) external {
        bool zeroIn = uint8(one[0]) == 0;
        (uint256 reserveIn, uint256 reserveOut) = (_u112(one, 1), _u112(one, 15));
        (uint256 amountIn, uint256 out) = (_u112(one, 29), _u112(one, 43));
        IPairUnderTest pair = pairs[0];
        (SettableToken tokenIn, SettableToken tokenOut) = zeroIn ? (token0, token1) : (token1, token0);
        tokenIn.set(address(pair), reserveIn);
        tokenOut.set(address(pair), reserveOut);
        pair.sync();
        tokenIn.set(address(pair), reserveIn + amountIn);
        if (out + 1 < reserveOut) {
            (bool more, bytes memory why) = _swap(pair, zeroIn, out + 1);
            if (more || keccak256(why) != K_REFUSAL) _finish(MORE_ACCEPTED);
        }
        (bool taken, ) = _swap(pair, zeroIn, out);
        if (taken != (out > 0)) _finish(out > 0 ? QUOTE_REFUSED : ZERO_ACCEPTED);
        if (out > 0 && tokenOut.balanceOf(address(pair)) != reserveOut - out) _finish(BROKEN);
        if (routers[0].getAmountOut(amountIn, reserveIn, reserveOut) != out) _finish(ROUTER_DIFFERS);
        _finish(0);
    }

    function _swap(IPairUnderTest pair, bool zeroIn, uint256 out) private returns (bool, bytes memory) {
        return address(pair).call(abi.encodeCall(pair.swap, (zeroIn ? 0 : out, zeroIn ? out : 0, address(0xBEEF), "")));
    }

    struct Wanted {
        uint256 desired0;
        uint256 desired1;
        uint256 used0;
        uint256 used1;
        uint256 lp;
        uint256 removed;
        uint256 out0;
        uint256 out1;
    }

    function liquidityOnce(bytes calldata one) external {
        uint256 which = uint8(one[0]);
        Wanted memory wanted = Wanted({
            desired0: _u112(one, 43),
            desired1: _u112(one, 57),
            used0: _u112(one, 71),
            used1: _u112(one, 85),
            lp: _u112(one, 99),
            removed: _u112(one, 113),
            out0: _u112(one, 127),
            out1: _u112(one, 141)
        });
        IPairUnderTest pair = pairs[which];
        _prepare(pair, _u112(one, 1), _u112(one, 15), _u112(one, 29));
        token0.set(address(this), wanted.desired0);
        token1.set(address(this), wanted.desired1);
        (bool added, bytes memory got) = address(routers[which]).call(
            abi.encodeCall(
                IRouterUnderTest.addLiquidity,
                (
                    address(token0),
                    address(token1),
                    wanted.desired0,
                    wanted.desired1,
                    0,
                    0,
                    address(this),
                    block.timestamp
                )
            )
        );
        if (added != (wanted.lp > 0)) _finish(added ? ZERO_ACCEPTED : QUOTE_REFUSED);
        if (added && keccak256(got) != keccak256(abi.encode(wanted.used0, wanted.used1, wanted.lp)))
            _finish(ADDED_DIFFERS);
        _burn(pair, wanted);
        _finish(0);
    }

    /// @dev LP first, by the pair's own `mint` at one to one; then the reserves as the case wants them.
    function _prepare(IPairUnderTest pair, uint256 lpTotal, uint256 reserve0, uint256 reserve1) private {
        token0.set(address(pair), lpTotal);
        token1.set(address(pair), lpTotal);
        if (lpTotal > 1_001) pair.mint(address(this));
        if (pair.totalSupply() != lpTotal) _finish(BROKEN);
        token0.set(address(pair), reserve0);
        token1.set(address(pair), reserve1);
        pair.sync();
    }

    function _burn(IPairUnderTest pair, Wanted memory wanted) private {
        pair.transfer(address(pair), wanted.removed);
        (bool burned, bytes memory got) = address(pair).call(abi.encodeCall(pair.burn, (address(this))));
        if (burned != (wanted.out0 > 0 && wanted.out1 > 0)) _finish(burned ? ZERO_ACCEPTED : QUOTE_REFUSED);
        if (burned && keccak256(got) != keccak256(abi.encode(wanted.out0, wanted.out1))) _finish(REMOVED_DIFFERS);
    }

    /// @dev PancakeSwap V2's published `getAmountOut`: 0.25 %, written down here because its bytecode cannot be had.
    function _pancakeOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256) {
        uint256 amountInWithFee = amountIn * 9975;
        return (amountInWithFee * reserveOut) / (reserveIn * 10_000 + amountInWithFee);
    }

    function _u112(bytes calldata data, uint256 start) private pure returns (uint256) {
        return uint112(bytes14(data[start:start + 14]));
    }
}
