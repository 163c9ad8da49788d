// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {TestBase} from "../kit/TestBase.sol";
import {MarketMoves} from "./MarketMoves.sol";

/// @dev Made here, where the runner looks for what it may call.
contract MarketHandler is MarketMoves {
    constructor(PlainToken usdt) MarketMoves(usdt) {}
}

/// @dev What holds whatever is done on the market, on several kinds of USDT.
abstract contract MarketInvariant is TestBase {
    MarketHandler internal _handler;
    PlainToken internal _usdt;
    IERC20 internal _open;
    IPairMoves internal _pair;
    LiquidityDesk internal _desk;
    SwapDesk internal _swapDesk;
    uint256 private _worth;
    uint256 private _perShare;
    uint256 private _openSupply;

    function _token() internal virtual returns (PlainToken);

    function setUp() public virtual {
        _handler = new MarketHandler(_token());
        address pair;
        (_usdt, _open, pair, _desk, _swapDesk) = _handler.market();
        _pair = IPairMoves(pair);
        // At the start each actor's two sides are rounded down by less than one unit, of which one counts twentyfold.
        _worth = _handler.worth() + 21 * _handler.ACTORS();
        _perShare = _squarePerShare();
        _openSupply = _open.totalSupply();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move of the handler does something: a handler that is refused everywhere would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        _handler.buy(0, 1_000e18);
        _handler.sell(1, 20_000e18);
        _handler.add(0, 1_000e18, 30_000e18, true);
        _handler.remove(0, 1e18);
        _handler.readd(1, 100e18, 100e18, 30_000e18, true);
        _handler.redeem(2, 1e18);
        _handler.tradeInThePool(3, true, 1e18);
        _eq(_handler.done(), 7, "entrances");
        _handler.release(3, 1, 0);
        _eq(_handler.done(), 7, "not yet due");
        _handler.wait_(20 days - 1);
        _handler.wait_(20 days - 1);
        for (uint256 i = 0; i < 3; i++) _handler.pause(i, true);
        _handler.release(3, 1, 0);
        _handler.remove(2, 1e18);
        _handler.redeem(1, 1e18);
        _eq(_handler.done(), 10, "exits, while paused");
        _handler.buy(0, 1_000e18);
        _handler.add(0, 1_000e18, 30_000e18, true);
        _eq(_handler.done(), 10, "no entrances then");
        for (uint8 kind = 0; kind < 8; kind++) _handler.steal(0, 1, 1e18, kind);
        for (uint8 how = 0; how < 8; how++) _handler.give(0, how, 1e18, how);
        invariant_C03_aShareIsMadeOfNoLessThanBefore();
        invariant_C05_allActorsTogetherGainNothing();
        invariant_C10_exitsAreOpenAndEntrancesShut();
        invariant_C12_everybodyHasWhatTheirOwnCallsLeft();
        invariant_moneyIsWhereTheBooksSay();
    }

    /// @dev x·y over the square of all shares, 40 places, rounded down: grows by fees and gifts, falls by nothing.
    function _squarePerShare() private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        uint256 supply = _pair.totalSupply();
        return Math.mulDiv(reserve0 * reserve1, 1e40, supply * supply);
    }

    function invariant_C03_aShareIsMadeOfNoLessThanBefore() public view {
        _holds(_squarePerShare() >= _perShare, "C03, C04: x*y per share never falls");
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        _holds(IERC20(_pair.token0()).balanceOf(address(_pair)) >= reserve0, "reserves are covered");
        _holds(IERC20(_pair.token1()).balanceOf(address(_pair)) >= reserve1, "reserves are covered");
    }

    function invariant_C05_allActorsTogetherGainNothing() public view {
        _holds(_handler.worth() <= _worth, "C05: no extraction");
    }

    function invariant_C10_exitsAreOpenAndEntrancesShut() public view {
        _eq(_handler.closedExits(), 0, "C10: everybody gets out at any time");
        _eq(_handler.openEntrances(), 0, "C10: nobody comes in while paused or not active");
        _eq(_handler.wrongHolds(), 0, "a fifth is held, and paid when due");
    }

    function invariant_C12_everybodyHasWhatTheirOwnCallsLeft() public view {
        uint256 lp = 0;
        uint256 held = 0;
        for (uint256 i = 0; i < _handler.ACTORS(); i++) {
            address one = _handler.actor(i);
            _eq(_desk.lpOf(one), _handler.lpBooked(one), "C12: shares");
            _eq(_desk.heldOf(one), _handler.heldBooked(one), "C12: held");
            uint256 listed = 0;
            LiquidityDesk.Hold[] memory holds = _desk.holdsOf(one);
            for (uint256 j = 0; j < holds.length; j++) listed += holds[j].amount;
            _eq(listed, _desk.heldOf(one), "the list and the sum agree");
            lp += _desk.lpOf(one);
            held += listed;
        }
        _eq(lp, _desk.totalLp(), "sum of shares");
        _eq(held, _desk.totalHeld(), "sum of holds");
        _eq(_handler.thefts(), 0, "C09, C12: nobody took shares, holds or power");
    }

    function invariant_moneyIsWhereTheBooksSay() public view {
        address desk = address(_desk);
        IERC20 ousd = IERC20(address(_desk.ousd()));
        _eq(_pair.balanceOf(desk), _desk.totalLp() + _handler.giftLp(), "shares: booked and given, exactly");
        _eq(ousd.balanceOf(desk), _desk.totalHeld() + _handler.giftOusd(), "OUSD: held and given, exactly");
        _eq(_usdt.balanceOf(desk), _handler.giftUsdt(), "no USDT of a member stays");
        _eq(_open.balanceOf(desk), _handler.giftOpen(), "no OPEN of a member stays");
        _eq(_usdt.balanceOf(address(ousd)), ousd.totalSupply(), "every OUSD is covered, exactly");
        _eq(_open.totalSupply(), _openSupply - _handler.burned(), "OPEN is burned by selling only");
        _eq(
            _usdt.balanceOf(address(_swapDesk)) + _open.balanceOf(address(_swapDesk)),
            0,
            "the swap desk keeps nothing"
        );
        address[3] memory spenders = [address(ousd), address(_pair), address(_swapDesk.router())];
        for (uint256 i = 0; i < 3; i++) {
            _eq(_usdt.allowance(desk, spenders[i]) + _open.allowance(desk, spenders[i]), 0, "no allowance left");
            _eq(_usdt.allowance(address(_swapDesk), spenders[i]), 0, "no allowance left");
            _eq(_open.allowance(address(_swapDesk), spenders[i]), 0, "no allowance left");
        }
    }
}

contract MarketOnPlainToken is MarketInvariant {
    function _token() internal override returns (PlainToken) {
        return new PlainToken(18);
    }
}

contract MarketOnSilentToken is MarketInvariant {
    function _token() internal override returns (PlainToken) {
        return new SilentToken();
    }
}

contract MarketOnReentrantToken is MarketInvariant {
    function _token() internal override returns (PlainToken) {
        return new ReentrantToken();
    }

    function setUp() public override {
        super.setUp();
        // In the middle of the first movement it asks for a release to an actor; any call of the desk would do.
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1;
        ReentrantToken(address(_usdt)).arm(address(_desk), abi.encodeCall(_desk.release, (_handler.actor(0), ids)));
    }
}
