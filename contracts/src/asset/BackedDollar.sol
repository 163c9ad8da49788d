// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MoneyErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";

/// @title A dollar token that holds its own backing
/// @notice Deployed twice: OUSD (liquidity dollar) and USDO (payment dollar). Every unit stands for one unit of USDT
/// that lies in this contract. It comes into being only together with the USDT that backs it, and anyone can
/// turn it back into USDT at any time, 1:1, without fee and without asking.
///
/// Invariant: totalSupply() <= backing.balanceOf(this), always.
///
/// @dev Amounts are base units, 18 decimals on both sides, so 1:1 needs no rounding. USDT sent here by mistake
/// only widens the margin; nobody can take it out.
contract BackedDollar is ERC20, Guarded, ReentrancyGuardTransient, MoneyErrors {
    using MeasuredTransfer for IERC20;

    /// @notice May mint, by paying the backing in the same call. Given and taken by the admin.
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @notice The token that backs this one (USDT, 18 decimals). Fixed for ever.
    IERC20 public immutable backing;

    /// @notice Backing was paid in and as much minted.
    event Minted(address indexed minter, address indexed to, uint256 amount);
    /// @notice As much was burned and backing paid out.
    event Redeemed(address indexed holder, uint256 amount);

    /// @notice The backing token does not count in 18 decimals, so 1:1 would not be 1:1.
    error BackingDecimals(uint8 decimals);

    /// @param name_ Token name.
    /// @param symbol_ Token symbol: OUSD or USDO.
    /// @param backing_ USDT. Must count in 18 decimals.
    /// @param admin The timelock.
    /// @param pauser May pause minting (never redeeming).
    /// @param minters First holders of MINTER_ROLE; may be empty.
    constructor(
        string memory name_,
        string memory symbol_,
        IERC20Metadata backing_,
        address admin,
        address pauser,
        address[] memory minters
    ) ERC20(name_, symbol_) Guarded(admin, pauser) {
        uint8 unit = backing_.decimals();
        if (unit != 18) revert BackingDecimals(unit);
        backing = backing_;
        for (uint256 i = 0; i < minters.length; i++) {
            if (minters[i] == address(0)) revert ZeroAddress();
            _grantRole(MINTER_ROLE, minters[i]);
        }
    }

    /// @notice Pull `amount` USDT from the caller and mint as much to `to`. Called by MINTER_ROLE; refused while
    /// paused. The caller must have allowed exactly this contract to take `amount` of its USDT.
    /// @param to Receiver of the new units.
    /// @param amount Base units (18 decimals), more than zero.
    function mint(address to, uint256 amount) external onlyRole(MINTER_ROLE) whenNotPaused nonReentrant {
        if (amount == 0) revert ZeroAmount();
        // A backing that took a fee or lied would make units without cover.
        backing.moveIn(msg.sender, address(this), amount);
        _mint(to, amount);
        emit Minted(msg.sender, to, amount);
    }

    /// @notice Burn `amount` of the caller's units and pay the caller as much USDT. Called by any holder, for
    /// ever: there is no pause on this way out.
    /// @param amount Base units (18 decimals), more than zero, at most the caller's balance.
    function redeem(uint256 amount) external nonReentrant {
        if (amount == 0) revert ZeroAmount();
        _burn(msg.sender, amount);
        // The cover of everybody else falls by exactly what was burned. (Compared with the change and not with the
        // supply, so that a loss from outside could never close the exit.)
        backing.moveOut(msg.sender, amount);
        emit Redeemed(msg.sender, amount);
    }
}
