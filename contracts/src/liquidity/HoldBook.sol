// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Rounding} from "../kit/Rounding.sol";

/// @title HoldBook
/// @notice Which part of removed liquidity is kept back for which member, until when; and which shares came of re-adding it,
/// which stay until then, too. Only counts; moves no token.
/// @dev Each member has two lists of their own, oldest first: since every hold lasts as long, the oldest is also the first to
/// be free, and since re-adding takes the oldest first, so are the shares. Nobody can add to, or take from, the list of
/// somebody else but by paying it out to them.
abstract contract HoldBook {
    using SafeCast for uint256;
    using Rounding for uint256;

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

    /// @dev Shares that were made of what was held, and the time of that hold. One slot.
    struct Lock {
        uint192 lp;
        uint64 freeAt;
    }

    struct Book {
        Entry[] entries;
        /// Index before which everything is empty: re-adding starts here, so no hold is walked over twice.
        uint256 oldest;
        uint256 held;
        Lock[] locks;
        /// Index before which every lock is over.
        uint256 firstLock;
    }

    /// @notice How long a hold lasts unless it is re-added before.
    uint256 public constant HOLD_TIME = 30 days;

    mapping(address member => Book) private _books;
    /// @notice OUSD held for all members together, base units.
    uint256 public totalHeld;

    /// @notice The hold `holdId` is free only at `releaseAt` (Unix seconds).
    error NotYet(uint256 holdId, uint256 releaseAt);
    /// @notice There is no hold with this number, or nothing is left of it.
    error NothingHeld(uint256 holdId);
    /// @notice `asked` shares were to be removed, but only `free` are not locked; from `freeAt` (Unix seconds) on enough are.
    error LpLocked(uint256 asked, uint256 free, uint256 freeAt);

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

    /// @notice Shares of `member` that came of re-adding what was held and cannot be removed yet, because the 30 days of that
    /// hold are not over. Base units.
    function lockedOf(address member) public view returns (uint256 locked) {
        Book storage book = _books[member];
        for (uint256 i = book.locks.length; i > book.firstLock && book.locks[i - 1].freeAt > block.timestamp; i--) {
            locked += book.locks[i - 1].lp;
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
    /// `lp` shares were made of `whole`, of which `amount` is a part: of what comes from a hold whose time is not over, the
    /// shares are locked until then. Rounded up over the sum, so that it is never more than `lp`.
    function _useOldest(address member, uint256 amount, uint256 lp, uint256 whole) internal {
        if (amount == 0) return;
        Book storage book = _books[member];
        book.held -= amount;
        totalHeld -= amount;
        uint256 index = book.oldest;
        uint256 used = 0;
        uint256 counted = 0;
        while (used < amount) {
            Entry storage entry = book.entries[index];
            uint256 there = entry.amount;
            uint256 part = there < amount - used ? there : amount - used;
            if (part > 0) {
                used += part;
                entry.amount = (there - part).toUint192();
                uint256 shares = lp.mulDivUp(used, whole) - counted;
                counted += shares;
                _lock(book, shares, entry.releaseAt);
            }
            if (part == there) index++;
        }
        book.oldest = index;
    }

    /// @dev Takes out all of a hold whose time has come. Zero when that was done before.
    function _useFree(address member, uint256 holdId) internal returns (uint256 amount) {
        Book storage book = _books[member];
        uint256 last = book.entries.length;
        if (holdId == 0 || holdId > last) revert NothingHeld(holdId);
        Entry storage entry = book.entries[holdId - 1];
        amount = entry.amount;
        if (amount == 0) return 0;
        if (block.timestamp < entry.releaseAt) revert NotYet(holdId, entry.releaseAt);
        entry.amount = 0;
        book.held -= amount;
        totalHeld -= amount;
        uint256 index = book.oldest;
        if (index != holdId - 1) return amount;
        while (index < last && book.entries[index].amount == 0) index++;
        book.oldest = index;
    }

    /// @dev `lp` of the `own` shares of `member` must not be locked. Forgets the locks that are over.
    function _checkFree(address member, uint256 lp, uint256 own) internal {
        Book storage book = _books[member];
        uint256 last = book.locks.length;
        uint256 first = book.firstLock;
        if (first == last) return;
        uint256 start = first;
        while (first < last && book.locks[first].freeAt <= block.timestamp) first++;
        if (first != start) book.firstLock = first;
        uint256 free = own - lockedOf(member);
        if (lp <= free) return;
        uint256 later = free;
        while (later + book.locks[first].lp < lp) later += book.locks[first++].lp;
        revert LpLocked(lp, free, book.locks[first].freeAt);
    }

    function _lock(Book storage book, uint256 lp, uint64 freeAt) private {
        if (lp == 0 || freeAt <= block.timestamp) return;
        uint256 last = book.locks.length;
        if (last > 0 && book.locks[last - 1].freeAt == freeAt) {
            book.locks[last - 1].lp += lp.toUint192();
        } else {
            book.locks.push(Lock({lp: lp.toUint192(), freeAt: freeAt}));
        }
    }
}
