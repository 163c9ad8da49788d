// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BackedDollar} from "../asset/BackedDollar.sol";
import {OpenToken} from "../asset/OpenToken.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {Rounding} from "../kit/Rounding.sol";
import {Membership} from "../member/Membership.sol";
import {IPoolPair} from "../swap/PublicPool.sol";
import {SwapDesk} from "../swap/SwapDesk.sol";
import {TwapOracle} from "../swap/TwapOracle.sol";

/// @title UsdoMint
/// @notice Where members make USDO, the payment dollar: from USDT, 1:1 and free; or from OPEN, which is sold through the public
/// pair and turned into USDO in the same call. Selling costs exactly what it costs at the swap desk at that moment, so that
/// minting and redeeming is no way round the desk's fee, its burn or its switch. Nothing stays here. The way back is
/// {BackedDollar-redeem}, which nobody can stop.
/// @dev Amounts are base units, 18 decimals. Fee and burn are rounded up, what the member receives down. Received amounts are
/// measured, not believed. Gifts to this contract touch no minting and stay here for ever.
contract UsdoMint is Guarded, ReentrancyGuardTransient, MarketErrors {
    using SafeERC20 for IERC20;
    using MeasuredTransfer for IERC20;
    using Rounding for uint256;

    uint256 private constant _WHOLE_BPS = 10_000;

    /// @notice What backs USDO.
    IERC20 public immutable usdt;
    /// @notice What can be sold for it.
    OpenToken public immutable open;
    /// @notice What is minted. This contract is its only minter.
    BackedDollar public immutable usdo;
    /// @notice Whose fee, burn and switch count here, too.
    SwapDesk public immutable swapDesk;
    /// @notice The pool of USDT and OPEN, the desk's.
    IPoolPair public immutable pair;
    /// @notice The pool's own fee in basis points, as the desk has read it.
    uint256 public immutable poolFeeBps;
    /// @notice Knows who may mint, the desk's.
    Membership public immutable membership;
    /// @notice Reminded to look before each sale, the desk's.
    TwapOracle public immutable oracle;
    /// @notice Receives the community fee, the desk's.
    address public immutable treasury;
    bool private immutable _usdtIsFirst;

    /// @notice `member` gave `consumed` of `paidWith` (USDT or OPEN, burned part included) and received `obtained` USDO, which
    /// is `priceE18` USDO for one of what was given (18 decimals, rounded down). `fee` USDT went to the treasury, `burned`
    /// OPEN are burned; both zero when paid with USDT.
    event UsdoMinted(
        address indexed member,
        address indexed paidWith,
        uint256 consumed,
        uint256 obtained,
        uint256 priceE18,
        uint256 fee,
        uint256 burned
    );

    /// @notice OPEN is temporarily not tradable at the swap desk, so it is not sold here either.
    error NotTradable();
    /// @notice USDO is backed by `backing`, not by the desk's USDT.
    error WrongBacking(address backing);

    /// @param usdo_ USDO, backed by the desk's USDT.
    /// @param swapDesk_ The swap desk: pair, membership, oracle and treasury are its own.
    /// @param admin The timelock: unpausing.
    /// @param pauser May pause minting.
    constructor(BackedDollar usdo_, SwapDesk swapDesk_, address admin, address pauser) Guarded(admin, pauser) {
        address backing = address(usdo_.backing());
        if (backing != address(swapDesk_.usdt())) revert WrongBacking(backing);
        usdo = usdo_;
        swapDesk = swapDesk_;
        usdt = swapDesk_.usdt();
        open = swapDesk_.open();
        pair = swapDesk_.pair();
        poolFeeBps = swapDesk_.poolFeeBps();
        membership = swapDesk_.membership();
        oracle = swapDesk_.oracle();
        treasury = swapDesk_.treasury();
        _usdtIsFirst = swapDesk_.pair().token0() == backing;
    }

    /// @notice Turn `usdtIn` USDT into as much USDO. Called by an activated member, who has allowed this contract to take
    /// `usdtIn`; refused while paused. Refusals, in this order: paused, ZeroAmount, NotActive, then the token's own (allowance,
    /// balance), TransferMismatch.
    /// @param usdtIn USDT to pay; as much USDO arrives.
    function mintFromUsdt(uint256 usdtIn) external whenNotPaused nonReentrant {
        _checkMember(usdtIn);
        usdt.moveIn(msg.sender, address(this), usdtIn);
        _mint(usdtIn);
        emit UsdoMinted(msg.sender, address(usdt), usdtIn, usdtIn, 1e18, 0, 0);
    }

    /// @notice Sell `openIn` OPEN through the pool and receive what it brings as USDO. Called by an activated member, who has
    /// allowed this contract to take `openIn`; refused while paused. Refusals, in this order: paused, NotTradable, Expired,
    /// ZeroAmount, NotActive, PoolEmpty, then the token's own (allowance, balance), TooLittleReceived.
    /// @param openIn All OPEN that the member gives, the burnt part included.
    /// @param minUsdo Least USDO to receive, after the fee. Zero is the member's own risk: anyone may then trade before them.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return obtained USDO that the member received.
    function mintFromOpen(
        uint256 openIn,
        uint256 minUsdo,
        uint256 deadline
    ) external whenNotPaused nonReentrant returns (uint256 obtained) {
        if (!swapDesk.tradable()) revert NotTradable();
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        _checkMember(openIn);
        (uint256 burned, uint256 rest) = _split(openIn, swapDesk.burnBps());
        if (rest == 0) revert ZeroAmount();
        _observe();
        uint256 out = _amountOut(rest);
        if (out == 0) revert TooLittleReceived(0, minUsdo);
        IERC20(address(open)).moveIn(msg.sender, address(pair), rest);
        if (burned > 0) open.burnFrom(msg.sender, burned);
        uint256 fee;
        (fee, obtained) = _split(_sell(out), swapDesk.communityFeeBps());
        if (obtained == 0 || obtained < minUsdo) revert TooLittleReceived(obtained, minUsdo);
        if (fee > 0) usdt.safeTransfer(treasury, fee);
        _mint(obtained);
        emit UsdoMinted(msg.sender, address(open), openIn, obtained, obtained.mulDivDown(1e18, openIn), fee, burned);
    }

    /// @notice What {mintFromOpen} would give in this block, to the unit: USDO received, the fee already taken from it (USDT),
    /// and the OPEN burned. Says nothing about whether the caller may mint. Reverts like the pool while that is empty.
    function quoteFromOpen(uint256 openIn) external view returns (uint256 obtained, uint256 fee, uint256 burned) {
        uint256 rest;
        (burned, rest) = _split(openIn, swapDesk.burnBps());
        if (rest == 0) revert ZeroAmount();
        (fee, obtained) = _split(_amountOut(rest), swapDesk.communityFeeBps());
    }

    function _checkMember(uint256 amount) private view {
        if (amount == 0) revert ZeroAmount();
        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);
    }

    /// @dev The USDT lies here already; all that the dollar is allowed to take it takes in the same call.
    function _mint(uint256 amount) private {
        usdt.forceApprove(address(usdo), amount);
        usdo.mint(msg.sender, amount);
    }

    /// @dev The part of `bps` basis points, rounded up (against the member), and what is left.
    function _split(uint256 amount, uint256 bps) private pure returns (uint256 part, uint256 rest) {
        part = amount.mulDivUp(bps, _WHOLE_BPS);
        rest = amount - part;
    }

    /// @dev What the pool gives for `amountIn` OPEN: the public router's rule, to the unit.
    function _amountOut(uint256 amountIn) private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        if (reserve0 == 0 || reserve1 == 0) revert PoolEmpty();
        (uint256 ofUsdt, uint256 ofOpen) = _usdtIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 counted = amountIn * (_WHOLE_BPS - poolFeeBps);
        return counted.mulDivDown(ofUsdt, ofOpen * _WHOLE_BPS + counted);
    }

    /// @dev Before the sale, so that the observation holds nothing of it. An oracle that fails stops no minting.
    function _observe() private {
        try oracle.update() {} catch {
            return;
        }
    }

    /// @dev The OPEN lies in the pair already. What arrives is measured; the caller compares it with the minimum.
    function _sell(uint256 amountOut) private returns (uint256 received) {
        uint256 held = usdt.balanceOf(address(this));
        pair.swap(_usdtIsFirst ? amountOut : 0, _usdtIsFirst ? 0 : amountOut, address(this), "");
        received = usdt.balanceOf(address(this)) - held;
    }
}
