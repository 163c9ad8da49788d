// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {OpenToken} from "../asset/OpenToken.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {Rounding} from "../kit/Rounding.sol";
import {Membership} from "../member/Membership.sol";
import {IPoolFactory, IPoolPair, IPoolRouter} from "./PublicPool.sol";
import {TwapOracle} from "./TwapOracle.sol";

/// @title SwapDesk
/// @notice Where members trade OPEN against USDT, through the public pair. The community fee is taken in USDT and lies
/// in the treasury when the call ends; a part of every OPEN that is sold is burned. The desk keeps nothing: what a buyer
/// pays goes straight to the treasury and the pair, what a seller gets passes through in the same call. It allows nobody
/// anything.
/// @dev Amounts are base units, 18 decimals. Fee and burn are rounded up, what the member receives down. Received
/// amounts are measured, not believed. Tokens sent here by mistake touch no trade, and nobody can take them out.
contract SwapDesk is Guarded, ReentrancyGuardTransient, MarketErrors {
    using SafeERC20 for IERC20;
    using MeasuredTransfer for IERC20;
    using Rounding for uint256;

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
    /// @notice The public router. Asked once which pair is the real one and what its fee is, and not used afterwards.
    IPoolRouter public immutable router;
    /// @notice The pool's own fee in basis points, as the router computes it (30 on Uniswap V2, 25 on PancakeSwap).
    uint256 public immutable poolFeeBps;
    /// @notice Knows who may buy.
    Membership public immutable membership;
    /// @notice Reminded to look before each trade.
    TwapOracle public immutable oracle;
    /// @notice Receives the community fee.
    address public immutable treasury;
    bool private immutable _usdtIsFirst;

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
        _usdtIsFirst = pair_.token0() == address(usdt_);
        // Out of a pool this deep comes all but the fee, less one unit of rounding, which the division drops.
        uint256 out = router_.getAmountOut(_PROBE, _PROBE_RESERVE, _PROBE_RESERVE);
        poolFeeBps = (_PROBE - out).mulDivDown(_WHOLE_BPS, _PROBE);
        _setCommunityFee(50);
        _setBurn(100);
    }

    /// @notice Buy OPEN for `usdtIn` USDT. Called by an activated member, who has allowed this desk to take `usdtIn`.
    /// Refusals, in this order: NotTradable, Expired, ZeroAmount, NotActive, PoolEmpty, then the token's own (allowance,
    /// balance), TransferMismatch, TooLittleReceived.
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
        uint256 out = _amountOut(rest, true);
        if (out == 0 || out < minOpenOut) revert TooLittleReceived(out, minOpenOut);
        usdt.moveIn(msg.sender, address(pair), rest);
        if (fee > 0) usdt.moveIn(msg.sender, treasury, fee);
        openOut = _swap(open, out, msg.sender);
        if (openOut < minOpenOut) revert TooLittleReceived(openOut, minOpenOut);
        emit Traded(msg.sender, true, usdtIn, openOut, fee, 0);
    }

    /// @notice Sell `openIn` OPEN for USDT. Called by any holder, activated or not, who has allowed this desk to take
    /// `openIn`. Refusals, in this order: NotTradable, Expired, ZeroAmount, PoolEmpty, then the token's own (allowance,
    /// balance), TooLittleReceived.
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
        uint256 out = _amountOut(rest, false);
        if (out == 0) revert TooLittleReceived(0, minUsdtOut);
        IERC20(address(open)).moveIn(msg.sender, address(pair), rest);
        if (burned > 0) open.burnFrom(msg.sender, burned);
        uint256 gross = _swap(usdt, out, address(this));
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
        openOut = _amountOut(rest, true);
    }

    /// @notice What {sell} would give in this block, to the unit: USDT received, the fee already taken from it, and the
    /// OPEN burned. Reverts like the pool while that is empty.
    function quoteSell(uint256 openIn) external view returns (uint256 usdtOut, uint256 fee, uint256 burned) {
        uint256 rest;
        (burned, rest) = _split(openIn, burnBps);
        if (rest == 0) revert ZeroAmount();
        (fee, usdtOut) = _split(_amountOut(rest, false), communityFeeBps);
    }

    /// @notice Whether {buy} and {sell} are switched on.
    function tradable() external view returns (bool) {
        return !paused();
    }

    function _checkOpenFor(uint256 amount, uint256 deadline) private view {
        if (paused()) revert NotTradable();
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (amount == 0) revert ZeroAmount();
    }

    /// @dev The part of `bps` basis points, rounded up (against the member), and what is left.
    function _split(uint256 amount, uint256 bps) private pure returns (uint256 part, uint256 rest) {
        part = amount.mulDivUp(bps, _WHOLE_BPS);
        rest = amount - part;
    }

    /// @dev What the pool gives for `amountIn` of one side: the public router's rule, to the unit.
    function _amountOut(uint256 amountIn, bool buys) private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        if (reserve0 == 0 || reserve1 == 0) revert PoolEmpty();
        (uint256 from, uint256 to) = buys == _usdtIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 counted = amountIn * (_WHOLE_BPS - poolFeeBps);
        return counted.mulDivDown(to, from * _WHOLE_BPS + counted);
    }

    /// @dev Before the swap, so that the observation holds nothing of this trade. An oracle that fails stops no trade.
    function _observe() private {
        try oracle.update() {} catch {
            return;
        }
    }

    /// @dev The other side lies in the pair already. What arrives is measured; the caller compares it with the minimum.
    function _swap(IERC20 to, uint256 amountOut, address receiver) private returns (uint256 received) {
        uint256 held = to.balanceOf(receiver);
        bool isFirst = (address(to) == address(usdt)) == _usdtIsFirst;
        pair.swap(isFirst ? amountOut : 0, isFirst ? 0 : amountOut, receiver, "");
        received = to.balanceOf(receiver) - held;
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
