// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {MarketErrors} from "../../src/kit/Errors.sol";
import {Medal} from "../../src/node/Medal.sol";
import {MedalBase} from "../node/MedalBase.sol";
import {TestBase} from "../kit/TestBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev Members and others subscribe for themselves and for each other, with and without permits, move what they hold and what
/// they do not, while sales open and close. Who holds what, and who ever bought, is booked beside it.
contract MedalHandler is MedalBase, ModelledCalls {
    uint256 public constant ACTORS = 8;

    mapping(address who => uint256) public held;
    mapping(address who => bool) public bought;
    mapping(uint256 tokenId => address) public holder;
    mapping(uint8 tokenType => uint256) public sold;
    mapping(uint8 tokenType => bool) private _closed;
    uint256[] private _ids;
    uint256 public paid;

    constructor() {
        _openSale();
        for (uint256 i = 0; i < ACTORS; i++) {
            _fund(actor(i));
            if (i >= ACTORS - 2) continue;
            vm.prank(actor(i));
            membership.activate(ROOT);
        }
    }

    /// @dev The last two are never activated.
    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function ids() external view returns (uint256[] memory) {
        return _ids;
    }

    function _isMember(uint256 who) private pure returns (bool) {
        return who % ACTORS < ACTORS - 2;
    }

    function _refusal(uint256 who, uint8 tokenType, uint256 recipient) private view returns (bytes4) {
        if (_closed[tokenType]) return Medal.NotOnSale.selector;
        if (!_isMember(who) || !_isMember(recipient)) return MarketErrors.NotActive.selector;
        if (bought[actor(who)]) return Medal.AlreadyBought.selector;
        return held[actor(recipient)] > 0 ? Medal.AlreadyHolds.selector : PASSES;
    }

    function subscribe(uint256 who, uint8 tokenType, uint256 recipient) external {
        tokenType = tokenType % 5;
        bytes4 refusal = _refusal(who, tokenType, recipient);
        if (medal.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (tokenType == 0 || tokenType == 4) refusal = Medal.UnknownType.selector;
        else if (tokenType == 2) refusal = Medal.PermitNeeded.selector;
        bytes memory call = abi.encodeCall(Medal.mint, (tokenType, actor(recipient)));
        (bool passed, bytes memory answer) = _modelled("subscribe", actor(who), address(medal), call, refusal);
        if (passed) _book(who, tokenType, recipient, abi.decode(answer, (uint256)));
    }

    /// @dev With a permit for `named`, which is good for them only.
    function subscribeGold(uint256 who, uint256 recipient, uint256 named, bool late) external {
        uint256 deadline = late ? block.timestamp - 1 : block.timestamp;
        bytes memory permit = _goldPermit(actor(named), deadline);
        bytes4 refusal = _refusal(who, 2, recipient);
        if (medal.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (late) refusal = MarketErrors.Expired.selector;
        else if (actor(named) != actor(who)) refusal = Medal.WrongPermit.selector;
        bytes memory call = abi.encodeCall(Medal.mintWithPermit, (2, actor(recipient), deadline, permit));
        (bool passed, bytes memory answer) = _modelled("subscribeGold", actor(who), address(medal), call, refusal);
        if (passed) _book(who, 2, recipient, abi.decode(answer, (uint256)));
    }

    function _book(uint256 who, uint8 tokenType, uint256 recipient, uint256 id) private {
        uint256[4] memory firsts = [uint256(0), 1, 101, 301];
        uint256[4] memory prices = [uint256(0), 5_000e18, 2_000e18, 1_000e18];
        _eq(id, firsts[tokenType] + sold[tokenType], "the next id of its type");
        sold[tokenType]++;
        bought[actor(who)] = true;
        held[actor(recipient)]++;
        holder[id] = actor(recipient);
        _ids.push(id);
        paid += prices[tokenType];
    }

    function move(uint256 which, uint256 from, uint256 to, bool isTheirs) external {
        if (_ids.length == 0) return;
        uint256 id = _ids[which % _ids.length];
        address mover = isTheirs ? holder[id] : actor(from);
        bytes4 refusal = PASSES;
        if (held[actor(to)] > 0) refusal = Medal.AlreadyHolds.selector;
        else if (mover != holder[id]) refusal = bytes4(keccak256("ERC721InsufficientApproval(address,uint256)"));
        bytes memory call = abi.encodeCall(IERC721.transferFrom, (holder[id], actor(to), id));
        (bool passed, ) = _modelled("move", mover, address(medal), call, refusal);
        if (!passed) return;
        held[holder[id]]--;
        held[actor(to)]++;
        holder[id] = actor(to);
    }

    function setSale(uint8 tokenType, bool closes) external {
        tokenType = 1 + (tokenType % 3);
        uint64 until = closes ? uint64(block.timestamp) : type(uint64).max;
        bytes memory call = abi.encodeCall(Medal.setSale, (tokenType, OPENS, until));
        _modelled("setSale", ADMIN, address(medal), call, PASSES);
        _closed[tokenType] = closes;
    }

    function throwSwitch() external {
        bool off = medal.paused();
        bytes memory call = off ? abi.encodeCall(medal.unpause, ()) : abi.encodeCall(medal.pause, ());
        _modelled("throwSwitch", off ? ADMIN : PAUSER, address(medal), call, PASSES);
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 1 hours));
    }

    function contracts() external view returns (Medal, uint256 received, uint256 left) {
        return (medal, usdt.balanceOf(address(treasury)), usdt.balanceOf(address(medal)));
    }
}

