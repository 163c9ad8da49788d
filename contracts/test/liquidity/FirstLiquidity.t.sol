// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FirstLiquidity, IEmptyPair} from "../../src/liquidity/FirstLiquidity.sol";
import {IPoolRouter} from "../../src/swap/PublicPool.sol";
import {FeeToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {ICreatePair, IPairMoves, PublicPoolKit} from "../kit/PublicPoolKit.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev The first two coins of the published pair, with gifts of strangers lying there.
contract FirstLiquidityTest is TestBase, PublicPoolKit {
    address private constant COLD = address(0xC01D);
    address private constant HEIR = address(0x4E14);
    address private constant EVE = address(0xE7E);
    uint256 private constant FIRST = 100_000e18;
    uint256 private constant SECOND = 2_000_000e18;

    FirstLiquidity private _desk;
    PlainToken private _token0;
    PlainToken private _token1;
    IPairMoves private _pair;
    IPoolRouter private _router;

    function setUp() public {
        _build(new PlainToken(18), new PlainToken(18));
    }

    function _build(PlainToken a, PlainToken b) private {
        ICreatePair factory;
        (factory, _router) = _deployExchange();
        _pair = IPairMoves(factory.createPair(address(a), address(b)));
        (_token0, _token1) = _pair.token0() == address(a) ? (a, b) : (b, a);
        _desk = new FirstLiquidity();
        _token0.mint(COLD, FIRST);
        _token1.mint(COLD, SECOND);
        _allow(address(_desk));
    }

    function _allow(address spender) private {
        vm.prank(COLD);
        _token0.approve(spender, FIRST);
        vm.prank(COLD);
        _token1.approve(spender, SECOND);
    }

    function _give(PlainToken token, uint256 amount, bool synced) private {
        token.mint(EVE, amount);
        vm.prank(EVE);
        token.transfer(address(_pair), amount);
        if (synced) _pair.sync();
    }

    function _provide() private returns (uint256) {
        vm.prank(COLD);
        return _desk.provide(IEmptyPair(address(_pair)), FIRST, SECOND, COLD);
    }

    function _provideCall() private view returns (bytes memory) {
        return abi.encodeCall(FirstLiquidity.provide, (IEmptyPair(address(_pair)), FIRST, SECOND, COLD));
    }

    function _exact() private view {
        (uint112 reserve0, uint112 reserve1, ) = _pair.getReserves();
        _eq(reserve0, FIRST, "reserve 0");
        _eq(reserve1, SECOND, "reserve 1");
    }

    function test_refuses_theRouterForEverAfterOneGivenUnit() public {
        _give(_token0, 1, true);
        _allow(address(_router));
        bytes memory data = abi.encodeCall(
            IPoolRouter.addLiquidity,
            (address(_token0), address(_token1), FIRST, SECOND, 0, 0, COLD, type(uint256).max)
        );
        _reverts(COLD, address(_router), data, "the router needs a price");
        _provide();
        _exact();
    }

    function testFuzz_property_giftsMoveTheFirstPriceByNothing(uint256 gift0, uint256 gift1, uint8 how) public {
        gift0 = _bound(gift0, 0, FIRST - 1e18);
        gift1 = _bound(gift1, 0, SECOND - 1e18);
        if (gift0 > 0) _give(_token0, gift0, how & 1 != 0);
        if (gift1 > 0) _give(_token1, gift1, how & 2 != 0);
        uint256 shares = _provide();
        _exact();
        _eq(_pair.balanceOf(COLD), shares, "shares");
        _eq(shares + 1000, _pair.totalSupply(), "nobody else has any");
        _eq(_token0.balanceOf(address(_desk)) + _token1.balanceOf(address(_desk)), 0, "nothing is kept");
    }

    /// @dev What lies there uncounted is not made part of the pool, and goes where the shares go, not to whoever calls.
    function testFuzz_property_sharesAndUncountedGiftsGoToTheReceiver(uint256 gift0, uint256 gift1) public {
        (gift0, gift1) = (_bound(gift0, 0, 2 * FIRST), _bound(gift1, 0, 2 * SECOND));
        if (gift0 > 0) _give(_token0, gift0, false);
        if (gift1 > 0) _give(_token1, gift1, false);
        vm.prank(COLD);
        uint256 shares = _desk.provide(IEmptyPair(address(_pair)), FIRST, SECOND, HEIR);
        _exact();
        _eq(_pair.balanceOf(HEIR), shares, "shares");
        _eq(_token0.balanceOf(HEIR), gift0, "gift of the first");
        _eq(_token1.balanceOf(HEIR), gift1, "gift of the second");
        _eq(
            _token0.balanceOf(COLD) + _token1.balanceOf(COLD) + _pair.balanceOf(COLD),
            0,
            "the caller has paid, and got nothing"
        );
    }

    /// @dev A coin that takes a fee on the way would set another first price than was asked for.
    function test_refuses_reservesThatAreNotThoseThatWereAskedFor() public {
        PlainToken taxed = new FeeToken();
        _build(taxed, new PlainToken(18));
        bool isFirst = _token0 == taxed;
        (uint256 got0, uint256 got1) = isFirst ? (FIRST - FIRST / 100, SECOND) : (FIRST, SECOND - SECOND / 100);
        bytes memory wanted = abi.encodeWithSelector(FirstLiquidity.Unequal.selector, got0, got1);
        _refuses(COLD, address(_desk), _provideCall(), wanted, "another price");
        _eq(_pair.totalSupply(), 0, "not begun");
    }

    function test_refuses_aPoolThatHasBegun() public {
        _provide();
        _token0.mint(COLD, FIRST);
        _token1.mint(COLD, SECOND);
        _allow(address(_desk));
        uint256 supply = _pair.totalSupply();
        bytes memory wanted = abi.encodeWithSelector(FirstLiquidity.AlreadyStarted.selector, supply);
        _refuses(COLD, address(_desk), _provideCall(), wanted, "begun");
    }

    function test_refuses_aGiftAsLargeAsTheReserve() public {
        _give(_token0, FIRST, true);
        bytes memory wanted = abi.encodeWithSelector(
            FirstLiquidity.TooMuchThere.selector,
            address(_token0),
            FIRST,
            FIRST
        );
        _refuses(COLD, address(_desk), _provideCall(), wanted, "name larger reserves");
        _eq(_token1.balanceOf(COLD), SECOND, "nothing left");
    }

    function testFuzz_refuses_theAllowanceOfSomebodyElse(address any) public {
        if (any == COLD || any == address(vm)) any = EVE;
        _reverts(any, address(_desk), _provideCall(), "own money only");
        _eq(_token0.balanceOf(COLD), FIRST, "untouched");
    }
}
