// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The few test-only calls that the test machine answers at its well-known address.
interface Vm {
    function prank(address caller) external;
    function warp(uint256 timestampSec) external;
    function addr(uint256 privateKey) external pure returns (address);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function getRecordedLogs() external returns (Log[] memory);
    function recordLogs() external;

    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }
}

/// @dev What every Solidity test here stands on: acting as somebody, and saying exactly what must hold.
abstract contract TestBase {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    bytes32 internal constant ADMIN_ROLE = 0x00;

    error Unequal(string what, uint256 got, uint256 wanted);
    error WrongRefusal(string what, bytes got, bytes wanted);
    error NotRefused(string what);
    error Broken(string what);

    function _eq(uint256 got, uint256 wanted, string memory what) internal pure {
        if (got != wanted) revert Unequal(what, got, wanted);
    }

    function _eq(address got, address wanted, string memory what) internal pure {
        if (got != wanted) revert Unequal(what, uint160(got), uint160(wanted));
    }

    function _holds(bool condition, string memory what) internal pure {
        if (!condition) revert Broken(what);
    }

    /// @dev `data`, sent to `target` by `caller`, must revert with exactly `wanted`.
    function _refuses(
        address caller,
        address target,
        bytes memory data,
        bytes memory wanted,
        string memory what
    ) internal {
        vm.prank(caller);
        (bool success, bytes memory got) = target.call(data);
        if (success) revert NotRefused(what);
        if (keccak256(got) != keccak256(wanted)) revert WrongRefusal(what, got, wanted);
    }

    /// @dev `data`, sent to `target` by `caller`, must revert, whatever the reason.
    function _reverts(address caller, address target, bytes memory data, string memory what) internal {
        vm.prank(caller);
        (bool success, ) = target.call(data);
        if (success) revert NotRefused(what);
    }

    /// @dev Folds `value` into [low, high], so that every fuzzed input is used.
    function _bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        uint256 span = high - low;
        if (span == type(uint256).max) return value;
        return low + (value % (span + 1));
    }
}
