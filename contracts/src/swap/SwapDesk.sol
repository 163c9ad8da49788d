// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {OpenToken} from "../asset/OpenToken.sol";
import {Guarded} from "../kit/Guarded.sol";
import {Membership} from "../member/Membership.sol";
import {IPoolFactory, IPoolPair, IPoolRouter} from "./PublicPool.sol";
import {TwapOracle} from "./TwapOracle.sol";

/// @title SwapDesk
/// @notice Where members trade OPEN against USDT, through the public pair. The community fee is taken in USDT and lies
/// in the treasury when the call ends; a part of every OPEN that is sold is burned. The desk keeps nothing: what comes
/// in goes out in the same call, and no allowance is left behind.
/// @dev Amounts are base units, 18 decimals. Fee and burn are rounded up, what the member receives down. Received
/// amounts are measured, not believed. Tokens sent here by mistake touch no trade, and nobody can take them out.
contract SwapDesk is Guarded, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Most that fee and burn can ever be set to, each, in basis points.
    uint256 public constant MAX_BPS = 300;
    uint256 private constant _WHOLE_BPS = 10_000;
    // What the router is asked in order to learn its fee: an amount that moves a pool of this size not at all.
    uint256 private constant _PROBE = 1e18;
    uint256 private constant _PROBE_RESERVE = 1e50;

    /// @notice What OPEN is paid with.
    IERC20 public immutable usdt;
    /// @notice What is traded.
    OpenToken public immutable open;
    /// @notice The pool of both.
    IPoolPair public immutable pair;
    /// @notice The public router that swaps through the pair.
    IPoolRouter public immutable router;
    /// @notice Knows who may buy.
    Membership public immutable membership;
    /// @notice Reminded to look before each trade.
    TwapOracle public immutable oracle;
    /// @notice Receives the community fee.
    address public immutable treasury;

    /// @notice Community fee on the USDT side, in basis points of all that is paid (buy) or of all that the pool gives
    /// (sell).
    /// @dev Both lie in the slot of the pause switch, which every trade reads anyway.
    uint64 public communityFeeBps;
    /// @notice Part of the sold OPEN that is burned, in basis points.
    uint64 public burnBps;

    /// @notice A trade. Bought: `usdtAmount` is all that the member paid (`fee` included), `openAmount` what arrived,
    /// `burned` zero. Sold: `usdtAmount` is what arrived (after `fee`), `openAmount` all that was given (`burned`
    /// included).
    event Traded(
        address indexed member,
        bool indexed bought,
        uint256 usdtAmount,
        uint256 openAmount,
        uint256 fee,
        uint256 burned
    );
    /// @notice The community fee is now `bps` basis points.
    event CommunityFeeSet(uint256 bps);
    /// @notice The burnt part of sold OPEN is now `bps` basis points.
    event BurnSet(uint256 bps);

    /// @notice OPEN is temporarily not tradable here.
    error NotTradable();
    /// @notice `deadline` (Unix seconds) was before `time`, the block's.
    error Expired(uint256 deadline, uint256 time);
    /// @notice Nothing to trade, or nothing left of it after fee or burn.
    error ZeroAmount();
    /// @notice OPEN is bought by activated addresses only.
    error NotActive(address member);
    /// @notice The trade would have brought `received`, less than the `minimum` that the member set, or nothing at all.
    error TooLittleReceived(uint256 received, uint256 minimum);
    /// @notice A token moved another amount than asked, e.g. one that takes a fee on the way.
    error TransferMismatch(uint256 expected, uint256 arrived);
    /// @notice Fee or burn beyond the cap in the code.
    error AboveCap(uint256 bps, uint256 most);
    /// @notice The router works with `expected` for these tokens, not with `given`.
    error WrongPair(address given, address expected);
    /// @notice An address that must be a contract has no code.
    error WithoutCode(address place);

    /// @param usdt_ USDT, 18 decimals.
    /// @param open_ OPEN.
    /// @param pair_ The pair of both; must be the one that the router uses.
    /// @param router_ PancakeSwap's or Uniswap's V2 router.
    /// @param membership_ Who is activated.
    /// @param oracle_ The pair's oracle.
    /// @param treasury_ Receiver of the community fee.
    /// @param admin The timelock: fee, burn, unpausing.
    /// @param pauser May switch trading off.
    constructor(
        IERC20 usdt_,
        OpenToken open_,
        IPoolPair pair_,
        IPoolRouter router_,
        Membership membership_,
        TwapOracle oracle_,
        address treasury_,
        address admin,
        address pauser
    ) Guarded(admin, pauser) {
        if (treasury_.code.length == 0) revert WithoutCode(treasury_);
        if (address(membership_).code.length == 0) revert WithoutCode(address(membership_));
        address expected = IPoolFactory(router_.factory()).getPair(address(usdt_), address(open_));
        if (address(pair_) != expected) revert WrongPair(address(pair_), expected);
        address watched = address(oracle_.pair());
        if (watched != expected) revert WrongPair(watched, expected);
        usdt = usdt_;
        open = open_;
        pair = pair_;
        router = router_;
        membership = membership_;
        oracle = oracle_;
        treasury = treasury_;
        _setCommunityFee(50);
        _setBurn(100);
    }

    /// @notice Buy OPEN for `usdtIn` USDT. Called by an activated member, who has allowed this desk to take `usdtIn`.
    /// Refusals, in this order: NotTradable, Expired, ZeroAmount, NotActive, then the token's own (allowance, balance),
    /// the pool's own (empty), TooLittleReceived.
    /// @param usdtIn All that the member pays, community fee included.
    /// @param minOpenOut Least OPEN to receive. Zero is the member's own risk: anyone may then trade before them.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return openOut OPEN that the member received.
    function buy(uint256 usdtIn, uint256 minOpenOut, uint256 deadline) external nonReentrant returns (uint256 openOut) {
        _checkOpenFor(usdtIn, deadline);
        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);
        (uint256 fee, uint256 rest) = _split(usdtIn, communityFeeBps);
        if (rest == 0) revert ZeroAmount();
        _observe();
        _take(usdt, usdtIn);
        if (fee > 0) usdt.safeTransfer(treasury, fee);
        openOut = _swap(usdt, open, rest, msg.sender);
        if (openOut < minOpenOut) revert TooLittleReceived(openOut, minOpenOut);
        emit Traded(msg.sender, true, usdtIn, openOut, fee, 0);
    }

    /// @notice Sell `openIn` OPEN for USDT. Called by any holder, activated or not, who has allowed this desk to take
    /// `openIn`. Refusals, in this order: NotTradable, Expired, ZeroAmount, then the token's own (allowance, balance),
    /// the pool's own (empty), TooLittleReceived.
    /// @param openIn All that the member gives, the burnt part included.
    /// @param minUsdtOut Least USDT to receive after the fee. Zero is the member's own risk.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return usdtOut USDT that the member received.
    function sell(
        uint256 openIn,
        uint256 minUsdtOut,
        uint256 deadline
    ) external nonReentrant returns (uint256 usdtOut) {
        _checkOpenFor(openIn, deadline);
        (uint256 burned, uint256 rest) = _split(openIn, burnBps);
        if (rest == 0) revert ZeroAmount();
        _observe();
        _take(open, openIn);
        if (burned > 0) open.burn(burned);
        uint256 gross = _swap(open, usdt, rest, address(this));
        uint256 fee;
        (fee, usdtOut) = _split(gross, communityFeeBps);
        if (usdtOut == 0 || usdtOut < minUsdtOut) revert TooLittleReceived(usdtOut, minUsdtOut);
        if (fee > 0) usdt.safeTransfer(treasury, fee);
        usdt.safeTransfer(msg.sender, usdtOut);
        emit Traded(msg.sender, false, usdtOut, openIn, fee, burned);
    }

    /// @notice Set the community fee. Called by the admin (the timelock). Counts from the next trade.
    /// @param bps Basis points, at most {MAX_BPS}.
    function setCommunityFeeBps(uint256 bps) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setCommunityFee(bps);
    }

    /// @notice Set the burnt part of sold OPEN. Called by the admin (the timelock). Counts from the next trade.
    /// @param bps Basis points, at most {MAX_BPS}.
    function setBurnBps(uint256 bps) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setBurn(bps);
    }

    /// @notice What {buy} would give in this block, to the unit: OPEN received and the fee in it. Says nothing about
    /// whether the caller may buy. Reverts like the pool while that is empty.
    function quoteBuy(uint256 usdtIn) external view returns (uint256 openOut, uint256 fee) {
        uint256 rest;
        (fee, rest) = _split(usdtIn, communityFeeBps);
        if (rest == 0) revert ZeroAmount();
        openOut = _amountOut(address(usdt), address(open), rest);
    }

    /// @notice What {sell} would give in this block, to the unit: USDT received, the fee already taken from it, and the
    /// OPEN burned. Reverts like the pool while that is empty.
    function quoteSell(uint256 openIn) external view returns (uint256 usdtOut, uint256 fee, uint256 burned) {
        uint256 rest;
        (burned, rest) = _split(openIn, burnBps);
        if (rest == 0) revert ZeroAmount();
        (fee, usdtOut) = _split(_amountOut(address(open), address(usdt), rest), communityFeeBps);
    }

    /// @notice Whether {buy} and {sell} are switched on.
    function tradable() external view returns (bool) {
        return !paused();
    }

    /// @notice The pool's own fee in basis points, as the router computes it (30 on Uniswap V2, 25 on PancakeSwap).
    /// @dev Out of a pool this deep comes all but the fee, less one unit of rounding, which the division drops.
    function poolFeeBps() external view returns (uint256) {
        uint256 out = router.getAmountOut(_PROBE, _PROBE_RESERVE, _PROBE_RESERVE);
        return ((_PROBE - out) * _WHOLE_BPS) / _PROBE;
    }

    function _checkOpenFor(uint256 amount, uint256 deadline) private view {
        if (paused()) revert NotTradable();
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (amount == 0) revert ZeroAmount();
    }

    /// @dev The part of `bps` basis points, rounded up (against the member), and what is left.
    function _split(uint256 amount, uint256 bps) private pure returns (uint256 part, uint256 rest) {
        part = Math.ceilDiv(amount * bps, _WHOLE_BPS);
        rest = amount - part;
    }

    function _amountOut(address from, address to, uint256 amount) private view returns (uint256) {
        return router.getAmountsOut(amount, _path(from, to))[1];
    }

    /// @dev Before the swap, so that the observation holds nothing of this trade. An oracle that fails stops no trade.
    function _observe() private {
        try oracle.update() {} catch {
            return;
        }
    }

    function _take(IERC20 token, uint256 amount) private {
        uint256 held = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 arrived = token.balanceOf(address(this)) - held;
        if (arrived != amount) revert TransferMismatch(amount, arrived);
    }

    /// @dev The minimum is checked by the caller on what was measured, hence none for the router. It takes exactly what
    /// it is allowed, so nothing is left of the allowance.
    function _swap(IERC20 from, IERC20 to, uint256 amount, address receiver) private returns (uint256 received) {
        uint256 held = to.balanceOf(receiver);
        from.forceApprove(address(router), amount);
        router.swapExactTokensForTokens(amount, 0, _path(address(from), address(to)), receiver, block.timestamp);
        received = to.balanceOf(receiver) - held;
    }

    function _path(address from, address to) private pure returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = (from, to);
    }

    function _setCommunityFee(uint256 bps) private {
        if (bps > MAX_BPS) revert AboveCap(bps, MAX_BPS);
        communityFeeBps = uint64(bps);
        emit CommunityFeeSet(bps);
    }

    function _setBurn(uint256 bps) private {
        if (bps > MAX_BPS) revert AboveCap(bps, MAX_BPS);
        burnBps = uint64(bps);
        emit BurnSet(bps);
    }
}