contract MedalInvariant is TestBase {
    MedalHandler private _handler;

    function setUp() public {
        _handler = new MedalHandler();
        // The window that the medal is made with would end in the middle of a long run.
        for (uint8 i = 0; i < 3; i++) _handler.setSale(i, false);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        for (uint8 i = 0; i < 5; i++) _handler.subscribe(0, i, 0);
        _reached("subscribe", 1, 4);
        _handler.subscribe(6, 3, 6);
        _handler.subscribe(1, 3, 7);
        _handler.subscribe(1, 3, 0);
        _handler.subscribe(1, 3, 2);
        _reached("subscribe", 2, 7);
        _handler.subscribeGold(3, 3, 4, false);
        _handler.subscribeGold(3, 3, 3, true);
        _handler.subscribeGold(3, 3, 3, false);
        _handler.subscribeGold(3, 4, 3, false);
        _reached("subscribeGold", 1, 3);
        _handler.move(0, 5, 5, false);
        _handler.move(0, 0, 2, true);
        _handler.move(0, 0, 6, true);
        _reached("move", 1, 2);
        _handler.throwSwitch();
        _handler.subscribe(4, 3, 4);
        _handler.move(0, 0, 0, true);
        _handler.throwSwitch();
        _handler.setSale(2, true);
        _handler.subscribe(4, 3, 4);
        _handler.setSale(2, false);
        _handler.wait_(7);
        _handler.subscribe(4, 3, 4);
        _reached("subscribe", 3, 9);
        _reached("move", 2, 2);
        _reached("setSale", 5, 0);
        _reached("throwSwitch", 2, 0);
        invariant_oneEachAndEverybodyTheirOwn();
        invariant_everyMedalIsPaid();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_oneEachAndEverybodyTheirOwn() public view {
        (Medal medal, , ) = _handler.contracts();
        for (uint256 i = 0; i < _handler.ACTORS(); i++) {
            address who = _handler.actor(i);
            _holds(medal.balanceOf(who) <= 1, "nobody holds two");
            _eq(medal.balanceOf(who), _handler.held(who), "as booked");
            _holds(medal.hasBought(who) == _handler.bought(who), "who bought is remembered");
        }
        uint256[] memory ids = _handler.ids();
        for (uint256 i = 0; i < ids.length; i++) {
            _eq(medal.ownerOf(ids[i]), _handler.holder(ids[i]), "owner");
            _eq(
                medal.typeOf(ids[i]),
                ids[i] <= 100
                    ? 1
                    : ids[i] <= 300
                        ? 2
                        : 3,
                "type"
            );
        }
    }

    function invariant_everyMedalIsPaid() public view {
        (Medal medal, uint256 received, uint256 left) = _handler.contracts();
        _eq(received, _handler.paid(), "all prices lie in the treasury");
        _eq(left, 0, "and nothing stays");
        for (uint8 i = 1; i <= 3; i++) {
            (, uint256 sold, , , ) = medal.saleOf(i);
            _eq(sold, _handler.sold(i), "counted");
        }
    }
}
