// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolPair} from "../../src/swap/PublicPool.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {FixedPair} from "../swap/FixedPair.sol";
import {TestBase} from "../kit/TestBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev A price that moves by any factor up to a million, looked at or not, with pushes that last for two blocks at most. The
/// clock of the pair wraps in the middle, and so does its sum.
contract OracleHandler is ModelledCalls {
    address public constant OPEN = address(0x0BE4);
    uint256 public constant BLOCKS = 6 seconds;
    uint256 public constant WINDOW = 65 minutes;
    uint112 private constant _OPEN_RESERVE = 1e24;

    struct Spell {
        uint256 since;
        uint256 priceE18;
        bool pushed;
    }

    FixedPair public immutable pair;
    TwapOracle public immutable oracle;
    bool private immutable _openIsFirst;

    Spell[] private _spells;
    uint256[] private _looks;
    uint256 private _pushedAt;

    constructor(bool openIsFirst) {
        _openIsFirst = openIsFirst;
        vm.warp(2 ** 32 - 2 hours);
        pair = openIsFirst ? new FixedPair(OPEN, address(1)) : new FixedPair(address(1), OPEN);
        (uint112 first, uint112 second) = openIsFirst ? (_OPEN_RESERVE, uint112(1e23)) : (uint112(1e23), _OPEN_RESERVE);
        pair.set(first, second, type(uint256).max - 1e40);
        oracle = new TwapOracle(IPoolPair(address(pair)), OPEN);
        _spell(1e23, false);
        _looks.push(block.timestamp);
    }

    /// @dev Somebody trades, and the price stays there.
    function trade(uint256 usdt) external {
        _price(_bound(usdt, 1e20, 1e26), false);
        _count("trade");
    }

    /// @dev The price is pushed by any factor, held for two blocks at most, and put back; whoever does it looks as often as they
    /// like. At most once within what the six means can span.
    function push(uint256 usdt, uint256 seconds_, bool looking) external {
        if (_pushedAt != 0 && block.timestamp - _pushedAt < WINDOW + BLOCKS) return;
        (uint256 reserveUsdt, ) = _reserves();
        _pushedAt = block.timestamp;
        _price(_bound(usdt, 1e17, 1e29), true);
        seconds_ = _bound(seconds_, 1, BLOCKS);
        for (uint256 i = 0; i < seconds_; i++) {
            vm.warp(block.timestamp + 1);
            if (looking) _look();
        }
        _price(reserveUsdt, false);
        if (looking) _look();
        _count("push");
    }

    function look() external {
        _look();
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 20 minutes));
        _count("wait");
    }

    /// @dev As our keeper does, with trades in between or without.
    function keep(uint256 times, uint256 usdt, bool trading) external {
        times = _bound(times, 1, 8);
        for (uint256 i = 0; i < times; i++) {
            vm.warp(block.timestamp + 5 minutes + (usdt % 5 minutes));
            _look();
            if (trading) _price(_bound(uint256(keccak256(abi.encode(usdt, i))), 1e22, 1e24), false);
        }
        _count("keep");
    }

    /// @dev Lowest and highest price that lasted, of the time that the six means can be from.
    function range() external view returns (uint256 low, uint256 high) {
        low = type(uint256).max;
        uint256 until = block.timestamp + 1;
        for (uint256 i = _spells.length; i > 0 && until > block.timestamp - WINDOW; i--) {
            Spell memory spell = _spells[i - 1];
            bool lasted = spell.since < until && !spell.pushed;
            if (lasted && spell.priceE18 < low) low = spell.priceE18;
            if (lasted && spell.priceE18 > high) high = spell.priceE18;
            until = spell.since;
        }
    }

    /// @dev Whether somebody has looked at least every ten minutes, for as long as six means take.
    function isKept() external view returns (bool) {
        uint256 until = block.timestamp;
        if (until - _looks[_looks.length - 1] < 5 minutes) until = _looks[_looks.length - 1];
        uint256 index = _looks.length;
        for (uint256 means = 0; means < 6; means++) {
            while (index > 0 && _looks[index - 1] >= until) index--;
            if (index == 0 || until - _looks[index - 1] > 10 minutes) return false;
            until = _looks[index - 1];
        }
        return true;
    }

    function _look() private {
        oracle.update();
        (uint256 lookedAt, , ) = oracle.lastObservation();
        // Nobody can make the six means shorter than half an hour by looking more often, or keep the oracle from looking.
        uint256 last = _looks[_looks.length - 1];
        if (block.timestamp - last < 5 minutes) return _eq(lookedAt, last, "no sooner than after five minutes");
        _eq(lookedAt, block.timestamp, "looked");
        _looks.push(block.timestamp);
        _count("look");
    }

    function _price(uint256 usdt, bool pushed) private {
        if (_openIsFirst) pair.move(_OPEN_RESERVE, uint112(usdt));
        else pair.move(uint112(usdt), _OPEN_RESERVE);
        _spell(usdt, pushed);
    }

    /// @dev As the oracle rounds: down at 112 binary places, then at 18 decimal ones.
    function _spell(uint256 usdt, bool pushed) private {
        uint256 uq = (usdt << 112) / _OPEN_RESERVE;
        _spells.push(Spell(block.timestamp, Math.mulDiv(uq, 1e18, 1 << 112), pushed));
    }

    function _reserves() private view returns (uint256 ofUsdt, uint256 ofOpen) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        return _openIsFirst ? (reserve1, reserve0) : (reserve0, reserve1);
    }
}

