// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {Membership} from "../../src/member/Membership.sol";
import {IPoolRouter} from "../../src/swap/PublicPool.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {PlainToken} from "./PlainToken.sol";

/// @dev Where an attacker finds everything.
struct Target {
    PlainToken usdt;
    IERC20 open;
    BackedDollar ousd;
    IPairMoves pair;
    IPoolRouter router;
    Membership membership;
    LiquidityDesk desk;
    SwapDesk swapDesk;
}

/// @dev An activated contract with money of its own that wants more, within one call if it likes. What it is worth is counted
/// at the price before the attack (20 OPEN for a USDT), in twentieths of a USDT, so that nothing is rounded.
abstract contract Attacker {
    address private constant ROOT = address(0x4007);
    uint256 internal constant LATER = type(uint256).max;

    Target internal _t;

    constructor(Target memory target) {
        _t = target;
        target.membership.activate(ROOT);
        address[3] memory spenders = [address(target.desk), address(target.swapDesk), address(target.router)];
        for (uint256 i = 0; i < 3; i++) {
            target.usdt.approve(spenders[i], type(uint256).max);
            target.open.approve(spenders[i], type(uint256).max);
            target.ousd.approve(spenders[i], type(uint256).max);
        }
    }

    /// @notice All that is the attacker's, shares at what they would give now.
    function worth() external view returns (uint256) {
        uint256 dollars = _t.usdt.balanceOf(address(this)) + _t.ousd.balanceOf(address(this));
        uint256 open = _t.open.balanceOf(address(this));
        uint256 lp = _t.desk.lpOf(address(this)) + _t.pair.balanceOf(address(this));
        uint256 supply = _t.pair.totalSupply();
        if (lp > 0) {
            dollars += (_t.usdt.balanceOf(address(_t.pair)) * lp) / supply;
            open += (_t.open.balanceOf(address(_t.pair)) * lp) / supply;
        }
        return 20 * (dollars + _t.desk.heldOf(address(this))) + open;
    }

    function _swap(bool buys, uint256 amountIn) internal returns (uint256) {
        if (amountIn == 0) return 0;
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(_t.usdt), address(_t.open)) : (address(_t.open), address(_t.usdt));
        return _t.router.swapExactTokensForTokens(amountIn, 0, path, address(this), LATER)[1];
    }

    function _addAll(uint256 usdtMost) internal returns (uint256 lp) {
        (, , lp) = _t.desk.add(usdtMost, _t.open.balanceOf(address(this)), 0, 0, LATER);
    }

    function _removeAll() internal {
        uint256 lp = _t.desk.lpOf(address(this));
        if (lp > 0) _t.desk.remove(lp, 0, 0, LATER);
    }

    /// @dev All but what came of re-adding what was held.
    function _removeFree() internal {
        uint256 lp = _t.desk.lpOf(address(this)) - _t.desk.lockedOf(address(this));
        if (lp > 0) _t.desk.remove(lp, 0, 0, LATER);
    }

    function _redeemAll() internal {
        uint256 ousd = _t.ousd.balanceOf(address(this));
        if (ousd > 0) _t.ousd.redeem(ousd);
    }
}
