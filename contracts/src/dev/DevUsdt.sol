// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title USDT of the development chain
/// @notice Stands in for BSC's USDT: same name, symbol and 18 decimals. Never deployed by the production path.
contract DevUsdt is ERC20 {
    /// @notice The only one who may mint: whoever deployed it.
    address public immutable minter;

    /// @notice The caller is not the minter.
    error OnlyMinter(address caller);

    constructor() ERC20("Tether USD", "USDT") {
        minter = msg.sender;
    }

    /// @notice Make `amount` base units (18 decimals) for `to`. Called by the minter.
    function mint(address to, uint256 amount) external {
        if (msg.sender != minter) revert OnlyMinter(msg.sender);
        _mint(to, amount);
    }
}
