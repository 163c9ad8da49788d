// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {HashPowerMint} from "../../src/minting/HashPowerMint.sol";
import {UsdoMint} from "../../src/minting/UsdoMint.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MintingBase} from "../minting/MintingBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev Hash power and USDO are minted in any order by members and others, while the price moves, fees change, switches are
/// thrown and USDO is redeemed. What everything must come to is booked beside it, computed with the public router's rule.
abstract contract MintingMoves is MintingBase, ModelledCalls {
    uint256 public constant ACTORS = 4;

    uint256 public minted;
    uint256 public redeemed;
    uint256 public fees;
    uint256 public burned;
    uint256 public toMarket;
    uint256 public power;
    mapping(address member => uint256) public owned;

    constructor() {
        _openMinting(new PlainToken(18));
        for (uint256 i = 0; i < ACTORS; i++) {
            usdt.mint(actor(i), 1e30);
            open.transfer(actor(i), 50_000_000e18);
            _allowMinting(actor(i));
            if (i < ACTORS - 1) {
                vm.prank(actor(i));
                membership.activate(ROOT);
            }
        }
    }

    /// @dev The last one is never activated.
    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function _isMember(uint256 who) private pure returns (bool) {
        return who % ACTORS != ACTORS - 1;
    }

    function mintPower(uint256 who, uint256 openIn, bool asksTooMuch) external {
        openIn = openIn % 8 == 1 ? 0 : _bound(openIn, 1, 1_000_000e18);
        (uint256 value, bytes4 refusal) = _powerRefusal(who, openIn, asksTooMuch);
        bytes memory call = abi.encodeCall(HashPowerMint.mint, (openIn, value * 2 + (asksTooMuch ? 1 : 0), NEVER));
        uint256 had = open.balanceOf(actor(who));
        (bool passed, bytes memory answer) = _modelled("mintPower", actor(who), address(powerMint), call, refusal);
        if (!passed) return;
        _eq(abi.decode(answer, (uint256)), value * 2, "two for each USDT");
        _eq(open.balanceOf(actor(who)), had - openIn, "consumed");
        power += value * 2;
        toMarket += openIn / 2;
        burned += openIn - openIn / 2;
    }

    function _powerRefusal(
        uint256 who,
        uint256 openIn,
        bool asksTooMuch
    ) private view returns (uint256 value, bytes4 refusal) {
        uint256 price;
        (price, refusal) = _valuation();
        value = (openIn * price) / 1e18;
        if (powerMint.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (openIn == 0) refusal = MoneyErrors.ZeroAmount.selector;
        else if (!_isMember(who)) refusal = MarketErrors.NotActive.selector;
        else if (refusal == PASSES && value < 10e18) refusal = HashPowerMint.ValueBelowMinimum.selector;
        else if (refusal == PASSES && asksTooMuch) refusal = MarketErrors.TooLittleReceived.selector;
    }

    /// @dev The lower of both averages, or how the first of them that has none refuses.
    function _valuation() private view returns (uint256 price, bytes4 refusal) {
        uint256 inversely;
        (price, refusal) = _ask(oracle);
        if (refusal != PASSES) return (0, refusal);
        (inversely, refusal) = _ask(inverse);
        if (refusal != PASSES) return (0, refusal);
        uint256 upsideDown = 1e36 / inversely;
        return (upsideDown < price ? upsideDown : price, PASSES);
    }

    function _ask(TwapOracle one) private view returns (uint256, bytes4) {
        try one.price() returns (uint256 price) {
            return (price, PASSES);
        } catch (bytes memory said) {
            return (0, bytes4(said));
        }
    }

    function usdoFromUsdt(uint256 who, uint256 amount) external {
        amount = amount % 8 == 1 ? 0 : _bound(amount, 1, 1e24);
        bytes4 refusal = PASSES;
        if (usdoMint.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (amount == 0) refusal = MoneyErrors.ZeroAmount.selector;
        else if (!_isMember(who)) refusal = MarketErrors.NotActive.selector;
        bytes memory call = abi.encodeCall(UsdoMint.mintFromUsdt, (amount));
        uint256 had = usdt.balanceOf(actor(who));
        (bool passed, ) = _modelled("usdoFromUsdt", actor(who), address(usdoMint), call, refusal);
        if (!passed) return;
        _eq(usdt.balanceOf(actor(who)), had - amount, "paid");
        _book(actor(who), amount);
    }

    function usdoFromOpen(uint256 who, uint256 openIn, bool asksTooMuch) external {
        openIn = openIn % 8 == 1 ? 0 : _bound(openIn, 1_000, 1_000_000e18);
        (uint256 obtained, uint256 fee, uint256 burnt) = openIn == 0 ? (0, 0, 0) : _sale(openIn);
        bytes4 refusal = _saleRefusal(who, openIn, asksTooMuch || obtained == 0);
        bytes memory call = abi.encodeCall(UsdoMint.mintFromOpen, (openIn, obtained + (asksTooMuch ? 1 : 0), NEVER));
        (bool passed, bytes memory answer) = _modelled("usdoFromOpen", actor(who), address(usdoMint), call, refusal);
        if (!passed) return;
        _eq(abi.decode(answer, (uint256)), obtained, "what selling brings");
        _book(actor(who), obtained);
        fees += fee;
        burned += burnt;
    }

    function _saleRefusal(uint256 who, uint256 openIn, bool isTooLittle) private view returns (bytes4) {
        if (usdoMint.paused()) return Pausable.EnforcedPause.selector;
        if (desk.paused()) return UsdoMint.NotTradable.selector;
        if (openIn == 0) return MoneyErrors.ZeroAmount.selector;
        if (!_isMember(who)) return MarketErrors.NotActive.selector;
        return isTooLittle ? MarketErrors.TooLittleReceived.selector : PASSES;
    }

    function _book(address member, uint256 dollars) private {
        minted += dollars;
        owned[member] += dollars;
    }

    function _sale(uint256 openIn) private view returns (uint256 obtained, uint256 fee, uint256 burnt) {
        burnt = (openIn * desk.burnBps() + 9_999) / 10_000;
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        uint256 gross = router.getAmountOut(openIn - burnt, ofOpen, ofUsdt);
        fee = (gross * desk.communityFeeBps() + 9_999) / 10_000;
        obtained = gross - fee;
    }

    /// @dev C10: whoever holds USDO gets out, whatever is paused.
    function redeem(uint256 who, uint256 amount) external {
        address holder = actor(who);
        if (owned[holder] == 0) return;
        amount = _bound(amount, 1, owned[holder]);
        _modelled("redeem", holder, address(usdo), abi.encodeCall(usdo.redeem, (amount)), PASSES);
        (redeemed, owned[holder]) = (redeemed + amount, owned[holder] - amount);
    }

    /// @dev Somebody trades past the desk.
    function trade(bool buys, uint256 amount) external {
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(usdt), address(open)) : (address(open), address(usdt));
        amount = _bound(amount, 1e12, 100_000e18);
        if (buys) usdt.mint(address(this), amount);
        usdt.approve(address(router), NEVER);
        open.approve(address(router), NEVER);
        router.swapExactTokensForTokens(amount, 0, path, address(0x7A4DE), NEVER);
        _count("trade");
    }

    function wait_(uint256 seconds_, bool looks) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 40 minutes));
        if (looks) powerMint.update();
    }

    function setFees(uint256 bps, uint256 burnBps) external {
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(_bound(bps, 0, 300));
        vm.prank(ADMIN);
        desk.setBurnBps(_bound(burnBps, 0, 300));
    }

    function throwSwitch(uint256 which) external {
        Guarded one = [Guarded(powerMint), Guarded(usdoMint), Guarded(desk)][which % 3];
        bool off = one.paused();
        bytes memory call = off ? abi.encodeCall(Guarded.unpause, ()) : abi.encodeCall(Guarded.pause, ());
        _modelled("throwSwitch", off ? ADMIN : PAUSER, address(one), call, PASSES);
    }

    /// @dev All that lies where nothing may lie.
    function leftovers() external view returns (uint256) {
        address[2] memory places = [address(powerMint), address(usdoMint)];
        uint256 sum = usdt.allowance(address(usdoMint), address(usdo));
        for (uint256 i = 0; i < 2; i++)
            sum += usdt.balanceOf(places[i]) + open.balanceOf(places[i]) + usdo.balanceOf(places[i]);
        return sum;
    }

    function totals() external view returns (uint256 dollars, uint256 cover, uint256 openSupply) {
        return (usdo.totalSupply(), usdt.balanceOf(address(usdo)), open.totalSupply());
    }

    function inTreasury() external view returns (uint256 ofUsdt, uint256 ofOpen) {
        return (usdt.balanceOf(address(treasury)), open.balanceOf(address(treasury)));
    }

    function dollarsOf(uint256 who) external view returns (uint256) {
        return usdo.balanceOf(actor(who));
    }
}
