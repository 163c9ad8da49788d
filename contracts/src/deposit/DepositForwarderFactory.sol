// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarder} from "./DepositForwarder.sol";

/// @title DepositForwarderFactory
/// @notice Knows the deposit address of every salt before anything is deployed there, and empties deposit addresses into
/// the treasury. Anyone may call: the destination is fixed, so the caller can only pay the gas.
/// @dev The address depends on this factory, the forwarder's code and the salt, and on nothing else. No owner, no key.
contract DepositForwarderFactory {
    /// @notice Where all deposits go.
    address public immutable treasury;
    /// @notice The code that the deposit addresses run.
    DepositForwarder public immutable implementation;

    /// @notice `amount` base units of `token` went from `forwarder` to the treasury.
    event Swept(address indexed forwarder, address indexed token, uint256 amount);

    /// @notice The treasury must be a contract already: the destination can never be corrected.
    error TreasuryWithoutCode(address treasury);

    /// @param treasury_ The deployed treasury.
    constructor(address treasury_) {
        if (treasury_.code.length == 0) revert TreasuryWithoutCode(treasury_);
        treasury = treasury_;
        implementation = new DepositForwarder(treasury_);
    }

    /// @notice The deposit address that belongs to `salt`, whether something is deployed there or not.
    function addressOf(bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(address(implementation), salt);
    }

    /// @notice Move all of `token` that lies at the address of `salt` to the treasury, deploying the forwarder when it
    /// is not there yet. Called by anyone. An empty address costs nothing more and is no error, so that two
    /// sweepers cannot disturb each other.
    /// @return amount What was moved, in the token's base units; zero if there was nothing.
    function sweep(bytes32 salt, IERC20 token) public returns (uint256 amount) {
        address forwarder = addressOf(salt);
        if (token.balanceOf(forwarder) == 0) return 0;
        if (forwarder.code.length == 0) Clones.cloneDeterministic(address(implementation), salt);
        amount = DepositForwarder(forwarder).sweep(token);
        emit Swept(forwarder, address(token), amount);
    }

    /// @notice The same for many addresses. Called by anyone. All or nothing: a token that refuses reverts the call.
    /// @return total Sum of what was moved, in the token's base units.
    function sweepMany(bytes32[] calldata salts, IERC20 token) external returns (uint256 total) {
        for (uint256 i = 0; i < salts.length; i++) {
            total += sweep(salts[i], token);
        }
    }
}
