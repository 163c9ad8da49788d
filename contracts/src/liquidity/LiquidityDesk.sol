// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {BackedDollar} from "../asset/BackedDollar.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {Rounding} from "../kit/Rounding.sol";
import {Membership} from "../member/Membership.sol";
import {IPoolFactory, IPoolRouter} from "../swap/PublicPool.sol";
import {TwapOracle} from "../swap/TwapOracle.sol";
import {HoldBook} from "./HoldBook.sol";
import {IPoolShares} from "./PoolShares.sol";

/// @title LiquidityDesk
/// @notice Where members put OPEN and USDT into the public pair and take them out again. The desk keeps the pool's shares
/// (LP) in the member's name. Of what comes out, OPEN goes back as it is; USDT becomes OUSD, of which a fifth stays here for
/// re-adding and is the member's without condition after 30 days. Shares that came of re-adding it stay as long.
///
/// Invariants: the pair's shares of this desk are at least the sum of {lpOf}; its OUSD is at least the sum of {heldOf}; it
/// holds nothing else that came from a member, and no allowance outlives a call.
/// @dev Amounts are base units, 18 decimals. Tokens go straight from the member to the pair, so what the pool does not take
/// never leaves the wallet. What arrives is measured, not believed. Gifts to this desk change nothing and stay here for ever.
/// Entrances can be paused and look at the average price; the ways out ({remove}, {removeInKind}, {release}) do neither.
contract LiquidityDesk is Guarded, ReentrancyGuardTransient, HoldBook, MarketErrors {
    using SafeERC20 for IERC20;
    using SafeERC20 for BackedDollar;
    using SafeERC20 for IPoolShares;
    using MeasuredTransfer for IERC20;
    using Rounding for uint256;

    /// @notice Part of the removed USDT side that is held, in basis points. Rounded down.
    uint256 public constant HOLD_BPS = 2_000;
    /// @notice Most that {minimumAdd} can ever be set to: 1,000 USDT.
    uint256 public constant MAX_MINIMUM_ADD = 1_000e18;
    /// @notice Least shares that one adding must bring. The pair rounds shares down by less than one, so this keeps the loss
    /// by rounding below a thousandth, whatever gifts have made a single share worth.
    uint256 public constant MINIMUM_LP = 1_000;
    /// @notice How far the pool's price may be from the 30-minute average when liquidity is added, in basis points.
    uint256 public constant maxDeviationBps = 2_000;
    uint256 private constant _WHOLE_BPS = 10_000;

    /// @notice One side of the pool.
    IERC20 public immutable usdt;
    /// @notice The other side.
    IERC20 public immutable open;
    /// @notice What the USDT side becomes when it is removed. This desk must be one of its minters.
    BackedDollar public immutable ousd;
    /// @notice The pool of USDT and OPEN, and the token of its shares.
    IPoolShares public immutable pair;
    /// @notice Knows who may add.
    Membership public immutable membership;
    /// @notice Knows the average price.
    TwapOracle public immutable oracle;
    bool private immutable _usdtIsFirst;

    /// @notice Least USDT that one {add} must put in, base units.
    uint256 public minimumAdd;
    /// @notice Shares (LP) that the desk keeps for `member`, base units.
    mapping(address member => uint256) public lpOf;
    /// @notice Sum of {lpOf}.
    uint256 public totalLp;

    /// @notice `member` put in `usdt` and `open` and got `lp`. `priceE18` is the average price, USDT per OPEN, that values it.
    event Added(address indexed member, uint256 usdt, uint256 open, uint256 lp, uint256 priceE18);
    /// @notice The same with OUSD, `usdt` of it in all, `fromHeld` of that out of what was held.
    event Readded(address indexed member, uint256 usdt, uint256 open, uint256 lp, uint256 priceE18, uint256 fromHeld);
    /// @notice `member` gave up `lp` for `open` and OUSD: `ousdPaid` paid out, `ousdHeld` held as number `holdId` until
    /// `releaseAt` (Unix seconds). Number and time are zero when nothing is held.
    event Removed(
        address indexed member,
        uint256 lp,
        uint256 open,
        uint256 ousdPaid,
        uint256 ousdHeld,
        uint256 holdId,
        uint256 releaseAt
    );
    /// @notice `member` took out `lp` shares as they are, while a token of the pool was frozen.
    event RemovedInKind(address indexed member, uint256 lp);
    /// @notice OUSD could not be minted, so the whole USDT side of the removal that follows went to `member` as USDT.
    event PaidInUsdt(address indexed member, uint256 amount);
    /// @notice `amount` OUSD of the hold `holdId` went to `member`.
    event Released(address indexed member, uint256 indexed holdId, uint256 amount);
    /// @notice The least USDT per adding is now `amount`.
    event MinimumAddSet(uint256 amount);

    /// @notice The pool's price `spot` is further than `maxBps` basis points from the 30-minute `average` (both USDT per
    /// OPEN, 18 decimals).
    error PriceTooFar(uint256 spot, uint256 average, uint256 maxBps);
    /// @notice The pool would take `usdt`, less than the `minimum` per adding.
    error BelowMinimum(uint256 usdt, uint256 minimum);
    /// @notice The pool would take only `taken` of a side, less than the `minimum` that the member set for it.
    error TooLittleTaken(uint256 taken, uint256 minimum);
    /// @notice So little that rounding would eat a noticeable part: `lp` shares, less than `minimum`.
    error TooLittleLp(uint256 lp, uint256 minimum);
    /// @notice `asked` shares were to be removed, but only `held` are the member's.
    error LpInsufficient(uint256 asked, uint256 held);
    /// @notice {remove} works, so the shares themselves are not given out.
    error Removable();
    /// @notice Only this desk calls that of itself.
    error OnlyItself(address caller);
    /// @notice OUSD is backed by `backing`, not by the pool's USDT.
    error WrongBacking(address backing);

    /// @param usdt_ USDT, 18 decimals.
    /// @param open_ OPEN.
    /// @param ousd_ OUSD, backed by `usdt_`.
    /// @param pair_ The pair of USDT and OPEN; must be the one that the router uses.
    /// @param router PancakeSwap's or Uniswap's V2 router. Asked here which pair is the real one, and not used afterwards.
    /// @param membership_ Who is activated.
    /// @param oracle_ The pair's oracle.
    /// @param admin The timelock: minimum, unpausing.
    /// @param pauser May pause the entrances.
    constructor(
        IERC20 usdt_,
        IERC20 open_,
        BackedDollar ousd_,
        IPoolShares pair_,
        IPoolRouter router,
        Membership membership_,
        TwapOracle oracle_,
        address admin,
        address pauser
    ) Guarded(admin, pauser) {
        if (address(membership_).code.length == 0) revert WithoutCode(address(membership_));
        address expected = IPoolFactory(router.factory()).getPair(address(usdt_), address(open_));
        if (address(pair_) != expected) revert WrongPair(address(pair_), expected);
        address watched = address(oracle_.pair());
        if (watched != expected) revert WrongPair(watched, expected);
        address backing = address(ousd_.backing());
        if (backing != address(usdt_)) revert WrongBacking(backing);
        usdt = usdt_;
        open = open_;
        ousd = ousd_;
        pair = pair_;
        membership = membership_;
        oracle = oracle_;
        _usdtIsFirst = pair_.token0() == address(usdt_);
        _setMinimumAdd(10e18);
    }

    /// @notice Put liquidity in, at the pool's ratio: one side whole, of the other what belongs to it (rounded down). Called
    /// by an activated member, who has allowed this desk to take both. Refusals, in this order: paused, Expired, ZeroAmount,
    /// NotActive, PoolEmpty, the oracle's NotReady or Stale, PriceTooFar, BelowMinimum, TooLittleTaken (USDT, then OPEN), the tokens'
    /// own (allowance, balance), TransferMismatch, the pair's own, TooLittleLp.
    /// @param usdtDesired Most USDT to put in.
    /// @param openDesired Most OPEN to put in.
    /// @param usdtMin Least USDT that the pool must take.
    /// @param openMin Least OPEN that the pool must take.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return usdtTaken USDT that went into the pool.
    /// @return openTaken OPEN that went into the pool.
    /// @return lp Shares that are now the member's.
    function add(
        uint256 usdtDesired,
        uint256 openDesired,
        uint256 usdtMin,
        uint256 openMin,
        uint256 deadline
    ) external whenNotPaused nonReentrant returns (uint256 usdtTaken, uint256 openTaken, uint256 lp) {
        uint256 priceE18;
        (usdtTaken, openTaken, priceE18) = _enter(usdtDesired, openDesired, deadline);
        if (usdtTaken < minimumAdd) revert BelowMinimum(usdtTaken, minimumAdd);
        _checkTaken(usdtTaken, usdtMin, openTaken, openMin);
        usdt.moveIn(msg.sender, address(pair), usdtTaken);
        lp = _mintFor(msg.sender, openTaken);
        emit Added(msg.sender, usdtTaken, openTaken, lp, priceE18);
    }

    /// @notice Put OUSD back into the pool together with OPEN: first what is held (oldest first, free or not), then from the
    /// wallet. Only as much OUSD is turned into USDT as the pool takes. The shares that come of what is held can be removed
    /// only after the 30 days of that hold. Called by an activated member, who has allowed this desk to take OPEN and
    /// `ownOusd`. No minimum. Refusals, in this order: paused, Expired, ZeroAmount, NotActive, PoolEmpty, the oracle's
    /// NotReady or Stale, PriceTooFar, TooLittleTaken (OUSD, then OPEN), the tokens' own, TransferMismatch, the pair's own,
    /// TooLittleLp.
    /// @param heldOusd Most to use of what is held. More than is held counts as all of it, so that nobody makes this call fail
    /// by releasing a hold just before.
    /// @param ownOusd Most to use of the wallet's OUSD, after that.
    /// @param openDesired Most OPEN to put in.
    /// @param ousdMin Least OUSD that must go in.
    /// @param openMin Least OPEN that the pool must take.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return ousdTaken OUSD that went in, held and own.
    /// @return openTaken OPEN that went into the pool.
    /// @return lp Shares that are now the member's.
    function readd(
        uint256 heldOusd,
        uint256 ownOusd,
        uint256 openDesired,
        uint256 ousdMin,
        uint256 openMin,
        uint256 deadline
    ) external whenNotPaused nonReentrant returns (uint256 ousdTaken, uint256 openTaken, uint256 lp) {
        heldOusd = Math.min(heldOusd, heldOf(msg.sender));
        uint256 priceE18;
        (ousdTaken, openTaken, priceE18) = _enter(heldOusd + ownOusd, openDesired, deadline);
        _checkTaken(ousdTaken, ousdMin, openTaken, openMin);
        uint256 fromHeld = Math.min(ousdTaken, heldOusd);
        if (ousdTaken > fromHeld) ousd.safeTransferFrom(msg.sender, address(this), ousdTaken - fromHeld);
        ousd.redeem(ousdTaken);
        usdt.moveIn(address(this), address(pair), ousdTaken);
        lp = _mintFor(msg.sender, openTaken);
        _useOldest(msg.sender, fromHeld, lp, ousdTaken);
        emit Readded(msg.sender, ousdTaken, openTaken, lp, priceE18, fromHeld);
    }

    /// @notice Take liquidity out. OPEN goes to the member. The USDT side becomes OUSD, {HOLD_BPS} of it (rounded down) is
    /// held for re-adding, the rest goes to the member. Where OUSD cannot be minted (paused), all of the USDT goes to the
    /// member as it is and nothing is held: this way out never closes. Called by whoever has shares here, for ever.
    /// Refusals, in this order: Expired, ZeroAmount, LpInsufficient, LpLocked, the pair's own, TooLittleReceived (USDT, then
    /// OPEN).
    /// @param lp Shares to give up.
    /// @param usdtMin Least USDT that the pool must give.
    /// @param openMin Least OPEN that the pool must give.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return openOut OPEN that came out.
    /// @return ousdPaid OUSD that the member received.
    /// @return ousdHeld OUSD that is held.
    function remove(
        uint256 lp,
        uint256 usdtMin,
        uint256 openMin,
        uint256 deadline
    ) external nonReentrant returns (uint256 openOut, uint256 ousdPaid, uint256 ousdHeld) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        _giveUp(msg.sender, lp);
        return _payOut(msg.sender, lp, usdtMin, openMin);
    }

    /// @notice Take the shares out as they are, while {remove} is impossible because a token of the pool does not move (USDT
    /// can be frozen by its issuer). They are ordinary shares of the public pair, good for their part of both sides whenever
    /// that works again. Called by whoever has shares here, for ever. Refusals, in this order: ZeroAmount, LpInsufficient,
    /// LpLocked, TooLittleLp, the pair's own (in the middle of another movement), Removable.
    /// @param lp Shares to take out.
    function removeInKind(uint256 lp) external nonReentrant {
        _giveUp(msg.sender, lp);
        // Of fewer the pair refuses to pay out a side because it rounds to nothing, which is no frozen token.
        if (lp < MINIMUM_LP) revert TooLittleLp(lp, MINIMUM_LP);
        // Refuses while the pair is lending, when {remove} would fail without any token being frozen.
        pair.sync();
        // Nobody gets around the hold by giving too little gas: what would be left after a failure for want of gas (1/64) does
        // not pay for the transfer that follows.
        try this.tryPayOut(msg.sender, lp) {} catch (bytes memory reason) {
            if (bytes4(reason) == Removable.selector) revert Removable();
        }
        pair.safeTransfer(msg.sender, lp);
        emit RemovedInKind(msg.sender, lp);
    }

    /// @notice Whether shares can be paid out: always reverts, with {Removable} when they can. Called by this desk only.
    function tryPayOut(address member, uint256 lp) external {
        if (msg.sender != address(this)) revert OnlyItself(msg.sender);
        _payOut(member, lp, 0, 0);
        revert Removable();
    }

    /// @notice Pay out to `member` the holds whose 30 days are over, as OUSD. Called by anyone, for ever; it can only go to
    /// the member. Holds that were paid out or re-added before are passed over. Refusals, in this order: ZeroAmount (no
    /// numbers), then per hold NothingHeld (no such number), NotYet; NothingHeld of the first when nothing is left of any.
    /// @param member Whose holds.
    /// @param holdIds Their numbers.
    function release(address member, uint256[] calldata holdIds) external nonReentrant {
        if (holdIds.length == 0) revert ZeroAmount();
        uint256 sum = 0;
        for (uint256 i = 0; i < holdIds.length; i++) {
            uint256 amount = _useFree(member, holdIds[i]);
            if (amount == 0) continue;
            sum += amount;
            emit Released(member, holdIds[i], amount);
        }
        if (sum == 0) revert NothingHeld(holdIds[0]);
        ousd.safeTransfer(member, sum);
    }

    /// @notice Set the least USDT per adding. Called by the admin (the timelock).
    /// @param amount Base units, at most {MAX_MINIMUM_ADD}.
    function setMinimumAdd(uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setMinimumAdd(amount);
    }

    /// @dev What both entrances check, and what the pool takes of the desired amounts at its ratio. Looks at the price first,
    /// so that the average is of now.
    function _enter(
        uint256 usdtDesired,
        uint256 openDesired,
        uint256 deadline
    ) private returns (uint256 usdtTaken, uint256 openTaken, uint256 averageE18) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (usdtDesired == 0 || openDesired == 0) revert ZeroAmount();
        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        if (reserveUsdt == 0 || reserveOpen == 0) revert PoolEmpty();
        oracle.update();
        averageE18 = oracle.price();
        _checkPrice(reserveUsdt.mulDivDown(1e18, reserveOpen), averageE18);
        // The public router's rule, to the unit: the other side rounded down.
        openTaken = usdtDesired.mulDivDown(reserveOpen, reserveUsdt);
        if (openTaken <= openDesired) return (usdtDesired, openTaken, averageE18);
        return (openDesired.mulDivDown(reserveUsdt, reserveOpen), openDesired, averageE18);
    }

    function _checkPrice(uint256 spotE18, uint256 averageE18) private pure {
        uint256 distance = spotE18 > averageE18 ? spotE18 - averageE18 : averageE18 - spotE18;
        if (distance * _WHOLE_BPS > averageE18 * maxDeviationBps)
            revert PriceTooFar(spotE18, averageE18, maxDeviationBps);
    }

    function _checkTaken(uint256 usdtTaken, uint256 usdtMin, uint256 openTaken, uint256 openMin) private pure {
        if (usdtTaken < usdtMin) revert TooLittleTaken(usdtTaken, usdtMin);
        if (openTaken < openMin) revert TooLittleTaken(openTaken, openMin);
    }

    function _reserves() private view returns (uint256 ofUsdt, uint256 ofOpen) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        return _usdtIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    /// @dev The USDT side lies in the pair already. Takes the OPEN side from the member and books the shares to them.
    function _mintFor(address member, uint256 openTaken) private returns (uint256 lp) {
        open.moveIn(member, address(pair), openTaken);
        lp = pair.mint(address(this));
        if (lp < MINIMUM_LP) revert TooLittleLp(lp, MINIMUM_LP);
        lpOf[member] += lp;
        totalLp += lp;
    }

    /// @dev Takes `lp` out of the member's shares, none that is locked.
    function _giveUp(address member, uint256 lp) private {
        if (lp == 0) revert ZeroAmount();
        uint256 own = lpOf[member];
        if (lp > own) revert LpInsufficient(lp, own);
        _checkFree(member, lp, own);
        lpOf[member] = own - lp;
        totalLp -= lp;
    }

    /// @dev Turns shares that are nobody's any more into what {remove} pays.
    function _payOut(
        address member,
        uint256 lp,
        uint256 usdtMin,
        uint256 openMin
    ) private returns (uint256 openOut, uint256 ousdPaid, uint256 ousdHeld) {
        uint256 usdtOut;
        (usdtOut, openOut) = _burn(lp);
        if (usdtOut < usdtMin) revert TooLittleReceived(usdtOut, usdtMin);
        if (openOut < openMin) revert TooLittleReceived(openOut, openMin);
        uint256 holdId;
        uint256 releaseAt;
        if (_mintDollars(usdtOut)) {
            ousdHeld = usdtOut.mulDivDown(HOLD_BPS, _WHOLE_BPS);
            ousdPaid = usdtOut - ousdHeld;
            (holdId, releaseAt) = _hold(member, ousdHeld);
            ousd.safeTransfer(member, ousdPaid);
        } else {
            usdt.safeTransfer(member, usdtOut);
            emit PaidInUsdt(member, usdtOut);
        }
        open.safeTransfer(member, openOut);
        emit Removed(member, lp, openOut, ousdPaid, ousdHeld, holdId, releaseAt);
    }

    /// @dev Turns shares into both tokens, here. What arrives counts, so that a token with a fee cannot close the way out.
    function _burn(uint256 lp) private returns (uint256 usdtOut, uint256 openOut) {
        uint256 usdtBefore = usdt.balanceOf(address(this));
        uint256 openBefore = open.balanceOf(address(this));
        pair.safeTransfer(address(pair), lp);
        pair.burn(address(this));
        usdtOut = usdt.balanceOf(address(this)) - usdtBefore;
        openOut = open.balanceOf(address(this)) - openBefore;
    }

    /// @dev Turns USDT that lies here into OUSD that lies here. False when OUSD refuses; the allowance is gone either way.
    /// Nobody gets around the hold by giving too little gas: what would be left after a failure for want of gas (1/64) does
    /// not pay for the transfers that follow.
    function _mintDollars(uint256 amount) private returns (bool minted) {
        usdt.forceApprove(address(ousd), amount);
        try ousd.mint(address(this), amount) {
            return true;
        } catch {
            usdt.forceApprove(address(ousd), 0);
            return false;
        }
    }

    function _setMinimumAdd(uint256 amount) private {
        if (amount > MAX_MINIMUM_ADD) revert AboveCap(amount, MAX_MINIMUM_ADD);
        minimumAdd = amount;
        emit MinimumAddSet(amount);
    }
}
