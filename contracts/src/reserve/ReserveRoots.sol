// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ReserveRoots
/// @notice Keeps what was published of each day's proof of reserves, so that nobody can say something else of that day later.
/// @dev Everybody writes under their own address, once for each day; readers know whose word they look for. So there is nothing to
/// administer, nothing to pause, and a stolen key can only say something wrong under its own name, where it is seen.
contract ReserveRoots {
    uint256 private constant _DAY = 1 days;

    /// @notice What `publisher` said of `day` (whole UTC days since 1970); zero where nothing was said.
    mapping(address publisher => mapping(uint256 day => bytes32 hash)) public hashOf;

    /// @notice `publisher` published `hash` for `day`.
    event Published(address indexed publisher, uint256 indexed day, bytes32 hash);

    /// @notice This day stands already, with `hash`.
    error AlreadyPublished(bytes32 hash);
    /// @notice `day` has not begun: the block is of `today`.
    error DayToCome(uint256 day, uint256 today);
    /// @notice Zero means that nothing was said.
    error NoHash();

    /// @notice Publish `hash` for `day`, for ever. Called by anyone, for themselves. Refusals in this order: NoHash, DayToCome,
    /// AlreadyPublished.
    /// @param day Whole UTC days since 1970, today at most.
    /// @param hash SHA-256 of the day's statement.
    function publish(uint256 day, bytes32 hash) external {
        if (hash == bytes32(0)) revert NoHash();
        // A whole day is long enough: what a block's maker can shift is seconds.
        // solhint-disable-next-line not-rely-on-time
        uint256 today = block.timestamp / _DAY;
        if (day > today) revert DayToCome(day, today);
        bytes32 known = hashOf[msg.sender][day];
        if (known != bytes32(0)) revert AlreadyPublished(known);
        hashOf[msg.sender][day] = hash;
        emit Published(msg.sender, day, hash);
    }
}
