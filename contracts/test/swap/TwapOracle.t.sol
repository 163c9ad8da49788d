// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolPair} from "../../src/swap/PublicPool.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {FixedPair} from "./FixedPair.sol";
import {SwapBase} from "./SwapBase.sol";

contract TwapOracleTest is SwapBase {
    address private constant OPEN = address(0x09E4);
    address private constant DOLLAR = address(0xD0);

    /// @dev The pool's price over time, written down beside the contract: from `since` on it was `uq` (UQ112x112).
    struct Stretch {
        uint256 since;
        uint256 uq;
    }
    Stretch[] private _past;
    uint256[] private _looks;

    function setUp() public {
        _openMarket(new PlainToken(18));
        _giveUsdt(MEMBER, 1e30);
        _giveOpen(MEMBER, 100_000_000e18);
    }

    function _notReady(TwapOracle which, uint256 readyAt) private {
        bytes memory wanted = abi.encodeWithSelector(TwapOracle.NotReady.selector, readyAt);
        _refuses(MEMBER, address(which), abi.encodeCall(TwapOracle.price, ()), wanted, "price");
        _eq(which.readyAt(), readyAt, "readyAt");
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
        TwapOracle young = new TwapOracle(pair, address(open));
        uint256 born = block.timestamp;
        _notReady(young, born + 30 minutes);
        vm.warp(born + 30 minutes - 1);
        young.update();
        _notReady(young, born + 30 minutes);
        vm.warp(born + 30 minutes);
        _near(young.price(), 0.05e18);
        _eq(young.readyAt(), born + 30 minutes, "ready since then");
    }

    function test_refuses_anEmptyPool_whoseSecondsDoNotCount() public {
        IPairMoves bare = IPairMoves(factory.createPair(address(open), address(new PlainToken(18))));
        TwapOracle early = new TwapOracle(bare, address(open));
        vm.warp(block.timestamp + 10 days);
        early.update();
        _eq(early.count(), 0, "nothing to see");
        _notReady(early, 0);
        bytes memory wanted = abi.encodeWithSelector(TwapOracle.PoolEmpty.selector);
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

    /// @dev Any trades at any times, against the price's history kept beside the contract.
    function testFuzz_property_averageIsThatOfTheHistory(uint256 seed) public {
        _past.push(Stretch(START, _uq()));
        _looks.push(START);
        for (uint256 step = 0; step < 12; step++) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(block.timestamp + (seed % 5 == 0 ? seed % 40 hours : seed % 20 minutes));
            if (seed % 3 == 0) _look();
            else _trade(seed);
            vm.warp(block.timestamp + (seed >> 128) % 9 minutes);
            _eq(oracle.price(), _expected(), "TWAP");
        }
    }

    function test_property_nothingWithinOneBlockMovesTheAverage() public {
        uint256 before = oracle.price();
        uint256 spot = oracle.spot();
        _dumpUsdt(10_000_000e18);
        _holds(oracle.spot() > spot * 1_000, "spot went up ten thousandfold");
        _eq(oracle.price(), before, "average");
        oracle.update();
        _eq(oracle.price(), before, "average after an update in the same block");
        // Held for a block of three seconds, at the attacker's risk: 3 of 1,800 parts, no more.
        uint256 high = oracle.spot();
        vm.warp(block.timestamp + 3);
        _holds(oracle.price() <= before + (high * 3) / 1_800, "one block");
    }

    function testFuzz_property_averageLiesBetweenTheExtremes(uint256 seed, uint256 away) public {
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
        _eq(oracle.count(), 2, "half an hour later");
        vm.warp(last + 5 minutes - 1);
        oracle.update();
        _eq(oracle.count(), 2, "a second too soon");
        vm.warp(last + 5 minutes);
        oracle.update();
        _eq(oracle.count(), 3, "five minutes");
        (uint256 at, ) = oracle.lastObservation();
        _eq(at, last + 5 minutes, "when");
    }

    function test_behavior_answersForEver_fromTheNewestOldEnough() public {
        // Three times around the ring, the price doubling on the way: the average is never from long ago.
        for (uint256 i = 0; i < 96; i++) {
            vm.warp(block.timestamp + 5 minutes);
            if (i == 40) _dumpUsdt(41_421e18);
            oracle.update();
            _holds(oracle.readyAt() <= block.timestamp, "ready");
            if (i > 46) _eq(oracle.price(), oracle.spot(), "only the new price");
        }
        uint256 settled = oracle.price();
        // Nobody looks for a week: the average then spans that week.
        vm.warp(block.timestamp + 7 days);
        _eq(oracle.price(), settled, "quiet");
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
            if (side == 0) fixedPair.move(1_600e18, 100e18);
            else fixedPair.move(100e18, 1_600e18);
            vm.warp((1 << 32) + 20 minutes);
            // 15 minutes at a quarter of a dollar, 15 at a sixteenth.
            _eq(old.price(), 0.15625e18, "average");
        }
    }

    function test_behavior_extremePricesFit() public {
        FixedPair fixedPair = new FixedPair(OPEN, DOLLAR);
        fixedPair.set(1, type(uint112).max, type(uint256).max);
        TwapOracle dear = new TwapOracle(IPoolPair(address(fixedPair)), OPEN);
        vm.warp(block.timestamp + 40 days);
        _eq(dear.price(), uint256(type(uint112).max) * 1e18, "the dearest");
        fixedPair.set(type(uint112).max, 1, 0);
        TwapOracle cheap = new TwapOracle(IPoolPair(address(fixedPair)), OPEN);
        vm.warp(block.timestamp + 40 days);
        _eq(cheap.price(), 0, "the cheapest");
    }

    function _near(uint256 got, uint256 wanted) private pure {
        // The pair rounds its quotient down, and so do we.
        _holds(got == wanted || got + 1 == wanted, "off by more than rounding");
    }

    function _uq() private view returns (uint256) {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        return (ofUsdt << 112) / ofOpen;
    }

    function _look() private {
        uint256 count = oracle.count();
        oracle.update();
        bool due = block.timestamp >= _looks[_looks.length - 1] + 5 minutes;
        _eq(oracle.count(), due ? count + 1 : count, "stored or not");
        if (due) _looks.push(block.timestamp);
    }

    function _trade(uint256 seed) private {
        if (seed % 2 == 0) _buyAs(MEMBER, _bound(seed >> 8, 1e18, 50_000e18), 0);
        else _sellAs(MEMBER, _bound(seed >> 8, 1e18, 500_000e18), 0);
        // The desk looks before it trades.
        if (_looks.length > 0 && block.timestamp >= _looks[_looks.length - 1] + 5 minutes) _looks.push(block.timestamp);
        _past.push(Stretch(block.timestamp, _uq()));
    }

    function _expected() private view returns (uint256) {
        uint256 from = 0;
        for (uint256 i = 0; i < _looks.length; i++) {
            if (_looks[i] + 30 minutes <= block.timestamp) from = _looks[i];
        }
        uint256 sum = 0;
        for (uint256 i = 0; i < _past.length; i++) {
            uint256 until = i + 1 < _past.length ? _past[i + 1].since : block.timestamp;
            uint256 since = Math.max(_past[i].since, from);
            if (until > since) sum += _past[i].uq * (until - since);
        }
        return Math.mulDiv(sum / (block.timestamp - from), 1e18, 1 << 112);
    }

    /// @dev Straight into the pair, as anybody may.
    function _dumpUsdt(uint256 amount) private {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        uint256 out = router.getAmountOut(amount, ofUsdt, ofOpen);
        usdt.mint(address(pair), amount);
        bool openIsFirst = pair.token0() == address(open);
        pair.swap(openIsFirst ? out : 0, openIsFirst ? 0 : out, MEMBER, "");
    }
}
