// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A pair whose reserves and sums are whatever a test says, so that clocks and sums can be put where they wrap.
contract FixedPair {
    address public immutable token0;
    address public immutable token1;
    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _movedAt;
    uint256 public price0CumulativeLast;
    uint256 public price1CumulativeLast;

    constructor(address token0_, address token1_) {
        (token0, token1) = (token0_, token1_);
    }

    /// @dev Both sums start at `sum`; the pair moved at this second.
    function set(uint112 reserve0, uint112 reserve1, uint256 sum) external {
        (_reserve0, _reserve1, _movedAt) = (reserve0, reserve1, uint32(block.timestamp));
        (price0CumulativeLast, price1CumulativeLast) = (sum, sum);
    }

    /// @dev What every movement of the real pair does: add the seconds that went by at the old price.
    function move(uint112 reserve0, uint112 reserve1) external {
        unchecked {
            uint256 elapsed = uint32(block.timestamp) - _movedAt;
            price0CumulativeLast += ((uint256(_reserve1) << 112) / _reserve0) * elapsed;
            price1CumulativeLast += ((uint256(_reserve0) << 112) / _reserve1) * elapsed;
        }
        (_reserve0, _reserve1, _movedAt) = (reserve0, reserve1, uint32(block.timestamp));
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (_reserve0, _reserve1, _movedAt);
    }
}
