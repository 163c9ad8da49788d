// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title OPEN, the community token
/// @notice Fixed supply of 1,000,000,000 OPEN with 18 decimals, made once. Anyone may burn their own. There is no
/// mint, no tax, no block list and no owner: nobody can change a balance but its holder, or whom the holder allowed.
contract OpenToken is ERC20, ERC20Burnable, ERC20Permit {
    /// @notice All OPEN that will ever exist, in base units (10^18 = 1 OPEN).
    uint256 public constant INITIAL_SUPPLY = 1_000_000_000e18;

    /// @param holder Receives the whole supply. Must not be zero (refused by ERC20).
    constructor(address holder) ERC20("Openmere", "OPEN") ERC20Permit("Openmere") {
        _mint(holder, INITIAL_SUPPLY);
    }
}
