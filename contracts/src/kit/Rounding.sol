// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title Products over a divisor, with the rounding in the name
/// @notice Exact for all numbers: the product may be longer than 256 bits. A result that does not fit reverts.
library Rounding {
    /// @notice x * y / divisor, the rest dropped.
    function mulDivDown(uint256 x, uint256 y, uint256 divisor) internal pure returns (uint256) {
        return Math.mulDiv(x, y, divisor);
    }

    /// @notice x * y / divisor, one more when there is a rest.
    function mulDivUp(uint256 x, uint256 y, uint256 divisor) internal pure returns (uint256) {
        return Math.mulDiv(x, y, divisor, Math.Rounding.Ceil);
    }
}
