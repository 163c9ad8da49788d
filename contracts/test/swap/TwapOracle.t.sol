// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolPair} from "../../src/swap/PublicPool.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {FixedPair} from "./FixedPair.sol";
import {SwapBase} from "./SwapBase.sol";
import {MarketErrors} from "../../src/kit/Errors.sol";

contract TwapOracleTest is SwapBase {
    address private constant OPEN = address(0x09E4);
    address private constant DOLLAR = address(0xD0);

    /// @dev The pool's price over time, written down beside the contract: from `since` on it was `uq` (UQ112x112).
    struct Stretch {
        uint256 since;
        uint256 uq;
    }
    Stretch[] private _past;

    /// @dev Every mean that was stored, by its own beginning and end.
    struct Span {
        uint256 from;
        uint256 to;
    }
    Span[] private _spans;
    uint256 private _looked;

    function setUp() public {
        _openMarket(new PlainToken(18));
        _giveUsdt(MEMBER, 1e30);
        _giveOpen(MEMBER, 100_000_000e18);
    }

    function _notReady(TwapOracle which, uint256 readyAt) private {
        bytes memory wanted = abi.encodeWithSelector(TwapOracle.NotReady.selector, readyAt);
        _refuses(MEMBER, address(which), abi.encodeCall(TwapOracle.price, ()), wanted, "price");
    }

    function _count() private view returns (uint256 count) {
        (, , count) = oracle.lastObservation();
    }

    function test_refuses_tokensThatAreNotInThePair() public {
        FixedPair fixedPair = new FixedPair(OPEN, DOLLAR);
        try new TwapOracle(IPoolPair(address(fixedPair)), address(0xE7E)) {
            revert NotRefused("a stranger's token");
        } catch (bytes memory got) {
            bytes memory wanted = abi.encodeWithSelector(TwapOracle.NotInPair.selector, address(0xE7E));
            _holds(keccak256(got) == keccak256(wanted), "another refusal");
        }
    }

    function test_refuses_beforeThirtyMinutes_toTheSecond() public {
        _dumpUsdt(1e18);
        TwapOracle young = new TwapOracle(pair, address(open));
        uint256 born = block.timestamp;
        _notReady(young, born + 30 minutes);
        vm.warp(born + 30 minutes - 1);
        young.update();
        // Four means of five minutes and one that is longer: a sixth takes five more.
        _notReady(young, born + 35 minutes - 1);
        young = new TwapOracle(pair, address(open));
        _notReady(young, block.timestamp + 5 minutes);
        vm.warp(born + 30 minutes);
        _holds(young.price() == young.spot(), "ready: the pool has stood for half an hour");
    }

    function test_refuses_anEmptyPool_whoseSecondsDoNotCount() public {
        IPairMoves bare = IPairMoves(factory.createPair(address(open), address(new PlainToken(18))));
        TwapOracle early = new TwapOracle(bare, address(open));
        vm.warp(block.timestamp + 10 days);
        early.update();
        (uint256 looked, , ) = early.lastObservation();
        _eq(looked, 0, "nothing to see");
        _notReady(early, 0);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.PoolEmpty.selector);
        _refuses(MEMBER, address(early), abi.encodeCall(TwapOracle.spot, ()), wanted, "spot");
        address other = bare.token0() == address(open) ? bare.token1() : bare.token0();
        PlainToken(other).mint(address(bare), 300e18);
        open.transfer(address(bare), 100e18);
        bare.mint(MEMBER);
        early.update();
        _notReady(early, block.timestamp + 30 minutes);
        vm.warp(block.timestamp + 30 minutes);
        _eq(early.price(), 3e18, "the ten empty days are not in it");
    }

    /// @dev Rulebook section 6: never more than 60 minutes, to the second; older than that it says so.
    function test_refuses_aSpanBeyondAnHour() public {
        oracle.update();
        uint256 price = oracle.price();
        // Somebody trades past the desk every minute, and nobody looks.
        for (uint256 i = 0; i < 34; i++) {
            vm.warp(block.timestamp + 1 minutes);
            _dumpUsdt(1e18);
        }
        vm.warp(block.timestamp + 60);
        _holds(oracle.price() >= price, "35 minutes and five times five: an hour");
        vm.warp(block.timestamp + 1);
        bytes memory wanted = abi.encodeWithSelector(TwapOracle.Stale.selector, 3_601, 3_600);
        _refuses(MEMBER, address(oracle), abi.encodeCall(TwapOracle.price, ()), wanted, "a second more");
        // After half an hour of rest the price is known again, looked at or not.
        vm.warp(block.timestamp + 30 minutes);
        _eq(oracle.price(), oracle.spot(), "at rest");
    }

    /// @dev Any trades and looks at any times, against the price's history kept beside the contract.
    function testFuzz_property_medianIsThatOfTheHistory(uint256 seed) public {
        _past.push(Stretch(START, _uq()));
        _looked = START;
        for (uint256 step = 0; step < 16; step++) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(block.timestamp + (seed % 7 == 0 ? seed % 2 hours : seed % 11 minutes));
            if (seed % 3 == 0) _look();
            else _trade(seed);
            vm.warp(block.timestamp + ((seed >> 128) % 9 minutes));
            _likeTheHistory();
        }
    }

    function _likeTheHistory() private {
        uint256 stored = _spans.length;
        uint256 looked = _looked;
        _note();
        uint256 known = _spans.length;
        if (known < 6) {
            _reverts(MEMBER, address(oracle), abi.encodeCall(TwapOracle.price, ()), "not ready");
        } else {
            uint256 span = _spans[known - 1].to - _spans[known - 6].from;
            bytes memory wanted = abi.encodeWithSelector(TwapOracle.Stale.selector, span, 3_600);
            if (span > 3_600) _refuses(MEMBER, address(oracle), abi.encodeCall(TwapOracle.price, ()), wanted, "stale");
            else _eq(oracle.price(), _median(), "median");
        }
        while (_spans.length > stored) _spans.pop();
        _looked = looked;
    }

    /// @dev A look at this moment, by the book: what lies after the last movement in pieces of five minutes, what lies before
    /// it in one.
    function _note() private {
        uint256 elapsed = block.timestamp - _looked;
        if (elapsed < 5 minutes) return;
        uint256 rest = block.timestamp - Math.max(_looked, _past[_past.length - 1].since);
        uint256 calm = Math.min(rest / 5 minutes, 6);
        uint256 from = block.timestamp - calm * 5 minutes;
        if (calm < 6 && from > _looked) {
            if (from - _looked < 5 minutes) from += 5 minutes;
            _spans.push(Span(_looked, from));
        }
        for (; from < block.timestamp; from += 5 minutes) _spans.push(Span(from, from + 5 minutes));
        _looked = block.timestamp;
    }

    function _median() private view returns (uint256) {
        uint256[6] memory means;
        for (uint256 i = 0; i < 6; i++) means[i] = _mean(_spans[_spans.length - 1 - i]);
        for (uint256 i = 0; i < 6; i++) {
            for (uint256 j = i + 1; j < 6; j++) {
                if (means[j] < means[i]) (means[i], means[j]) = (means[j], means[i]);
            }
        }
        return Math.mulDiv((means[2] + means[3]) / 2, 1e18, 1 << 112);
    }

    function _mean(Span memory span) private view returns (uint256) {
        uint256 sum = 0;
        for (uint256 i = 0; i < _past.length; i++) {
            uint256 until = i + 1 < _past.length ? Math.min(_past[i + 1].since, span.to) : span.to;
            uint256 since = Math.max(_past[i].since, span.from);
            if (until > since) sum += _past[i].uq * (until - since);
        }
        return sum / (span.to - span.from);
    }

    /// @dev The attack of one block, and of two neighbouring ones, at any second against the five-minute grid: ten thousand
    /// times the price, given back right after. The price does not move by a unit, and adding is open again at once.
    function testFuzz_property_aPushOfTwoBlocksMovesNothing(uint256 second, bool looksInBetween) public {
        for (uint256 i = 0; i < 6; i++) {
            vm.warp(block.timestamp + 5 minutes);
            oracle.update();
        }
        vm.warp(block.timestamp + _bound(second, 0, 10 minutes));
        uint256 before = oracle.price();
        uint256 spot = oracle.spot();
        uint256 bought = _dumpUsdt(10_000_000e18);
        _holds(oracle.spot() > spot * 1_000, "spot went up ten thousandfold");
        _eq(oracle.price(), before, "in the block");
        oracle.update();
        vm.warp(block.timestamp + 3);
        if (looksInBetween) oracle.update();
        _dumpOpen(bought);
        uint256 back = oracle.spot();
        for (uint256 i = 0; i < 40; i++) {
            _holds(oracle.price() <= back && oracle.price() >= before, "between the price before and the price after");
            vm.warp(block.timestamp + 1 minutes);
            if (i % 3 == 0) oracle.update();
        }
    }

    function testFuzz_property_priceLiesBetweenTheExtremes(uint256 seed, uint256 away) public {
        uint256 first = oracle.spot();
        vm.warp(block.timestamp + 7 minutes);
        oracle.update();
        _trade(seed);
        uint256 second = oracle.spot();
        vm.warp(block.timestamp + _bound(away, 0, 100 days));
        uint256 average = oracle.price();
        // One unit below, for the pair's own rounding and ours.
        _holds(average + 1 >= Math.min(first, second) && average <= Math.max(first, second), "outside");
    }

    function test_behavior_storesFiveMinutesApart() public {
        uint256 last = block.timestamp;
        oracle.update();
        _eq(_count(), 6, "half an hour at rest");
        vm.warp(last + 5 minutes - 1);
        oracle.update();
        _eq(_count(), 6, "a second too soon");
        vm.warp(last + 5 minutes);
        oracle.update();
        _eq(_count(), 7, "five minutes");
        (uint256 looked, , ) = oracle.lastObservation();
        _eq(looked, last + 5 minutes, "when");
    }

    /// @dev A price that stays is the price after 20 minutes: four of the six are new, and two of those are in the middle.
    function test_behavior_followsAPriceThatStays() public {
        oracle.update();
        _dumpUsdt(41_421e18);
        for (uint256 minute = 1; minute <= 40; minute++) {
            vm.warp(block.timestamp + 1 minutes);
            oracle.update();
            if (minute >= 20) _eq(oracle.price(), oracle.spot(), "the new price");
        }
        // Nobody looks for nine days, then the price halves, then nobody looks: known to the second all the same.
        vm.warp(block.timestamp + 9 days);
        _eq(oracle.price(), oracle.spot(), "quiet");
        _sellAs(MEMBER, 800_000e18, 0);
        vm.warp(block.timestamp + 30 minutes);
        _eq(oracle.price(), oracle.spot(), "at rest at the new price");
    }

    function test_behavior_clockAndSumWrap() public {
        for (uint256 side = 0; side < 2; side++) {
            FixedPair fixedPair = side == 0 ? new FixedPair(OPEN, DOLLAR) : new FixedPair(DOLLAR, OPEN);
            // Ten minutes before the pair's clock begins anew, and one step before its sum does.
            vm.warp((1 << 32) - 10 minutes);
            if (side == 0) fixedPair.set(400e18, 100e18, type(uint256).max);
            else fixedPair.set(100e18, 400e18, type(uint256).max);
            TwapOracle old = new TwapOracle(IPoolPair(address(fixedPair)), OPEN);
            vm.warp((1 << 32) + 5 minutes);
            old.update();
            if (side == 0) fixedPair.move(1_600e18, 100e18);
            else fixedPair.move(100e18, 1_600e18);
            vm.warp((1 << 32) + 20 minutes);
            // 15 minutes at a quarter of a dollar, 15 at a sixteenth: the two in the middle are one of each.
            _eq(old.price(), 0.15625e18, "median");
        }
    }

    function test_behavior_extremePricesFit() public {
        FixedPair fixedPair = new FixedPair(OPEN, DOLLAR);
        fixedPair.set(1, type(uint112).max, type(uint256).max);
        TwapOracle dear = new TwapOracle(IPoolPair(address(fixedPair)), OPEN);
        vm.warp(block.timestamp + 40 days);
        dear.update();
        _eq(dear.price(), uint256(type(uint112).max) * 1e18, "the dearest");
        fixedPair.set(type(uint112).max, 1, 0);
        TwapOracle cheap = new TwapOracle(IPoolPair(address(fixedPair)), OPEN);
        vm.warp(block.timestamp + 40 days);
        _eq(cheap.price(), 0, "the cheapest");
    }

    function _uq() private view returns (uint256) {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        return (ofUsdt << 112) / ofOpen;
    }

    function _look() private {
        oracle.update();
        _note();
        _eq(_count() == 0 ? 0 : _looked, _count() == 0 ? 0 : _lookedAt(), "looked when due");
    }

    function _lookedAt() private view returns (uint256 looked) {
        (looked, , ) = oracle.lastObservation();
    }

    function _trade(uint256 seed) private {
        // The desk looks before it trades.
        if (_past.length > 0) _note();
        if (seed % 2 == 0) _buyAs(MEMBER, _bound(seed >> 8, 1e18, 50_000e18), 0);
        else _sellAs(MEMBER, _bound(seed >> 8, 1e18, 500_000e18), 0);
        _past.push(Stretch(block.timestamp, _uq()));
    }

    /// @dev Straight into the pair, as anybody may.
    function _dumpUsdt(uint256 amount) private returns (uint256 out) {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        out = router.getAmountOut(amount, ofUsdt, ofOpen);
        usdt.mint(address(pair), amount);
        bool openIsFirst = pair.token0() == address(open);
        pair.swap(openIsFirst ? out : 0, openIsFirst ? 0 : out, MEMBER, "");
    }

    function _dumpOpen(uint256 amount) private {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        uint256 out = router.getAmountOut(amount, ofOpen, ofUsdt);
        vm.prank(MEMBER);
        open.transfer(address(pair), amount);
        bool openIsFirst = pair.token0() == address(open);
        pair.swap(openIsFirst ? 0 : out, openIsFirst ? out : 0, MEMBER, "");
    }
}
