// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestBase} from "../kit/TestBase.sol";

/// @dev Calls whose outcome is known before they are made: a model says "goes through", or by which refusal it does not. Any
/// other outcome reverts the handler, which the runner takes as a finding, so nothing is swallowed. What went through is
/// counted by move, so that a suite in which nothing goes through is noticed.
abstract contract ModelledCalls is TestBase {
    /// @dev The model's answer for a call that goes through.
    bytes4 internal constant PASSES = 0;
    /// @dev Refusals that are texts: the public pair's and the router's.
    bytes4 internal constant TEXT = bytes4(keccak256("Error(string)"));
    /// @dev What the test tokens say to whoever has too little.
    bytes4 internal constant PANIC = bytes4(keccak256("Panic(uint256)"));

    mapping(bytes32 move => uint256) private _passed;
    mapping(bytes32 move => uint256) private _refused;

    /// @dev `move` answered `got` where the model said `wanted` (zero: goes through).
    error Surprise(string move, bytes4 wanted, bytes got);

    /// @dev How often `move` went through, and how often it was refused as the model said.
    function outcomes(string calldata move) external view returns (uint256 passed, uint256 refused) {
        bytes32 key = keccak256(bytes(move));
        return (_passed[key], _refused[key]);
    }

    /// @dev `data`, sent to `target` by `caller`, must end as the model says.
    function _modelled(
        string memory move,
        address caller,
        address target,
        bytes memory data,
        bytes4 refusal
    ) internal returns (bool passed, bytes memory answer) {
        vm.prank(caller);
        (passed, answer) = target.call(data);
        if ((passed ? PASSES : bytes4(answer)) != refusal) revert Surprise(move, refusal, answer);
        if (passed) _count(move);
        else _refused[keccak256(bytes(move))]++;
    }

    function _count(string memory move) internal {
        _passed[keccak256(bytes(move))]++;
    }
}
