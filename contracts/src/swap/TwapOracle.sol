// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolPair} from "./PublicPool.sol";

/// @title Time-weighted price of OPEN in USDT
/// @notice Averages the pair's own price over at least 30 minutes, so that nobody moves it within a block or two.
/// Everything that values OPEN uses {price}; {spot} is only there to be compared with it.
/// @dev The pair adds up price times seconds. Two readings of that sum give the average between them. Anyone may store
/// readings; there is no admin, no key and nothing to set. Prices are USDT per OPEN with 18 decimals, rounded down.
contract TwapOracle {
    struct Observation {
        /// Unix seconds, whole, so that ages never wrap (the pair's own clock keeps 32 bits only).
        uint64 timestamp;
        /// The pair's sum of UQ112x112 prices times seconds. Wraps by design; only differences count.
        uint256 cumulative;
    }

    /// @notice Least seconds that the average spans.
    uint256 public constant PERIOD = 30 minutes;
    /// @notice Least seconds between two stored observations.
    uint256 public constant SPACING = 5 minutes;
    /// @notice Observations kept. SLOTS - 1 spacings are more than PERIOD, so the newest old enough is never
    /// overwritten.
    uint256 public constant SLOTS = 32;

    /// @notice The pair that is watched.
    IPoolPair public immutable pair;
    /// @notice The token that is priced.
    address public immutable open;
    bool private immutable _openIsFirst;

    Observation[SLOTS] private _observations;
    /// @notice How many observations were ever stored.
    uint256 public count;

    /// @notice `open` is none of the pair's two tokens.
    error NotInPair(address open);
    /// @notice No observation is 30 minutes old yet: the first will be at `readyAt` (Unix seconds). Zero: the pool was
    /// empty until now, the clock has not started.
    error NotReady(uint256 readyAt);
    /// @notice The pool holds nothing, so it has no price.
    error PoolEmpty();

    /// @param pair_ The pair of OPEN and USDT.
    /// @param open_ OPEN, one of the pair's tokens.
    constructor(IPoolPair pair_, address open_) {
        bool isFirst = pair_.token0() == open_;
        if (!isFirst && pair_.token1() != open_) revert NotInPair(open_);
        pair = pair_;
        open = open_;
        _openIsFirst = isFirst;
        _store(pair_, isFirst);
    }

    /// @notice Store an observation, when the last is at least {SPACING} old. Called by anyone; otherwise, and while
    /// the pool is empty, it does nothing.
    function update() external {
        uint256 stored = count;
        if (stored > 0 && block.timestamp < _at(stored - 1).timestamp + SPACING) return;
        _store(pair, _openIsFirst);
    }

    /// @notice Average USDT per OPEN (18 decimals, rounded down) from the newest observation that is at least {PERIOD}
    /// old until now. Reverts {NotReady} when there is none.
    function price() external view returns (uint256 priceE18) {
        uint256 stored = count;
        uint256 kept = Math.min(stored, SLOTS);
        for (uint256 back = 1; back <= kept; back++) {
            Observation storage from = _at(stored - back);
            uint256 elapsed = block.timestamp - from.timestamp;
            if (elapsed < PERIOD) continue;
            uint256 grown;
            unchecked {
                // Both sums wrap at 2^256; the difference is right as long as it is below that, which it is for 2^32 s.
                grown = _cumulativeNow(pair, _openIsFirst) - from.cumulative;
            }
            return Math.mulDiv(grown / elapsed, 1e18, 1 << 112);
        }
        revert NotReady(readyAt());
    }

    /// @notice Unix seconds from which {price} answers, and then for ever: in the past once it does. Zero while the
    /// pool has been empty at every look.
    function readyAt() public view returns (uint256) {
        uint256 stored = count;
        if (stored == 0) return 0;
        return _at(stored - Math.min(stored, SLOTS)).timestamp + PERIOD;
    }

    /// @notice USDT per OPEN by the reserves of this moment (18 decimals, rounded down). Anyone can move it within one
    /// transaction: never value anything by it.
    function spot() external view returns (uint256 priceE18) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        if (reserve0 == 0 || reserve1 == 0) revert PoolEmpty();
        (uint256 ofOpen, uint256 ofUsdt) = _openIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        return (ofUsdt * 1e18) / ofOpen;
    }

    /// @notice The last stored observation: Unix seconds and the pair's sum then. Zeros when there is none.
    function lastObservation() external view returns (uint256 timestamp, uint256 cumulative) {
        uint256 stored = count;
        if (stored == 0) return (0, 0);
        Observation storage last = _at(stored - 1);
        return (last.timestamp, last.cumulative);
    }

    /// @dev An empty pool has no price, and its seconds would count as seconds at price zero: nothing is stored then.
    function _store(IPoolPair from, bool openIsFirst) private {
        (uint256 reserve0, uint256 reserve1, ) = from.getReserves();
        if (reserve0 == 0 || reserve1 == 0) return;
        uint256 stored = count;
        count = stored + 1;
        Observation storage slot = _at(stored);
        slot.timestamp = uint64(block.timestamp);
        slot.cumulative = _cumulativeNow(from, openIsFirst);
    }

    /// @dev The observation with the running number `index`, counted from zero.
    function _at(uint256 index) private view returns (Observation storage) {
        return _observations[index % SLOTS];
    }

    /// @dev The sum of OPEN's price up to this second. The pair adds the time since its last movement only when it
    /// moves again, so this adds it on top, at the reserves that stood since then.
    function _cumulativeNow(IPoolPair from, bool openIsFirst) private view returns (uint256 cumulative) {
        (uint112 reserve0, uint112 reserve1, uint32 movedAt) = from.getReserves();
        cumulative = openIsFirst ? from.price0CumulativeLast() : from.price1CumulativeLast();
        (uint256 ofOpen, uint256 ofUsdt) = openIsFirst
            ? (uint256(reserve0), uint256(reserve1))
            : (uint256(reserve1), uint256(reserve0));
        unchecked {
            // Wraps like the pair's own: its clock at 2^32, its sum at 2^256.
            uint256 unmoved = uint32(block.timestamp) - movedAt;
            cumulative += ((ofUsdt << 112) / ofOpen) * unmoved;
        }
    }
}
