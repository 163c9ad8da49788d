// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {ReentrantToken, TurningToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MarketModel, Mood} from "./MarketModel.sol";

/// @dev Four actors, three of them active, with endowments of ten pools each, do what they like in any order, over months:
/// through both desks, OUSD and the pair itself, with gifts, pauses, thefts and a dollar that turns in between. Each call must
/// end as the model says. Beside that, books are kept of whose shares and holds are whose.
abstract contract MarketMoves is MarketModel {
    using SafeERC20 for IERC20;

    uint256 public constant ACTORS = 4;
    uint256 private constant _ENDOW_USDT = 1_000_000e18;
    uint256 private constant _ENDOW_OPEN = 20_000_000e18;
    address private constant _INACTIVE = address(0xAC700 + 3);

    mapping(address actor => uint256) public lpBooked;
    mapping(address actor => uint256) public heldBooked;
    /// @dev Gifts that lie in the desk, and OPEN burned by selling.
    uint256 public giftLp;
    uint256 public giftOusd;
    uint256 public giftUsdt;
    uint256 public giftOpen;
    uint256 public burned;
    /// @dev What must never happen.
    uint256 public thefts;

    /// @dev Where the dollar was armed, it asks for a release of the first actor's first hold, once. Outside of the desk that may
    /// go through, when it is due.
    modifier armed() {
        bool was = _mood == Mood.Reentrant && !ReentrantToken(address(_usdt)).succeeded();
        uint256 held = was ? _desk.heldOf(actor(0)) : 0;
        _;
        if (!was || !ReentrantToken(address(_usdt)).succeeded()) return;
        uint256 first = held - _desk.heldOf(actor(0));
        heldBooked[actor(0)] -= first;
    }

    constructor() {
        for (uint256 i = 0; i < ACTORS; i++) {
            address member = actor(i);
            _fund(member, _ENDOW_USDT, _ENDOW_OPEN);
            _allow(member, address(_swapDesk));
            if (member != _INACTIVE) _activate(member);
        }
        // Something to take out, to re-add, to release and to steal from the first call on.
        for (uint256 i = 0; i < ACTORS - 1; i++) {
            uint256 lp = _add(actor(i), 20_000e18, 400_000e18);
            (, , uint256 held) = _remove(actor(i), lp / 2);
            (lpBooked[actor(i)], heldBooked[actor(i)]) = (lp - lp / 2, held);
        }
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function market() external view returns (PlainToken, IERC20, address, LiquidityDesk, SwapDesk) {
        return (_usdt, _open, address(_pair), _desk, _swapDesk);
    }

    /// @dev Whether USDT moves at all.
    function moves() external view returns (bool) {
        return !_stopped();
    }

    /// @dev All that the actors have, at the first price, in twentieths of a USDT; shares at what they would give now.
    function worth() public view returns (uint256 sum) {
        uint256 supply = _pair.totalSupply();
        for (uint256 i = 0; i < ACTORS; i++) {
            address one = actor(i);
            uint256 lp = _desk.lpOf(one) + _pair.balanceOf(one);
            uint256 dollars = _usdt.balanceOf(one) + _ousd.balanceOf(one) + _desk.heldOf(one);
            dollars += (_usdt.balanceOf(address(_pair)) * lp) / supply;
            sum += 20 * dollars + _open.balanceOf(one) + (_open.balanceOf(address(_pair)) * lp) / supply;
        }
    }

    function buy(uint256 who, uint256 amount) external armed {
        address one = actor(who);
        amount = _bound(amount, 1, 50_000e18);
        (bytes4 refusal, uint256 out) = _buyRefusal(one, one != _INACTIVE, amount);
        (uint256 usdt, uint256 open) = (_usdt.balanceOf(one), _open.balanceOf(one));
        uint256 fees = _usdt.balanceOf(_swapDesk.treasury());
        bytes memory data = abi.encodeCall(SwapDesk.buy, (amount, 0, LATER));
        (bool passed, ) = _modelled("buy", one, address(_swapDesk), data, refusal);
        if (!passed) return;
        _eq(_usdt.balanceOf(one), usdt - amount, "paid by the buyer");
        _eq(_open.balanceOf(one), open + out, "received by the buyer");
        _eq(_usdt.balanceOf(_swapDesk.treasury()), fees + _tenThousandthsUp(amount, 50), "the fee");
        _looked();
    }

    function sell(uint256 who, uint256 amount) external armed {
        address one = actor(who);
        amount = _bound(amount, 1, 1_000_000e18);
        (bytes4 refusal, uint256 gross) = _sellRefusal(one, amount);
        (uint256 usdt, uint256 open, uint256 supply) = (
            _usdt.balanceOf(one),
            _open.balanceOf(one),
            _open.totalSupply()
        );
        bytes memory data = abi.encodeCall(SwapDesk.sell, (amount, 0, LATER));
        (bool passed, ) = _modelled("sell", one, address(_swapDesk), data, refusal);
        if (!passed) return;
        uint256 net = gross - _tenThousandthsUp(gross, 50);
        _eq(_usdt.balanceOf(one), usdt + net - _lost(net), "received by the seller");
        _eq(_open.balanceOf(one), open - amount, "given by the seller");
        _eq(_open.totalSupply(), supply - _tenThousandthsUp(amount, 100), "a hundredth is burned");
        burned += supply - _open.totalSupply();
        _looked();
    }

    function add(uint256 who, uint256 usdt, uint256 open, bool rested) external armed {
        if (rested) settle();
        address one = actor(who);
        (usdt, open) = (_bound(usdt, 1, 100_000e18), _bound(open, 1, 3_000_000e18));
        Entering memory wanted = _enterRefusal(one != _INACTIVE, usdt, open);
        if (wanted.refusal == PASSES && wanted.usdt < 10e18) wanted.refusal = LiquidityDesk.BelowMinimum.selector;
        if (wanted.refusal == PASSES) wanted.refusal = _usdtRefusal(_usdt.balanceOf(one), wanted.usdt);
        if (wanted.refusal == PASSES) _mintRefusal(one, wanted);
        bytes memory data = abi.encodeCall(LiquidityDesk.add, (usdt, open, 0, 0, LATER));
        _enter("add", one, data, wanted, 0);
    }

    function readd(uint256 who, uint256 fromHeld, uint256 fromOwn, uint256 open, bool rested) external armed {
        if (rested) settle();
        address one = actor(who);
        // Asking for more than is held asks for all of it.
        uint256 asked = _bound(fromHeld, 0, heldBooked[one] + 100e18);
        fromHeld = _least(asked, heldBooked[one]);
        fromOwn = _bound(fromOwn, 0, _ousd.balanceOf(one));
        open = _bound(open, 1, 1_000_000e18);
        Entering memory wanted = _enterRefusal(one != _INACTIVE, fromHeld + fromOwn, open);
        if (wanted.refusal == PASSES && wanted.usdt == 0) wanted.refusal = MoneyErrors.ZeroAmount.selector;
        // OUSD pays the desk, which pays the pair; what is lost on the first way is missing on the second.
        uint256 atDesk = giftUsdt + wanted.usdt - _lost(wanted.usdt);
        if (wanted.refusal == PASSES) wanted.refusal = _usdtRefusal(atDesk, wanted.usdt);
        if (wanted.refusal == PASSES) _mintRefusal(one, wanted);
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (asked, fromOwn, open, 0, 0, LATER));
        uint256 used = _least(wanted.usdt, fromHeld);
        if (_enter("readd", one, data, wanted, used)) heldBooked[one] -= used;
    }

    /// @dev C10: whoever has shares worth a unit of each side gets out, whatever is paused. Only a dollar that does not move at
    /// all stops it; then the shares come out as they are.
    function remove(uint256 who, uint256 part) external armed {
        address one = actor(who);
        uint256 own = _free(one);
        if (own == 0) return;
        uint256 lp = _bound(part, 1, own);
        Leaving memory wanted = _leaving(lp);
        uint256 open = _open.balanceOf(one);
        uint256 dollars = _ousd.balanceOf(one);
        bytes memory data = abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER));
        (bool passed, bytes memory answer) = _modelled("remove", one, address(_desk), data, wanted.refusal);
        if (!passed) return;
        (uint256 openOut, uint256 paid, uint256 held) = abi.decode(answer, (uint256, uint256, uint256));
        _eq(openOut, wanted.open, "OPEN by its part");
        _eq(held, wanted.held, "a fifth is held, where there is OUSD");
        _eq(paid + held, wanted.held == 0 && paid == 0 ? 0 : wanted.usdt, "USDT by its part");
        _eq(_open.balanceOf(one), open + openOut, "OPEN went to the member");
        _eq(_ousd.balanceOf(one), dollars + paid, "OUSD went to the member");
        lpBooked[one] -= lp;
        heldBooked[one] += held;
    }

    function removeInKind(uint256 who, uint256 part) external armed {
        address one = actor(who);
        uint256 own = _free(one);
        if (own == 0) return;
        uint256 lp = _bound(part, 1, own);
        bytes4 refusal = LiquidityDesk.Removable.selector;
        if (lp < 1_000) refusal = LiquidityDesk.TooLittleLp.selector;
        else if (_leaving(lp).refusal != PASSES) refusal = PASSES;
        uint256 shares = _pair.balanceOf(one);
        bytes memory data = abi.encodeCall(LiquidityDesk.removeInKind, (lp));
        (bool passed, ) = _modelled("removeInKind", one, address(_desk), data, refusal);
        if (!passed) return;
        lpBooked[one] -= lp;
        _eq(_pair.balanceOf(one), shares + lp, "the shares went to the member");
    }

    /// @dev Anybody for anybody. C10: what is due is paid, whatever is paused; what is not due is not.
    function release(uint256 who, uint256 whose, uint256 index) external {
        address member = actor(whose);
        HoldBook.Hold[] memory holds = _desk.holdsOf(member);
        if (holds.length == 0) return;
        HoldBook.Hold memory hold = holds[index % holds.length];
        bytes4 refusal = block.timestamp < hold.releaseAt ? HoldBook.NotYet.selector : PASSES;
        uint256 wallet = _ousd.balanceOf(member);
        bytes memory data = abi.encodeCall(LiquidityDesk.release, (member, _ids(hold.id)));
        (bool passed, ) = _modelled("release", actor(who), address(_desk), data, refusal);
        if (!passed) return;
        _eq(_ousd.balanceOf(member), wallet + hold.amount, "paid to the member");
        heldBooked[member] -= hold.amount;
    }

    function redeem(uint256 who, uint256 amount) external armed {
        address one = actor(who);
        uint256 own = _ousd.balanceOf(one);
        if (own == 0) return;
        amount = _bound(amount, 1, own);
        bytes4 refusal = _stopped() ? _usdtRefusal(own, amount) : PASSES;
        uint256 wallet = _usdt.balanceOf(one);
        (bool passed, ) = _modelled("redeem", one, address(_ousd), abi.encodeCall(_ousd.redeem, (amount)), refusal);
        if (passed) _eq(_usdt.balanceOf(one), wallet + amount - _lost(amount), "USDT for OUSD");
    }

    /// @dev Past the desks, as anybody can.
    function tradeInThePool(uint256 who, bool buys, uint256 amount) external armed {
        amount = _bound(amount, 1e3, buys ? 30_000e18 : 600_000e18);
        address one = actor(who);
        if (turned || (buys ? _usdt.balanceOf(one) : _open.balanceOf(one)) < amount) return;
        _swapOwn(one, buys, amount);
        _count("tradeInThePool");
    }

    /// @dev Gifts to the desk or to the pair, counted by it, taken back by the first comer, or left lying.
    function give(uint256 who, uint256 what, uint256 amount, uint8 how) external armed {
        address one = actor(who);
        bool toDesk = how % 2 == 0;
        IERC20[4] memory coins = [IERC20(address(_usdt)), _open, IERC20(address(_ousd)), IERC20(address(_pair))];
        IERC20 coin = coins[toDesk ? what % 4 : what % 2];
        if (turned && address(coin) == address(_usdt)) return;
        amount = _bound(amount, 0, coin.balanceOf(one) / 1_000);
        vm.prank(one);
        coin.safeTransfer(toDesk ? address(_desk) : address(_pair), amount);
        if (toDesk && what % 4 == 0) giftUsdt += amount;
        if (toDesk && what % 4 == 1) giftOpen += amount;
        if (toDesk && what % 4 == 2) giftOusd += amount;
        if (toDesk && what % 4 == 3) giftLp += amount;
        if (how & 2 == 0) _pair.sync();
        else if (how & 4 == 0 && !turned) _pair.skim(one);
        _count("give");
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 20 days));
        _oracle.update();
    }

    /// @dev Half an hour in which nothing moves: the average is the price again, so that adding is possible.
    function settle() public {
        _oracle.update();
        vm.warp(block.timestamp + 30 minutes);
    }

    function pause(uint256 which, bool on) external {
        Guarded[3] memory places = [Guarded(_desk), Guarded(_swapDesk), Guarded(_ousd)];
        Guarded place = places[which % 3];
        if (place.paused() == on) return;
        bytes memory data = on ? abi.encodeCall(Guarded.pause, ()) : abi.encodeCall(Guarded.unpause, ());
        _modelled("pause", on ? STOPPER : ADMIN, address(place), data, PASSES);
        _holds(place.paused() == on, "paused or open, as asked");
    }

    /// @dev The dollar's issuer changes its rules, and back. Seldom, so that most runs see both.
    function turn(uint8 when) external {
        if (_mood < Mood.Fee || when % 2 == 0) return;
        turned = !turned;
        TurningToken(address(_usdt)).turn(turned);
        _count("turn");
    }

    /// @dev Takes what is not one's own, and powers that one does not have.
    function steal(uint256 who, uint256 whose, uint256 amount, uint8 kind) external {
        address thief = actor(who);
        address member = actor(whose);
        if (thief == member) return;
        bytes[8] memory tries = [
            abi.encodeCall(LiquidityDesk.remove, (lpBooked[thief] + 1 + (amount % 1e24), 0, 0, LATER)),
            abi.encodeCall(
                LiquidityDesk.remove,
                (lpBooked[thief] - _desk.lockedOf(thief) + 1 + (amount % 1e9), 0, 0, LATER)
            ),
            abi.encodeCall(LiquidityDesk.tryPayOut, (thief, 1 + (amount % (lpBooked[member] + 1)))),
            abi.encodeCall(
                LiquidityDesk.readd,
                (heldBooked[thief] + 1 + (amount % 1e24), 0, 1_000_000e18, heldBooked[thief] + 1, 0, LATER)
            ),
            abi.encodeCall(LiquidityDesk.release, (thief, _ids(1 << 128))),
            abi.encodeCall(LiquidityDesk.setMinimumAdd, (0)),
            abi.encodeCall(Guarded.pause, ()),
            abi.encodeCall(Guarded.unpause, ())
        ];
        vm.prank(thief);
        (bool through, ) = address(_desk).call(tries[kind % 8]);
        if (through) thefts++;
    }

    /// @dev Both ways of adding: as the model says, and the shares are the member's.
    function _enter(
        string memory move,
        address one,
        bytes memory data,
        Entering memory wanted,
        uint256 fromHeld
    ) private returns (bool passed) {
        uint256 dollars = _usdt.balanceOf(one) + _ousd.balanceOf(one);
        uint256 open = _open.balanceOf(one);
        bytes memory answer;
        (passed, answer) = _modelled(move, one, address(_desk), data, wanted.refusal);
        if (!passed) return false;
        (uint256 usdtTaken, uint256 openTaken, uint256 lp) = abi.decode(answer, (uint256, uint256, uint256));
        _eq(usdtTaken, wanted.usdt, "one side whole");
        _eq(openTaken, wanted.open, "the other at the pool's ratio");
        _eq(lp, wanted.lp, "shares by the pair's rule");
        _eq(_usdt.balanceOf(one) + _ousd.balanceOf(one), dollars - usdtTaken + fromHeld, "dollars of the member");
        _eq(_open.balanceOf(one), open - openTaken, "OPEN of the member");
        lpBooked[one] += lp;
        _looked();
    }

    /// @dev What came of re-adding a hold whose time is not over stays.
    function _free(address one) private view returns (uint256) {
        return lpBooked[one] - _desk.lockedOf(one);
    }

    /// @dev Trading and adding look at the price by themselves.
    function _looked() private view {
        (uint256 lookedAt, , ) = _oracle.lastObservation();
        _holds(block.timestamp < lookedAt + 5 minutes, "the oracle has looked");
    }
}
