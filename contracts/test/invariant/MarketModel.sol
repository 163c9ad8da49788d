// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {IPoolRouter} from "../../src/swap/PublicPool.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {TurningFrozenToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {PancakeFactory, PancakeRouter} from "../kit/PancakePool.sol";
import {ICreatePair} from "../kit/PublicPoolKit.sol";
import {MarketBase} from "../liquidity/MarketBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev The dollar of a market, by how it can turn.
enum Mood {
    Steady,
    Reentrant,
    Fee,
    False,
    Frozen
}

/// @dev The exchange under a market: the published Uniswap V2 bytecode without a cut, or PancakeSwap's rules with its cut on.
enum Exchange {
    Uniswap,
    Pancake
}

/// @dev What must come of a call on the market, said before it is made: by which refusal it fails, in the order that the desks
/// promise, or what goes where, to the unit. Nothing here asks the desks; only who owns what, and the average price.
abstract contract MarketModel is MarketBase, ModelledCalls {
    address internal constant OPERATOR = address(0x0BE4A702);

    Mood internal immutable _mood;
    Exchange internal immutable _exchange;
    bool public turned;

    constructor(PlainToken usdt, Mood mood, Exchange exchange) {
        (_mood, _exchange) = (mood, exchange);
        _buildMarketOf(usdt, new OpenToken(address(this)));
    }

    function _deployExchange() internal override returns (ICreatePair, IPoolRouter) {
        if (_exchange == Exchange.Uniswap) return super._deployExchange();
        PancakeFactory factory = new PancakeFactory(OPERATOR);
        return (ICreatePair(address(factory)), IPoolRouter(address(new PancakeRouter(factory))));
    }

    /// @dev Whether USDT does not move at all.
    function _stopped() internal view returns (bool) {
        return turned && (_mood == Mood.False || _mood == Mood.Frozen);
    }

    /// @dev USDT that is lost on the way.
    function _lost(uint256 amount) internal view returns (uint256) {
        return turned && _mood == Mood.Fee ? amount / 100 : 0;
    }

    /// @dev How `amount` USDT refuses to go, where its holder has `own` and what arrives is measured.
    function _usdtRefusal(uint256 own, uint256 amount) internal view returns (bytes4) {
        if (turned && _mood == Mood.False) return SafeERC20.SafeERC20FailedOperation.selector;
        if (turned && _mood == Mood.Frozen) return TurningFrozenToken.Frozen.selector;
        if (amount > own) return PANIC;
        return _lost(amount) > 0 ? MoneyErrors.TransferMismatch.selector : PASSES;
    }

    /// @dev All shares, with those that the exchange's operator gets before the next are made or given up.
    function _supplyAfterCut() internal view returns (uint256 supply) {
        supply = _pair.totalSupply();
        uint256 product = _pair.kLast();
        if (product == 0) return supply;
        (uint256 reserve0, uint256 reserve1, ) = _pair.getReserves();
        uint256 root = Math.sqrt(reserve0 * reserve1);
        uint256 before = Math.sqrt(product);
        if (root > before) supply += (supply * (root - before) * 8) / (17 * root + 8 * before);
    }

    function _buyRefusal(address one, bool active, uint256 amount) internal view returns (bytes4 refusal, uint256 out) {
        if (_swapDesk.paused()) return (SwapDesk.NotTradable.selector, 0);
        if (!active) return (MarketErrors.NotActive.selector, 0);
        uint256 rest = amount - _tenThousandthsUp(amount, 50);
        if (rest == 0) return (MoneyErrors.ZeroAmount.selector, 0);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        out = _router.getAmountOut(rest, reserveUsdt, reserveOpen);
        if (out == 0) return (MarketErrors.TooLittleReceived.selector, 0);
        refusal = _usdtRefusal(_usdt.balanceOf(one), rest);
        if (refusal == PASSES && amount > _usdt.balanceOf(one)) refusal = PANIC;
    }

    /// @dev `gross` arrives at the desk.
    function _sellRefusal(address one, uint256 amount) internal view returns (bytes4 refusal, uint256 gross) {
        if (_swapDesk.paused()) return (SwapDesk.NotTradable.selector, 0);
        uint256 rest = amount - _tenThousandthsUp(amount, 100);
        if (rest == 0) return (MoneyErrors.ZeroAmount.selector, 0);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        gross = _router.getAmountOut(rest, reserveOpen, reserveUsdt);
        if (gross == 0) return (MarketErrors.TooLittleReceived.selector, 0);
        if (amount > _open.balanceOf(one)) return (IERC20Errors.ERC20InsufficientBalance.selector, 0);
        if (_stopped()) return (TEXT, 0);
        gross -= _lost(gross);
        if (gross == _tenThousandthsUp(gross, 50)) return (MarketErrors.TooLittleReceived.selector, 0);
    }

    struct Entering {
        bytes4 refusal;
        uint256 usdt;
        uint256 open;
        uint256 lp;
    }

    /// @dev What both ways of adding have in common, before any token moves.
    function _enterRefusal(bool active, uint256 usdt, uint256 open) internal view returns (Entering memory entering) {
        if (_desk.paused()) return _refused(Pausable.EnforcedPause.selector);
        if (usdt == 0 || open == 0) return _refused(MoneyErrors.ZeroAmount.selector);
        if (!active) return _refused(MarketErrors.NotActive.selector);
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        try _oracle.price() returns (uint256 average) {
            uint256 spot = (reserveUsdt * 1e18) / reserveOpen;
            bool near = spot * 10 <= average * 12 && spot * 10 >= average * 8;
            if (!near) return _refused(LiquidityDesk.PriceTooFar.selector);
        } catch (bytes memory reason) {
            return _refused(bytes4(reason));
        }
        entering.usdt = usdt;
        entering.open = (usdt * reserveOpen) / reserveUsdt;
        if (entering.open > open) (entering.usdt, entering.open) = ((open * reserveUsdt) / reserveOpen, open);
    }

    /// @dev Both sides have left the member's hands or will: OPEN, then the pair's own rule. What was given to the pair and not
    /// counted by it counts for whoever comes next.
    function _mintRefusal(address one, Entering memory entering) internal view {
        if (entering.open > _open.balanceOf(one)) {
            entering.refusal = IERC20Errors.ERC20InsufficientBalance.selector;
            return;
        }
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        uint256 inUsdt = _usdt.balanceOf(address(_pair)) + entering.usdt - reserveUsdt;
        uint256 inOpen = _open.balanceOf(address(_pair)) + entering.open - reserveOpen;
        uint256 supply = _supplyAfterCut();
        entering.lp = _least((inUsdt * supply) / reserveUsdt, (inOpen * supply) / reserveOpen);
        if (entering.lp == 0) entering.refusal = TEXT;
        else if (entering.lp < 1_000) entering.refusal = LiquidityDesk.TooLittleLp.selector;
    }

    struct Leaving {
        bytes4 refusal;
        uint256 usdt;
        uint256 open;
        uint256 held;
    }

    /// @dev What `lp` shares bring: USDT that arrives at the desk, and how much of it is held.
    function _leaving(uint256 lp) internal view returns (Leaving memory leaving) {
        uint256 supply = _supplyAfterCut();
        leaving.usdt = (lp * _usdt.balanceOf(address(_pair))) / supply;
        leaving.open = (lp * _open.balanceOf(address(_pair))) / supply;
        if (leaving.usdt == 0 || leaving.open == 0 || _stopped()) leaving.refusal = TEXT;
        leaving.usdt -= _lost(leaving.usdt);
        // Where OUSD does not come into being, all is paid in USDT.
        if (!_ousd.paused() && _lost(leaving.usdt) == 0) leaving.held = leaving.usdt / 5;
    }

    function _tenThousandthsUp(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return (amount * bps + 9_999) / 10_000;
    }

    function _refused(bytes4 refusal) private pure returns (Entering memory) {
        return Entering(refusal, 0, 0, 0);
    }
}
