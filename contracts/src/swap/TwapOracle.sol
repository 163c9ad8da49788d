// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Rounding} from "../kit/Rounding.sol";
import {IPoolPair} from "./PublicPool.sol";

/// @title Time-weighted price of OPEN in USDT
/// @notice The median of the six newest means of the pair's own price, each over at least five minutes: 30 to 60 minutes in
/// all. What is done to the price within one block, or within two neighbouring ones, lies in at most two of the six, and the
/// median does not take it up. Everything that values OPEN uses {price}; {spot} is only there to be compared with it.
/// @dev The pair adds up price times seconds; two readings of that sum give the mean between them. Since its last movement the
/// price is known for every second, so what lies after that is cut into means of five minutes without anybody having looked;
/// before that, somebody must look at least every ten minutes ({update}: traders, who add liquidity, our keeper, anyone).
/// There is no admin, no key and nothing to set. Prices are USDT per OPEN with 18 decimals, rounded down.
contract TwapOracle is MarketErrors {
    using Rounding for uint256;

    /// @dev One slot.
    struct Mean {
        /// USDT per OPEN, UQ112x112.
        uint224 price;
        /// Seconds that it is taken over.
        uint32 duration;
    }

    /// @dev What the next mean begins at.
    struct Observation {
        /// Unix seconds, whole, so that ages never wrap (the pair's own clock keeps 32 bits only).
        uint64 timestamp;
        /// Means that were ever stored.
        uint64 count;
        /// The pair's sum of UQ112x112 prices times seconds. Wraps by design; only differences count.
        uint256 cumulative;
    }

    /// @dev What a look at this moment would store: a mean of `duration` seconds (none if zero), then `calm` means of
    /// {SPACING} at the price of now.
    struct Fresh {
        uint256 price;
        uint256 duration;
        uint256 calm;
        uint256 calmPrice;
        uint256 cumulative;
    }

    /// @notice Means whose median is the price.
    uint256 public constant MEANS = 6;
    /// @notice Least seconds of one mean.
    uint256 public constant SPACING = 5 minutes;
    /// @notice Most seconds that the six may span together.
    uint256 public constant MAX_SPAN = 60 minutes;

    /// @notice The pair that is watched.
    IPoolPair public immutable pair;
    /// @notice The token that is priced.
    address public immutable open;
    bool private immutable _openIsFirst;

    Mean[MEANS] private _means;
    Observation private _last;

    /// @notice `open` is none of the pair's two tokens.
    error NotInPair(address open);
    /// @notice There are no six means yet: at the earliest at `readyAt` (Unix seconds). Zero: the pool was empty until now,
    /// the clock has not started.
    error NotReady(uint256 readyAt);
    /// @notice Nobody looked for too long while the price moved: the six newest means span `span` seconds, more than `most`.
    error Stale(uint256 span, uint256 most);

    /// @param pair_ The pair of OPEN and USDT.
    /// @param open_ OPEN, one of the pair's tokens.
    constructor(IPoolPair pair_, address open_) {
        bool isFirst = pair_.token0() == open_;
        if (!isFirst && pair_.token1() != open_) revert NotInPair(open_);
        pair = pair_;
        open = open_;
        _openIsFirst = isFirst;
        _begin(pair_, isFirst);
    }

    /// @notice Store the means since the last look, when that is at least {SPACING} ago. Called by anyone; otherwise, and
    /// while the pool is empty, it does nothing.
    function update() external {
        Observation memory last = _last;
        if (last.timestamp == 0) return _begin(pair, _openIsFirst);
        Fresh memory fresh = _look(last);
        if (fresh.duration == 0 && fresh.calm == 0) return;
        uint256 count = last.count;
        if (fresh.duration > 0) _store(count++, fresh.price, fresh.duration);
        for (uint256 i = 0; i < fresh.calm; i++) _store(count++, fresh.calmPrice, SPACING);
        _last = Observation({timestamp: uint64(block.timestamp), count: uint64(count), cumulative: fresh.cumulative});
    }

    /// @notice USDT per OPEN (18 decimals, rounded down): the median of the six newest means, as if somebody had looked just
    /// now. Reverts {NotReady} while there are no six, {Stale} when they span more than {MAX_SPAN}.
    function price() external view returns (uint256 priceE18) {
        Observation memory last = _last;
        if (last.timestamp == 0) revert NotReady(0);
        Fresh memory fresh = _look(last);
        uint256[MEANS] memory sorted;
        uint256 have = 0;
        uint256 span = fresh.duration + fresh.calm * SPACING;
        for (; have < fresh.calm; have++) sorted[have] = fresh.calmPrice;
        if (fresh.duration > 0) _insert(sorted, have++, fresh.price);
        uint256 isNew = have;
        for (uint256 back = 1; have < MEANS && back <= last.count; back++) {
            Mean memory mean = _means[(last.count - back) % MEANS];
            _insert(sorted, have++, mean.price);
            span += mean.duration;
        }
        if (have < MEANS) revert NotReady((isNew > 0 ? block.timestamp : last.timestamp) + (MEANS - have) * SPACING);
        if (span > MAX_SPAN) revert Stale(span, MAX_SPAN);
        // An even number has two in the middle.
        return Math.average(sorted[MEANS / 2 - 1], sorted[MEANS / 2]).mulDivDown(1e18, 1 << 112);
    }

    /// @notice USDT per OPEN by the reserves of this moment (18 decimals, rounded down). Anyone can move it within one
    /// transaction: never value anything by it.
    function spot() external view returns (uint256 priceE18) {
        (uint256 ofUsdt, uint256 ofOpen, ) = _reserves(pair, _openIsFirst);
        if (ofUsdt == 0 || ofOpen == 0) revert PoolEmpty();
        return ofUsdt.mulDivDown(1e18, ofOpen);
    }

    /// @notice When somebody last looked (Unix seconds), the pair's sum then, and how many means were stored by then. Zeros
    /// while the pool has been empty at every look.
    function lastObservation() external view returns (uint256 timestamp, uint256 cumulative, uint256 count) {
        return (_last.timestamp, _last.cumulative, _last.count);
    }

    /// @dev The clock starts at the pair's last movement: its sum of that moment is known. An empty pool has no price, and its
    /// seconds would count as seconds at price zero: it does not start then.
    function _begin(IPoolPair from, bool openIsFirst) private {
        (uint256 ofUsdt, uint256 ofOpen, uint256 unmoved) = _reserves(from, openIsFirst);
        if (ofUsdt == 0 || ofOpen == 0) return;
        _last.timestamp = uint64(block.timestamp - unmoved);
        _last.cumulative = openIsFirst ? from.price0CumulativeLast() : from.price1CumulativeLast();
    }

    /// @dev What is new since `last`. Empty when that is less than {SPACING} ago.
    function _look(Observation memory last) private view returns (Fresh memory fresh) {
        uint256 elapsed = block.timestamp - last.timestamp;
        if (elapsed < SPACING) return fresh;
        (uint256 ofUsdt, uint256 ofOpen, uint256 unmoved) = _reserves(pair, _openIsFirst);
        // A pool that is empty again has no price: nothing to see.
        if (ofUsdt == 0 || ofOpen == 0) return fresh;
        fresh.calmPrice = (ofUsdt << 112) / ofOpen;
        fresh.calm = Math.min(Math.min(elapsed, unmoved) / SPACING, MEANS);
        if (fresh.calm < MEANS) {
            fresh.duration = elapsed - fresh.calm * SPACING;
            if (fresh.duration > 0 && fresh.duration < SPACING) {
                fresh.calm--;
                fresh.duration += SPACING;
            }
        }
        unchecked {
            // Wraps like the pair's own sum, at 2^256.
            fresh.cumulative = _openIsFirst ? pair.price0CumulativeLast() : pair.price1CumulativeLast();
            fresh.cumulative += fresh.calmPrice * unmoved;
            uint256 grown = fresh.cumulative - last.cumulative - fresh.calmPrice * (fresh.calm * SPACING);
            // Below 2^256 for 2^32 seconds, and rounded down.
            if (fresh.duration > 0) fresh.price = grown / fresh.duration;
        }
    }

    /// @dev Puts `value` into its place among the first `have` of `sorted`, smallest first.
    function _insert(uint256[MEANS] memory sorted, uint256 have, uint256 value) private pure {
        uint256 index = have;
        for (; index > 0 && sorted[index - 1] > value; index--) sorted[index] = sorted[index - 1];
        sorted[index] = value;
    }

    function _store(uint256 index, uint256 priceUq, uint256 duration) private {
        // A mean of prices of 224 bits has 224 bits. A duration beyond 32 bits would be stale for ever, not short.
        _means[index % MEANS] = Mean({price: uint224(priceUq), duration: uint32(Math.min(duration, type(uint32).max))});
    }

    /// @dev Both reserves, and the seconds since the pair moved (its own clock wraps at 2^32).
    function _reserves(
        IPoolPair from,
        bool openIsFirst
    ) private view returns (uint256 ofUsdt, uint256 ofOpen, uint256 unmoved) {
        (uint256 reserve0, uint256 reserve1, uint32 movedAt) = from.getReserves();
        (ofOpen, ofUsdt) = openIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        unchecked {
            unmoved = uint32(block.timestamp) - movedAt;
        }
    }
}
