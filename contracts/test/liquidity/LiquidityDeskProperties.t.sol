// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {IUniswapQuote, MarketBase} from "./MarketBase.sol";

/// @dev What holds for every amount, whichever token comes first in the pair.
abstract contract LiquidityDeskProperties is MarketBase {
    function _usdtFirst() internal pure virtual returns (bool);

    function setUp() public {
        _buildMarket(_usdtFirst());
    }

    /// @dev Moves the pool to a ratio that divides nothing evenly, within the fifth that adding allows.
    function _unround(uint256 seed) private {
        _push(EVE, seed % 2 == 0, _bound(seed, 1e18, seed % 2 == 0 ? 5_000e18 : 100_000e18));
    }

    function testFuzz_property_takesWhatThePublicRouterWouldTake(uint256 usdt, uint256 open, uint256 seed) public {
        _unround(seed);
        usdt = _bound(usdt, 11e18, 1e25);
        open = _bound(open, 300e18, 1e26);
        _fund(ANNA, usdt, open);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 wanted = IUniswapQuote(address(_router)).quote(usdt, reserveUsdt, reserveOpen);
        (uint256 wantUsdt, uint256 wantOpen) = (usdt, wanted);
        if (wanted > open) {
            wantUsdt = IUniswapQuote(address(_router)).quote(open, reserveOpen, reserveUsdt);
            wantOpen = open;
        }
        uint256 supply = _pair.totalSupply();
        uint256 wantLp = _least((wantUsdt * supply) / reserveUsdt, (wantOpen * supply) / reserveOpen);
        vm.prank(ANNA);
        (uint256 gotUsdt, uint256 gotOpen, uint256 lp) = _desk.add(usdt, open, wantUsdt, wantOpen, LATER);
        _eq(gotUsdt, wantUsdt, "USDT taken");
        _eq(gotOpen, wantOpen, "OPEN taken");
        _eq(lp, wantLp, "shares");
        _eq(_usdt.balanceOf(ANNA), usdt - wantUsdt, "the rest of the USDT never left");
        _eq(_open.balanceOf(ANNA), open - wantOpen, "the rest of the OPEN never left");
        _eq(_desk.lpOf(ANNA), lp, "booked");
        _eq(_pair.balanceOf(address(_desk)), lp, "kept");
    }

    /// @dev C04. The whole way in and out again costs dust, at most one share's worth, and never brings anything.
    function testFuzz_property_C04_outIsNeverMoreThanIn(uint256 usdt, uint256 seed, uint256 parts) public {
        _unround(seed);
        usdt = _bound(usdt, 10e18, 1e24);
        parts = _bound(parts, 1, 5);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 open = (usdt * reserveOpen) / reserveUsdt;
        uint256 lp = _fundAndAdd(ANNA, usdt);
        uint256 usdtBack = 0;
        uint256 openBack = 0;
        for (uint256 i = parts; i > 0; i--) {
            (uint256 part, uint256 paid, uint256 held) = _remove(ANNA, _desk.lpOf(ANNA) / i);
            _eq(held, ((paid + held) * 2_000) / 10_000, "exactly a fifth, rounded down");
            usdtBack += paid + held;
            openBack += part;
        }
        _eq(_desk.lpOf(ANNA), 0, "all is out");
        _holds(usdtBack <= usdt && openBack <= open, "C04: not more than was put in");
        _holds(usdt - usdtBack <= usdt / lp + parts + 1, "USDT lost by rounding only");
        _holds(open - openBack <= open / lp + parts + 1, "OPEN lost by rounding only");
        _eq(_ousd.balanceOf(ANNA) + _desk.heldOf(ANNA), usdtBack, "all of the USDT side is OUSD");
        _eq(_ousd.totalSupply(), usdtBack, "and covered");
    }

    /// @dev C04. Gifts up to 10^24 of each token, counted by the pair or not, before a small deposit.
    function testFuzz_property_C04_giftsTakeNoShares(
        uint256 giftUsdt,
        uint256 giftOpen,
        uint256 usdt,
        bool synced
    ) public {
        _usdt.mint(address(_pair), _bound(giftUsdt, 0, 1e24));
        _giveOpen(address(_pair), _bound(giftOpen, 0, 1e24));
        if (synced) _pair.sync();
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        usdt = _bound(usdt, 10e18, 1e22);
        uint256 open = (usdt * reserveOpen) / reserveUsdt;
        _fund(ANNA, usdt, open);
        vm.prank(ANNA);
        try _desk.add(usdt, open, 0, 0, LATER) returns (uint256 usdtIn, uint256 openIn, uint256 lp) {
            _holds(lp >= 1_000, "never none");
            (uint256 openOut, uint256 paid, uint256 held) = _remove(ANNA, lp);
            _holds((paid + held) * 1_000 >= usdtIn * 999, "at most a thousandth lost of USDT");
            _holds(openOut * 1_000 >= openIn * 999, "at most a thousandth lost of OPEN");
        } catch (bytes memory why) {
            _holds(bytes4(why) == LiquidityDesk.PriceTooFar.selector, "only because the price was moved too far");
        }
    }

    /// @dev Held first, oldest first, free or not; then the wallet; and nothing beyond what the pool takes.
    function testFuzz_property_readdUsesHeldThenOwn(
        uint256 fromHeld,
        uint256 fromOwn,
        uint256 open,
        uint256 late
    ) public {
        _remove(ANNA, _fundAndAdd(ANNA, 1_000e18));
        vm.warp(block.timestamp + _bound(late, 0, 60 days));
        _oracle.update();
        _remove(ANNA, _fundAndAdd(ANNA, 500e18));
        _giveOpen(ANNA, 40_000e18);
        HoldBook.Hold[] memory before = _desk.holdsOf(ANNA);
        uint256 wallet = _ousd.balanceOf(ANNA);
        fromHeld = _bound(fromHeld, 0, _desk.heldOf(ANNA));
        fromOwn = _bound(fromOwn, fromHeld > 1e6 ? 0 : 1e6, wallet);
        open = _bound(open, 1e8, _open.balanceOf(ANNA));
        uint256 supply = _ousd.totalSupply();
        uint256 lpBefore = _desk.lpOf(ANNA);
        vm.prank(ANNA);
        (uint256 used, , uint256 lp) = _desk.readd(fromHeld, fromOwn, open, 0, 0, LATER);
        uint256 ofHeld = _least(used, fromHeld);
        _holds(used <= fromHeld + fromOwn, "no more than offered");
        _eq(_desk.heldOf(ANNA), before[0].amount + before[1].amount - ofHeld, "held first");
        _eq(_ousd.balanceOf(ANNA), wallet - (used - ofHeld), "then the wallet");
        _eq(_ousd.totalSupply(), supply - used, "exactly that was turned into USDT");
        _eq(_desk.lpOf(ANNA), lpBefore + lp, "shares booked");
        _eq(_usdt.balanceOf(address(_desk)), 0, "no USDT stays");
        uint256 leftOfFirst = before[0].amount - _least(before[0].amount, ofHeld);
        HoldBook.Hold[] memory left = _desk.holdsOf(ANNA);
        uint256 sum = 0;
        for (uint256 i = 0; i < left.length; i++) sum += left[i].amount;
        _eq(sum, _desk.heldOf(ANNA), "the list and the sum agree");
        if (leftOfFirst > 0) _eq(left[0].amount, leftOfFirst, "oldest first");
        else if (left.length > 0) _eq(left[0].id, 2, "the oldest is used up");
    }

    /// @dev C12. Whatever BEN, EVE and the price do, ANNA's shares and holds are what they were.
    function testFuzz_property_C12_othersCannotTouchMine(uint256 usdt, uint256 seed, uint256 wait) public {
        uint256 lp = _fundAndAdd(ANNA, 900e18);
        _remove(ANNA, lp / 3);
        uint256 held = _desk.heldOf(ANNA);
        _fundAndAdd(BEN, _bound(usdt, 10e18, 1e24));
        _push(EVE, seed % 2 == 0, _bound(seed, 1e3, 1e24));
        _remove(BEN, _desk.lpOf(BEN));
        vm.warp(block.timestamp + _bound(wait, 30 days, 3_650 days));
        vm.prank(BEN);
        _desk.release(BEN, _ids(1));
        _eq(_desk.lpOf(ANNA), lp - lp / 3, "shares");
        _eq(_desk.heldOf(ANNA), held, "held");
        uint256 wallet = _ousd.balanceOf(ANNA);
        vm.prank(EVE);
        _desk.release(ANNA, _ids(1));
        _eq(_ousd.balanceOf(ANNA) - wallet, held, "what others can do is pay it out to her");
        _remove(ANNA, lp - lp / 3);
        _eq(_pair.balanceOf(address(_desk)), 0, "and all of it comes out");
    }

    /// @dev Gifts to the desk belong to nobody: they change neither shares, holds nor what comes out.
    function testFuzz_property_giftsToTheDeskChangeNothing(uint256 gift, uint256 usdt) public {
        gift = _bound(gift, 1, 1e24);
        _usdt.mint(address(_desk), gift);
        _giveOpen(address(_desk), gift);
        _giveOusd(address(_desk), gift);
        vm.prank(MAKER);
        _pair.transfer(address(_desk), gift / 10);
        usdt = _bound(usdt, 10e18, 1e24);
        uint256 lp = _fundAndAdd(ANNA, usdt);
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        _holds(paid + held <= usdt && open <= usdt * 20, "C04");
        _eq(_usdt.balanceOf(address(_desk)), gift, "USDT");
        _eq(_open.balanceOf(address(_desk)), gift, "OPEN");
        _eq(_ousd.balanceOf(address(_desk)), gift + held, "OUSD");
        _eq(_pair.balanceOf(address(_desk)), gift / 10, "shares");
        _eq(_desk.totalHeld(), held, "held");
    }
}

contract LiquidityDeskPropertiesUsdtFirst is LiquidityDeskProperties {
    function _usdtFirst() internal pure override returns (bool) {
        return true;
    }
}

contract LiquidityDeskPropertiesOpenFirst is LiquidityDeskProperties {
    function _usdtFirst() internal pure override returns (bool) {
        return false;
    }
}
