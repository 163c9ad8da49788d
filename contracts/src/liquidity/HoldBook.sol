// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title HoldBook
/// @notice Which part of removed liquidity is kept back for which member, until when. Only counts; moves no token.
/// @dev Each member has a list of their own, oldest first: since every hold lasts as long, the oldest is also the first to be
/// free. Nobody can add to, or take from, the list of somebody else but by paying it out to them.
abstract contract HoldBook {
    using SafeCast for uint256;

    /// @notice What is held of one removal.
    struct Hold {
        /// Number of the hold, per member, from 1.
        uint256 id;
        /// OUSD still held, base units.
        uint256 amount;
        /// Unix seconds from which anyone may pay it out to the member.
        uint64 releaseAt;
    }

    /// @dev One slot. A pair holds less than 2^112 of a token, so the amount always fits.
    struct Entry {
        uint192 amount;
        uint64 releaseAt;
    }

    struct Book {
        Entry[] entries;
        /// Index before which everything is empty: re-adding starts here, so no hold is walked over twice.
        uint256 oldest;
        uint256 held;
    }

    /// @notice How long a hold lasts unless it is re-added before.
    uint256 public constant HOLD_TIME = 30 days;

    mapping(address member => Book) private _books;
    /// @notice OUSD held for all members together, base units.
    uint256 public totalHeld;

    /// @notice `asked` OUSD were to be re-added out of what is held, but only `held` are.
    error RemainingToAddInsufficient(uint256 asked, uint256 held);
    /// @notice The hold `holdId` is free only at `releaseAt` (Unix seconds).
    error NotYet(uint256 holdId, uint256 releaseAt);
    /// @notice There is no hold with this number, or nothing is left of it.
    error NothingHeld(uint256 holdId);

    /// @notice OUSD held for `member`, whether free already or not, base units.
    function heldOf(address member) public view returns (uint256) {
        return _books[member].held;
    }

    /// @notice The holds of `member` of which something is left, oldest first.
    function holdsOf(address member) external view returns (Hold[] memory holds) {
        Book storage book = _books[member];
        uint256 last = book.entries.length;
        uint256 kept = 0;
        for (uint256 i = book.oldest; i < last; i++) {
            if (book.entries[i].amount > 0) kept++;
        }
        holds = new Hold[](kept);
        kept = 0;
        for (uint256 i = book.oldest; i < last; i++) {
            Entry memory entry = book.entries[i];
            if (entry.amount > 0) holds[kept++] = Hold({id: i + 1, amount: entry.amount, releaseAt: entry.releaseAt});
        }
    }

    /// @dev Books a new hold. Nothing to hold: no hold, and zeros.
    function _hold(address member, uint256 amount) internal returns (uint256 holdId, uint256 releaseAt) {
        if (amount == 0) return (0, 0);
        Book storage book = _books[member];
        releaseAt = block.timestamp + HOLD_TIME;
        book.entries.push(Entry({amount: amount.toUint192(), releaseAt: releaseAt.toUint64()}));
        book.held += amount;
        totalHeld += amount;
        holdId = book.entries.length;
    }

    /// @dev Takes `amount` out of the member's holds, oldest first, free or not. At most what is held, checked by the caller.
    function _useOldest(address member, uint256 amount) internal {
        if (amount == 0) return;
        Book storage book = _books[member];
        book.held -= amount;
        totalHeld -= amount;
        uint256 index = book.oldest;
        while (amount > 0) {
            uint256 there = book.entries[index].amount;
            uint256 used = there < amount ? there : amount;
            amount -= used;
            book.entries[index].amount = (there - used).toUint192();
            if (used == there) index++;
        }
        book.oldest = index;
    }

    /// @dev Takes out all of a hold whose time has come.
    function _useFree(address member, uint256 holdId) internal returns (uint256 amount) {
        Book storage book = _books[member];
        if (holdId == 0 || holdId > book.entries.length) revert NothingHeld(holdId);
        Entry storage entry = book.entries[holdId - 1];
        amount = entry.amount;
        if (amount == 0) revert NothingHeld(holdId);
        if (block.timestamp < entry.releaseAt) revert NotYet(holdId, entry.releaseAt);
        entry.amount = 0;
        book.held -= amount;
        totalHeld -= amount;
    }
}
