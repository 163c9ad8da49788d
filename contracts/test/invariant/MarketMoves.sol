// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MarketBase} from "../liquidity/MarketBase.sol";

/// @dev Four actors, three of them active, with endowments of ten pools each, do what they like in any order, over months:
/// through both desks, OUSD and the pair itself, with gifts, pauses and thefts in between. Beside that,
/// books are kept of whose shares and holds are whose.
abstract contract MarketMoves is MarketBase {
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
    uint256 public fees;
    /// @dev What must never happen.
    uint256 public closedExits;
    uint256 public openEntrances;
    uint256 public thefts;
    uint256 public wrongHolds;
    /// @dev What happened, so that a suite that does nothing is noticed.
    uint256 public done;

    constructor(PlainToken usdt) {
        _buildMarketOf(usdt, new OpenToken(address(this)));
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

    function buy(uint256 who, uint256 amount) external {
        address one = actor(who);
        vm.prank(one);
        try _swapDesk.buy(_bound(amount, 1, 50_000e18), 0, LATER) {
            if (_swapDesk.paused() || one == _INACTIVE) openEntrances++;
            done++;
        } catch {
            return;
        }
    }

    function sell(uint256 who, uint256 amount) external {
        uint256 supply = _open.totalSupply();
        vm.prank(actor(who));
        try _swapDesk.sell(_bound(amount, 1, 1_000_000e18), 0, LATER) {
            if (_swapDesk.paused()) openEntrances++;
            burned += supply - _open.totalSupply();
            done++;
        } catch {
            return;
        }
    }

    function add(uint256 who, uint256 usdt, uint256 open, bool rested) external {
        if (rested) settle();
        address one = actor(who);
        vm.prank(one);
        try _desk.add(_bound(usdt, 1, 100_000e18), _bound(open, 1, 3_000_000e18), 0, 0, LATER) returns (
            uint256,
            uint256,
            uint256 lp
        ) {
            if (_desk.paused() || one == _INACTIVE) openEntrances++;
            lpBooked[one] += lp;
            done++;
        } catch {
            return;
        }
    }

    /// @dev C10: whoever has shares worth a unit of each side gets out, whatever is paused.
    function remove(uint256 who, uint256 part) external {
        address one = actor(who);
        // What came of re-adding a hold whose time is not over stays.
        uint256 locked = _desk.lockedOf(one);
        if (locked > lpBooked[one]) wrongHolds++;
        uint256 own = lpBooked[one] - locked;
        if (own == 0) return;
        uint256 lp = _bound(part, 1, own);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 supply = _pair.totalSupply();
        bool dust = (reserveUsdt * lp) / supply == 0 || (reserveOpen * lp) / supply == 0;
        vm.prank(one);
        try _desk.remove(lp, 0, 0, LATER) returns (uint256, uint256 paid, uint256 held) {
            lpBooked[one] -= lp;
            heldBooked[one] += held;
            if (held != (paid + held) / 5 || (_ousd.paused() && paid + held > 0)) wrongHolds++;
            done++;
        } catch {
            if (!dust) closedExits++;
        }
    }

    function readd(uint256 who, uint256 fromHeld, uint256 fromOwn, uint256 open, bool rested) external {
        if (rested) settle();
        address one = actor(who);
        fromHeld = _bound(fromHeld, 0, _desk.heldOf(one));
        fromOwn = _bound(fromOwn, 0, _ousd.balanceOf(one));
        vm.prank(one);
        try _desk.readd(fromHeld, fromOwn, _bound(open, 1, 1_000_000e18), 0, 0, LATER) returns (
            uint256 used,
            uint256,
            uint256 lp
        ) {
            if (_desk.paused() || one == _INACTIVE) openEntrances++;
            lpBooked[one] += lp;
            heldBooked[one] -= _least(used, fromHeld);
            done++;
        } catch {
            return;
        }
    }

    /// @dev Anybody for anybody. C10: what is due is paid, whatever is paused; what is not due is not.
    function release(uint256 who, uint256 whose, uint256 index) external {
        address member = actor(whose);
        HoldBook.Hold[] memory holds = _desk.holdsOf(member);
        if (holds.length == 0) return;
        HoldBook.Hold memory hold = holds[index % holds.length];
        bool due = block.timestamp >= hold.releaseAt;
        uint256 wallet = _ousd.balanceOf(member);
        vm.prank(actor(who));
        try _desk.release(member, _ids(hold.id)) {
            if (!due || _ousd.balanceOf(member) - wallet != hold.amount) wrongHolds++;
            heldBooked[member] -= hold.amount;
            done++;
        } catch {
            if (due) closedExits++;
        }
    }

    function redeem(uint256 who, uint256 amount) external {
        address one = actor(who);
        uint256 own = _ousd.balanceOf(one);
        if (own == 0) return;
        vm.prank(one);
        try _ousd.redeem(_bound(amount, 1, own)) {
            done++;
        } catch {
            closedExits++;
        }
    }

    /// @dev Past the desks, as anybody can.
    function tradeInThePool(uint256 who, bool buys, uint256 amount) external {
        amount = _bound(amount, 1e3, buys ? 30_000e18 : 600_000e18);
        address one = actor(who);
        if ((buys ? _usdt.balanceOf(one) : _open.balanceOf(one)) < amount) return;
        _swapOwn(one, buys, amount);
        done++;
    }

    /// @dev Gifts to the desk or to the pair, counted by it, taken back by the first comer, or left lying.
    function give(uint256 who, uint256 what, uint256 amount, uint8 how) external {
        address one = actor(who);
        bool toDesk = how % 2 == 0;
        IERC20[4] memory coins = [IERC20(address(_usdt)), _open, IERC20(address(_ousd)), IERC20(address(_pair))];
        IERC20 coin = coins[toDesk ? what % 4 : what % 2];
        uint256 own = coin.balanceOf(one);
        amount = _bound(amount, 0, own / 1_000);
        vm.prank(one);
        coin.safeTransfer(toDesk ? address(_desk) : address(_pair), amount);
        if (toDesk && what % 4 == 0) giftUsdt += amount;
        if (toDesk && what % 4 == 1) giftOpen += amount;
        if (toDesk && what % 4 == 2) giftOusd += amount;
        if (toDesk && what % 4 == 3) giftLp += amount;
        if (how & 2 == 0) _pair.sync();
        else if (how & 4 == 0) _pair.skim(one);
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
        vm.prank(on ? STOPPER : ADMIN);
        if (on) place.pause();
        else place.unpause();
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
            abi.encodeCall(LiquidityDesk.removeInKind, (1 + (amount % (lpBooked[thief] + 1)))),
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
}