/// @dev What the average price may be, whatever is done to the pool and whoever looks when (rulebook section 6, TwapOracle).
abstract contract OracleInvariant is TestBase {
    OracleHandler internal _handler;
    TwapOracle internal _oracle;

    function _openIsFirst() internal pure virtual returns (bool);

    function setUp() public {
        _handler = new OracleHandler(_openIsFirst());
        _oracle = _handler.oracle();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    function test_behavior_everyMoveIsReached() public {
        _holds(!_answers(), "not before there are six means");
        _handler.keep(7, 0, false);
        _eq(_oracle.price(), 1e17 - 1, "the price that lasted, rounded down");
        for (uint256 i = 0; i < 3; i++) {
            _handler.push(1e29 - i, 5, i % 2 == 0);
            _handler.trade(i * 1e24);
            invariant_liesBetweenWhatLasted();
            for (uint256 j = 0; j < 4; j++) _handler.wait_(20 minutes - 1);
            invariant_liesBetweenWhatLasted();
        }
        _handler.trade(1e23);
        _handler.look();
        _handler.trade(1e24);
        for (uint256 j = 0; j < 4; j++) {
            _handler.wait_(20 minutes - 1);
            _handler.trade(1e23 * j);
        }
        _holds(!_answers(), "nobody looked for too long while it moved");
        _handler.keep(7, 1e25, true);
        _holds(_answers(), "answers again");
        string[5] memory moves = ["trade", "push", "wait", "keep", "look"];
        uint256[5] memory times = [uint256(9), 3, 16, 2, 18];
        for (uint256 i = 0; i < 5; i++) {
            (uint256 passed, ) = _handler.outcomes(moves[i]);
            _eq(passed, times[i], moves[i]);
        }
        invariant_answersWhileItIsKept();
    }

    function _answers() private view returns (bool) {
        try _oracle.price() returns (uint256) {
            return true;
        } catch {
            return false;
        }
    }

    /// @dev Nothing that lasts for two blocks moves it, and nothing older than 65 minutes is in it.
    function invariant_liesBetweenWhatLasted() public view {
        try _oracle.price() returns (uint256 price) {
            (uint256 low, uint256 high) = _handler.range();
            _holds(price >= low, "not below what lasted");
            _holds(price <= high, "not above what lasted");
        } catch (bytes memory reason) {
            bool known = bytes4(reason) == TwapOracle.Stale.selector || bytes4(reason) == TwapOracle.NotReady.selector;
            _holds(known, "it says why it does not answer");
        }
    }

    /// @dev Whoever looks every ten minutes, as the keeper does, keeps adding open.
    function invariant_answersWhileItIsKept() public view {
        if (_handler.isKept()) _holds(_answers(), "it answers while it is looked at every ten minutes");
    }
}

contract OracleOfFirstToken is OracleInvariant {
    function _openIsFirst() internal pure override returns (bool) {
        return true;
    }
}

contract OracleOfSecondToken is OracleInvariant {
    function _openIsFirst() internal pure override returns (bool) {
        return false;
    }
}
