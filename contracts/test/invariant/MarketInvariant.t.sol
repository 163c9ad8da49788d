// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {
    ReentrantToken,
    SilentToken,
    TurningFalseToken,
    TurningFeeToken,
    TurningFrozenToken
} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {TestBase} from "../kit/TestBase.sol";
import {Exchange, MarketModel, Mood} from "./MarketModel.sol";
import {MarketMoves} from "./MarketMoves.sol";

/// @dev Made here, where the runner looks for what it may call.
contract MarketHandler is MarketMoves {
    constructor(PlainToken usdt, Mood mood, Exchange exchange) MarketModel(usdt, mood, exchange) {}
}

/// @dev What holds whatever is done on the market, on several kinds of USDT and on both exchanges.
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

    function _market() internal virtual returns (PlainToken, Mood, Exchange);

    function setUp() public virtual {
        (PlainToken token, Mood mood, Exchange exchange) = _market();
        _handler = new MarketHandler(token, mood, exchange);
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

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        _handler.buy(0, 1_000e18);
        _handler.sell(1, 20_000e18);
        _handler.add(0, 1_000e18, 30_000e18, true);
        _handler.remove(0, 1e18);
        _handler.readd(1, 100e18, 100e18, 30_000e18, true);
        _handler.redeem(2, 1e18);
        _handler.tradeInThePool(3, true, 1e18);
        _handler.removeInKind(0, 1e18);
        _handler.release(3, 1, 0);
        string[7] memory entrancesAndExits = ["buy", "sell", "add", "remove", "readd", "redeem", "tradeInThePool"];
        for (uint256 i = 0; i < 7; i++) _reached(entrancesAndExits[i], 1, 0);
        _reached("removeInKind", 0, 1);
        _reached("release", 0, 1);
        _handler.wait_(20 days - 1);
        _handler.wait_(20 days - 1);
        for (uint256 i = 0; i < 3; i++) _handler.pause(i, true);
        _handler.release(3, 1, 0);
        _handler.remove(2, 1e18);
        _handler.redeem(1, 1e18);
        _reached("release", 1, 1);
        _reached("remove", 2, 0);
        _reached("redeem", 2, 0);
        _handler.buy(0, 1_000e18);
        _handler.sell(0, 1_000e18);
        _handler.add(0, 1_000e18, 30_000e18, true);
        _handler.readd(2, 100e18, 100e18, 30_000e18, true);
        string[4] memory entrances = ["buy", "sell", "add", "readd"];
        for (uint256 i = 0; i < 4; i++) _reached(entrances[i], 1, 1);
        _turned();
        for (uint8 kind = 0; kind < 8; kind++) _handler.steal(0, 1, 1e18, kind);
        for (uint8 how = 0; how < 8; how++) _handler.give(0, how, 1e18, how);
        _reached("give", 8, 0);
        invariant_C03_aShareIsMadeOfNoLessThanBefore();
        invariant_C05_allActorsTogetherGainNothing();
        invariant_C09_C12_everybodyHasWhatTheirOwnCallsLeft();
        invariant_moneyIsWhereTheBooksSay();
    }

    /// @dev While the dollar does not move, the shares come out as they are; while it takes a fee, USDT comes out instead of OUSD.
    function _turned() private {
        _handler.turn(1);
        (uint256 turns, ) = _handler.outcomes("turn");
        if (turns == 0) return;
        _handler.pause(2, false);
        bool moves = _handler.moves();
        _handler.remove(1, 1e18);
        _reached("remove", moves ? 3 : 2, moves ? 0 : 1);
        _handler.removeInKind(1, 1e18);
        _reached("removeInKind", moves ? 0 : 1, moves ? 2 : 1);
        _handler.redeem(1, 1e18);
        _reached("redeem", moves ? 3 : 2, moves ? 0 : 1);
        _handler.turn(1);
        _handler.redeem(1, 1e18);
        _reached("redeem", moves ? 4 : 3, moves ? 0 : 1);
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    /// @dev x·y over the square of all shares, 40 places, rounded down: grows by fees and gifts, falls by nothing.
    function _squarePerShare() private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        uint256 supply = _pair.totalSupply();
        return Math.mulDiv(reserve0 * reserve1, 1e40, supply * supply);
    }

    function invariant_C03_aShareIsMadeOfNoLessThanBefore() public view {
        // The operator's cut is 8 of 25 parts of what was added, of roots that are rounded down: by less than 10^-20.
        _holds(_squarePerShare() >= _perShare - _perShare / 1e20, "C03, C04: x*y per share never falls");
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        _holds(IERC20(_pair.token0()).balanceOf(address(_pair)) >= reserve0, "reserves are covered");
        _holds(IERC20(_pair.token1()).balanceOf(address(_pair)) >= reserve1, "reserves are covered");
    }

    function invariant_C05_allActorsTogetherGainNothing() public view {
        _holds(_handler.worth() <= _worth, "C05: no extraction");
    }

    function invariant_C09_C12_everybodyHasWhatTheirOwnCallsLeft() public view {
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

    /// @dev In the middle of the first movement it asks for a release to an actor; any call of the desk would do.
    function _arm() internal {
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1;
        ReentrantToken(address(_usdt)).arm(address(_desk), abi.encodeCall(_desk.release, (_handler.actor(0), ids)));
    }
}

contract MarketOnPlainToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new PlainToken(18), Mood.Steady, Exchange.Uniswap);
    }
}

contract MarketOnSilentToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new SilentToken(), Mood.Steady, Exchange.Uniswap);
    }
}

contract MarketOnReentrantToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new ReentrantToken(), Mood.Reentrant, Exchange.Uniswap);
    }

    function setUp() public override {
        super.setUp();
        _arm();
    }
}

contract PancakeMarketOnPlainToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new PlainToken(18), Mood.Steady, Exchange.Pancake);
    }
}

contract PancakeMarketOnSilentToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new SilentToken(), Mood.Steady, Exchange.Pancake);
    }
}

contract PancakeMarketOnReentrantToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new ReentrantToken(), Mood.Reentrant, Exchange.Pancake);
    }

    function setUp() public override {
        super.setUp();
        _arm();
    }
}

contract PancakeMarketOnFeeToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new TurningFeeToken(), Mood.Fee, Exchange.Pancake);
    }
}

contract PancakeMarketOnFalseToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new TurningFalseToken(), Mood.False, Exchange.Pancake);
    }
}

contract PancakeMarketOnFrozenToken is MarketInvariant {
    function _market() internal override returns (PlainToken, Mood, Exchange) {
        return (new TurningFrozenToken(), Mood.Frozen, Exchange.Pancake);
    }
}
