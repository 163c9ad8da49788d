// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What was spent within the last 24 hours
/// @notice A sum by the hour that the clock itself empties: each hour, what was spent 24 hours before falls out of it. An
/// amount counts for 24 hours at least and 25 at most, so within any 24 hours never more is spent than a limit allows.
library SpendWindow {
    /// @dev This hour and the 24 before it.
    uint256 private constant _HOURS = 25;

    struct Window {
        /// Hours since 1970 up to which `total` is counted.
        uint64 hour;
        /// Sum of `byHour`.
        uint192 total;
        /// Ring, by hour modulo 25.
        uint192[_HOURS] byHour;
    }

    /// @notice What counts as spent now.
    function spent(Window storage window) internal view returns (uint256 total) {
        uint256 hour = window.hour;
        uint256 passed = _passed(hour);
        total = window.total;
        for (uint256 i = 1; i <= passed && total > 0; i++) total -= window.byHour[(hour + i) % _HOURS];
    }

    /// @notice The same, and forgets what does not count any more.
    function roll(Window storage window) internal returns (uint256 total) {
        uint256 hour = window.hour;
        uint256 passed = _passed(hour);
        total = window.total;
        for (uint256 i = 1; i <= passed && total > 0; i++) {
            uint256 index = (hour + i) % _HOURS;
            uint192 old = window.byHour[index];
            if (old == 0) continue;
            total -= old;
            window.byHour[index] = 0;
        }
        window.hour = uint64(block.timestamp / 1 hours);
        window.total = uint192(total);
    }

    /// @notice Counts `amount` to this hour. After {roll}; the sum must fit 192 bits.
    function add(Window storage window, uint256 amount) internal {
        window.total += uint192(amount);
        window.byHour[window.hour % _HOURS] += uint192(amount);
    }

    /// @dev Hours that began since `hour`, as far as the ring goes.
    function _passed(uint256 hour) private view returns (uint256) {
        uint256 passed = block.timestamp / 1 hours - hour;
        return passed < _HOURS ? passed : _HOURS;
    }
}
