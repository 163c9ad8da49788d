// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {IPoolShares} from "../../src/liquidity/PoolShares.sol";
import {Membership} from "../../src/member/Membership.sol";
import {IPoolPair, IPoolRouter} from "../../src/swap/PublicPool.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {ICreatePair, IPairMoves, PublicPoolKit} from "../kit/PublicPoolKit.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev What the public router would take of the other token.
interface IUniswapQuote {
    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) external pure returns (uint256 amountB);
}

/// @dev The whole market on the published pool bytecode: 100,000 USDT and 2,000,000 OPEN lie in the pair (0.05 USDT per
/// OPEN), the average is ready, ANNA and BEN are active and EVE is not.
abstract contract MarketBase is TestBase, PublicPoolKit {
    address internal constant ADMIN = address(0x71AE);
    address internal constant STOPPER = address(0x6A4D);
    address internal constant ROOT = address(0x4007);
    address internal constant MAKER = address(0x3A4E);
    address internal constant ANNA = address(0xA11A);
    address internal constant BEN = address(0xBE11);
    address internal constant EVE = address(0xE7E);
    uint256 internal constant POOL_USDT = 100_000e18;
    uint256 internal constant POOL_OPEN = 2_000_000e18;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant LATER = type(uint256).max;

    ICreatePair internal _factory;
    IPoolRouter internal _router;
    IPairMoves internal _pair;
    PlainToken internal _usdt;
    IERC20 internal _open;
    Membership internal _membership;
    TwapOracle internal _oracle;
    BackedDollar internal _ousd;
    SwapDesk internal _swapDesk;
    LiquidityDesk internal _desk;

    /// @dev The market with well-behaved tokens. Which of both is the pair's first is up to `usdtFirst`.
    function _buildMarket(bool usdtFirst) internal {
        OpenToken open = new OpenToken(address(this));
        PlainToken usdt;
        do usdt = new PlainToken(18); while ((address(usdt) < address(open)) != usdtFirst);
        _buildMarketOf(usdt, open);
    }

    function _buildMarketOf(PlainToken usdt, IERC20 open) internal {
        vm.warp(START);
        (_usdt, _open) = (usdt, open);
        (_factory, _router) = _deployExchange();
        _pair = IPairMoves(_factory.createPair(address(usdt), address(open)));
        _fillPool();
        _membership = new Membership(ROOT, ADMIN, STOPPER);
        _oracle = new TwapOracle(IPoolPair(address(_pair)), address(open));
        _ousd = new BackedDollar("", "OUSD", IERC20Metadata(address(usdt)), ADMIN, STOPPER, new address[](0));
        _desk = _newDesk();
        // The treasury only receives here: any contract will do.
        _swapDesk = new SwapDesk(
            IERC20(address(usdt)),
            OpenToken(address(open)),
            IPoolPair(address(_pair)),
            _router,
            _membership,
            _oracle,
            address(_membership),
            ADMIN,
            STOPPER
        );
        bytes32 minter = _ousd.MINTER_ROLE();
        vm.prank(ADMIN);
        _ousd.grantRole(minter, address(_desk));
        _activate(ANNA);
        _activate(BEN);
        vm.warp(START + 30 minutes);
        // As our keeper does: without it, one trade would leave a single mean of half an hour.
        _oracle.update();
    }

    /// @dev What the pool holds at first. Straight into the pair, so that tokens which do not move can lie there, too.
    function _fillPool() internal virtual {
        _usdt.mint(address(_pair), POOL_USDT);
        _giveOpen(address(_pair), POOL_OPEN);
        _pair.mint(MAKER);
    }

    function _newDesk() internal returns (LiquidityDesk) {
        return
            new LiquidityDesk(
                IERC20(address(_usdt)),
                _open,
                _ousd,
                IPoolShares(address(_pair)),
                _router,
                _membership,
                _oracle,
                ADMIN,
                STOPPER
            );
    }

    /// @dev OPEN for `to`: from the supply, or made by a token that has an open mint.
    function _giveOpen(address to, uint256 amount) internal virtual {
        _open.transfer(to, amount);
    }

    /// @dev OUSD for `to`, as a second desk would mint it.
    function _giveOusd(address to, uint256 amount) internal {
        bytes32 minter = _ousd.MINTER_ROLE();
        vm.prank(ADMIN);
        _ousd.grantRole(minter, address(this));
        _usdt.mint(address(this), amount);
        _usdt.approve(address(_ousd), amount);
        _ousd.mint(to, amount);
    }

    function _activate(address member) internal {
        vm.prank(member);
        _membership.activate(ROOT);
    }

    /// @dev Gives `member` both tokens and lets the desk take any amount of everything.
    function _fund(address member, uint256 usdtAmount, uint256 openAmount) internal {
        _usdt.mint(member, usdtAmount);
        _giveOpen(member, openAmount);
        _allow(member, address(_desk));
    }

    function _allow(address member, address spender) internal {
        vm.prank(member);
        _usdt.approve(spender, type(uint256).max);
        vm.prank(member);
        _open.approve(spender, type(uint256).max);
        vm.prank(member);
        _ousd.approve(spender, type(uint256).max);
    }

    function _add(address member, uint256 usdtAmount, uint256 openAmount) internal returns (uint256 lp) {
        vm.prank(member);
        (, , lp) = _desk.add(usdtAmount, openAmount, 0, 0, LATER);
    }

    /// @dev Gives exactly what belongs to `usdtAmount` at the pool's ratio, and adds it.
    function _fundAndAdd(address member, uint256 usdtAmount) internal returns (uint256 lp) {
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 openAmount = (usdtAmount * reserveOpen) / reserveUsdt;
        _fund(member, usdtAmount, openAmount);
        return _add(member, usdtAmount, openAmount);
    }

    function _remove(address member, uint256 lp) internal returns (uint256 open, uint256 paid, uint256 held) {
        vm.prank(member);
        return _desk.remove(lp, 0, 0, LATER);
    }

    /// @dev A trade straight through the pair, by somebody with endless means, who keeps what comes out.
    function _push(address trader, bool buys, uint256 amountIn) internal returns (uint256 amountOut) {
        if (buys) _usdt.mint(trader, amountIn);
        else _giveOpen(trader, amountIn);
        return _swapOwn(trader, buys, amountIn);
    }

    /// @dev The same with what the trader has.
    function _swapOwn(address trader, bool buys, uint256 amountIn) internal returns (uint256 amountOut) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(_usdt), address(_open)) : (address(_open), address(_usdt));
        _allow(trader, address(_router));
        vm.prank(trader);
        return _router.swapExactTokensForTokens(amountIn, 0, path, trader, LATER)[1];
    }

    function _reserves() internal view returns (uint256 reserveUsdt, uint256 reserveOpen) {
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        return _pair.token0() == address(_usdt) ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function _least(uint256 a, uint256 b) internal pure returns (uint256) {
        return a < b ? a : b;
    }

    function _ids(uint256 first) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = first;
    }

    function _ids(uint256 first, uint256 second) internal pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (first, second);
    }
}
