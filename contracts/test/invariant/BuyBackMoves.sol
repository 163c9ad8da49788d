// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {BuyBack} from "../../src/reserve/BuyBack.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {TurningFeeToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {Vm} from "../kit/TestBase.sol";
import {BuyBackBase} from "../reserve/BuyBackBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev Orders, right ones and wrong ones, are carried out in any order by anybody, while the price is pushed, the treasury pays
/// others, limits, roles and switches change, and the dollar turns. Each call must end as the model says; what was spent and
/// burned is booked beside it, by the public router's rule.
abstract contract BuyBackMoves is BuyBackBase, ModelledCalls {
    uint256 public constant IDS = 12;
    uint256 private constant NEVER = type(uint256).max;
    uint256 private constant THIEF_KEY = 0x7411EF;

    struct Payment {
        uint256 time;
        uint256 amount;
    }

    Payment[] private _payments;
    mapping(bytes32 id => bool) private _paid;
    bool private _turned;
    uint256 public booked = 1e24;
    uint256 public burned;
    uint256 public giftUsdt;
    uint256 public giftOpen;
    uint256 public thefts;

    /// @param usdtIsFirst Whether USDT is the first token of the pair.
    constructor(bool usdtIsFirst) {
        // OPEN is what is made next after so many candidates.
        uint8 count = 16;
        address next = address(
            uint160(uint256(keccak256(abi.encodePacked(hex"d694", address(this), bytes1(count + 1)))))
        );
        PlainToken chosen;
        for (uint256 i = 0; i < count; i++) {
            PlainToken candidate = new TurningFeeToken();
            if (address(candidate) < next == usdtIsFirst) chosen = candidate;
        }
        _openBuyBack(chosen, booked);
        _holds((pair.token0() == address(usdt)) == usdtIsFirst, "the pair is in the order that was asked for");
    }

    function buyer() external view returns (BuyBack) {
        return buyBack;
    }

    function holdings() external view returns (uint256 ofTreasury, uint256 usdtHere, uint256 openHere, uint256 supply) {
        ofTreasury = usdt.balanceOf(address(treasury));
        (usdtHere, openHere) = (usdt.balanceOf(address(buyBack)), open.balanceOf(address(buyBack)));
        supply = open.totalSupply();
    }

    function paid(bytes32 id) external view returns (bool) {
        return _paid[id];
    }

    /// @param how 1 to 8: what is wrong with the order; anything else: nothing.
    /// @param demands What the order demands at least, as in {_demanded}.
    function buy(uint256 who, uint256 id, uint256 usdtIn, uint8 how, uint8 demands) external {
        usdtIn = usdtIn % 16 == 1 ? 0 : _bound(usdtIn, 1, 1_500e18);
        Foreseen memory seen = _foresee(usdtIn);
        uint256 least = _demanded(demands, seen);
        uint256 deadline = how % 32 == 8 ? block.timestamp - 1 : block.timestamp;
        Order memory order = Order(bytes32(id % IDS), usdtIn, least, deadline, block.chainid, address(buyBack));
        _carryOut(_actor(who), order, how % 32, seen);
    }

    function _carryOut(address who, Order memory order, uint256 wrong, Foreseen memory seen) private {
        bytes memory signature = _signature(order, wrong);
        bytes memory call = abi.encodeCall(
            BuyBack.buy,
            (order.id, order.usdtIn, order.least, order.deadline, signature)
        );
        (uint256 ofUsdt, uint256 ofOpen) = (usdt.balanceOf(address(pair)), open.balanceOf(address(pair)));
        bytes4 refusal = _refusal(order, wrong, seen);
        vm.recordLogs();
        (bool passed, bytes memory answer) = _modelled("buy", who, address(buyBack), call, refusal);
        if (!passed) return;
        _eq(abi.decode(answer, (uint256)), seen.out, "what the pool gives");
        _eq(usdt.balanceOf(address(pair)), ofUsdt + order.usdtIn, "all of it went into the pool");
        _eq(open.balanceOf(address(pair)), ofOpen - seen.out, "and that came out");
        _holds(seen.out * seen.price * 10_300 >= order.usdtIn * 1e22, "no more than 3 % above the average");
        _said(order, seen);
        _pay(order.id, order.usdtIn);
        burned += seen.out;
        (uint256 lookedAt, , ) = oracle.lastObservation();
        _holds(block.timestamp < lookedAt + 5 minutes, "the oracle has looked");
    }

    /// @dev The treasury pays somebody else; ids are shared.
    function payOthers(uint256 id, uint256 amount) external {
        bytes32 key = bytes32(id % IDS);
        amount = _bound(amount, 1, 1_500e18);
        address payer = vm.addr(PAYER_KEY);
        bytes memory call = abi.encodeCall(treasury.pay, (key, address(usdt), address(0xBEEF), amount));
        (bool passed, ) = _modelled("payOthers", payer, address(treasury), call, _payRefusal(payer, key, amount));
        if (passed) _pay(key, amount);
    }

    /// @dev Somebody trades past everybody.
    function trade(bool buys, uint256 amount) external {
        if (_turned) return;
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(usdt), address(open)) : (address(open), address(usdt));
        amount = _bound(amount, 1e12, buys ? 2_000e18 : 40_000e18);
        if (buys) usdt.mint(address(this), amount);
        usdt.approve(address(router), NEVER);
        open.approve(address(router), NEVER);
        router.swapExactTokensForTokens(amount, 0, path, address(0x7A4DE), NEVER);
        _count("trade");
    }

    /// @dev What lies around here, or in the pool uncounted, belongs to nobody.
    function give(bool toPair, bool dollars, uint256 amount) external {
        if (_turned) return;
        amount = _bound(amount, 1, 100e18);
        address to = toPair ? address(pair) : address(buyBack);
        if (dollars) usdt.mint(to, amount);
        else open.transfer(to, amount);
        if (!toPair && dollars) giftUsdt += amount;
        if (!toPair && !dollars) giftOpen += amount;
        _count("give");
    }

    /// @dev Mostly minutes, now and then a day.
    function wait_(uint256 seconds_, bool looks) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, seconds_ % 8 == 0 ? 30 hours : 40 minutes));
        if (looks) oracle.update();
    }

    function setLimits(uint256 daily, uint256 payment) external {
        bytes memory call = abi.encodeCall(treasury.setDailyLimit, (address(usdt), _bound(daily, 0, 8_000e18)));
        _modelled("setLimits", ADMIN, address(treasury), call, PASSES);
        call = abi.encodeCall(treasury.setPaymentLimit, (address(usdt), _bound(payment, 0, 2_000e18)));
        _modelled("setLimits", ADMIN, address(treasury), call, PASSES);
    }

    /// @dev The guard empties the treasury, and it is filled again.
    function drain(uint256 left) external {
        if (_turned) return;
        left = _bound(left, 0, booked);
        bytes memory call = abi.encodeCall(treasury.sweepToCold, (address(usdt), booked - left));
        bytes4 refusal = left == booked ? MoneyErrors.ZeroAmount.selector : PASSES;
        (bool passed, ) = _modelled("drain", PAUSER, address(treasury), call, refusal);
        if (passed) booked = left;
        if (passed) return;
        usdt.mint(address(treasury), 1e22);
        booked += 1e22;
    }

    function throwSwitch(bool ofTreasury) external {
        Guarded one = ofTreasury ? Guarded(treasury) : Guarded(buyBack);
        bool off = one.paused();
        bytes memory call = off ? abi.encodeCall(Guarded.unpause, ()) : abi.encodeCall(Guarded.pause, ());
        _modelled("throwSwitch", off ? ADMIN : PAUSER, address(one), call, PASSES);
        _holds(one.paused() != off, "thrown");
    }

    /// @dev Who may pay: the key that signs, or the contract itself.
    function turnRole(bool ofContract) external {
        address account = ofContract ? address(buyBack) : vm.addr(PAYER_KEY);
        bytes32 role = treasury.PAYER_ROLE();
        bytes memory call =
            _isPayer(account)
                ? abi.encodeCall(IAccessControl.revokeRole, (role, account))
                : abi.encodeCall(IAccessControl.grantRole, (role, account));
        _modelled("turnRole", ADMIN, address(treasury), call, PASSES);
    }

    /// @dev The dollar takes one percent, or no longer.
    function turn() external {
        _turned = !_turned;
        TurningFeeToken(address(usdt)).turn(_turned);
        _count("turn");
    }

    function steal(uint256 id, uint256 amount, uint8 kind) external {
        address thief = vm.addr(THIEF_KEY);
        amount = _bound(amount, 1, 100e18);
        Order memory order = Order(keccak256(abi.encode(id)), amount, 0, NEVER, block.chainid, address(buyBack));
        bytes[5] memory tries = [
            abi.encodeCall(BuyBack.buy, (order.id, amount, 0, NEVER, _sign(THIEF_KEY, order))),
            abi.encodeCall(BuyBack.buy, (order.id, amount, 0, NEVER, "")),
            abi.encodeCall(Guarded.pause, ()),
            abi.encodeCall(Guarded.unpause, ()),
            abi.encodeCall(IAccessControl.grantRole, (ADMIN_ROLE, thief))
        ];
        vm.prank(thief);
        (bool through, ) = address(buyBack).call(tries[kind % 5]);
        if (through) thefts++;
        bytes memory call = abi.encodeCall(treasury.pay, (order.id, address(usdt), thief, amount));
        vm.prank(thief);
        (through, ) = address(treasury).call(call);
        if (through) thefts++;
    }

    function _actor(uint256 seed) private pure returns (address) {
        return address(uint160(0xAC700 + (seed % 4)));
    }

    /// @dev Known before the call: what the pool gives, the least that the average demands, and how the oracle refuses.
    struct Foreseen {
        uint256 out;
        uint256 least;
        uint256 price;
        bytes4 refusal;
    }

    /// @dev By the router's rule and the average; the contract is only asked to compare.
    function _foresee(uint256 usdtIn) private view returns (Foreseen memory seen) {
        if (usdtIn == 0) return seen;
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        seen.out = router.getAmountOut(usdtIn, ofUsdt, ofOpen);
        try oracle.price() returns (uint256 average) {
            seen.price = average;
            uint256 divisor = average * 10_300;
            seen.least = (usdtIn * 1e22 + divisor - 1) / divisor;
            (uint256 quoted, uint256 demanded) = buyBack.quote(usdtIn);
            _eq(quoted, seen.out, "quoted");
            _eq(demanded, seen.least, "quoted as the least");
        } catch (bytes memory said) {
            seen.refusal = bytes4(said);
        }
    }

    /// @dev Nothing, what the average demands, all that comes, a unit more.
    function _demanded(uint8 demands, Foreseen memory seen) private pure returns (uint256) {
        return [0, seen.least, seen.out, seen.out + 1][demands % 4];
    }

    function _refusal(Order memory order, uint256 wrong, Foreseen memory seen) private view returns (bytes4) {
        if (buyBack.paused()) return Pausable.EnforcedPause.selector;
        if (wrong == 8) return MarketErrors.Expired.selector;
        if (order.usdtIn == 0) return MoneyErrors.ZeroAmount.selector;
        bool isSigned = wrong == 0 || wrong > 8;
        if (!isSigned || !_isPayer(vm.addr(PAYER_KEY))) return BuyBack.WrongOrder.selector;
        if (seen.refusal != PASSES) return seen.refusal;
        if (seen.out < seen.least || seen.out < order.least) return MarketErrors.TooLittleReceived.selector;
        return _payRefusal(address(buyBack), order.id, order.usdtIn);
    }

    /// @dev In the order of the treasury's promise; then what arrives in the pool is measured.
    function _payRefusal(address payer, bytes32 id, uint256 amount) private view returns (bytes4) {
        if (!_isPayer(payer)) return IAccessControl.AccessControlUnauthorizedAccount.selector;
        if (treasury.paused()) return Pausable.EnforcedPause.selector;
        if (_paid[id]) return Treasury.AlreadyPaid.selector;
        if (amount > treasury.paymentLimit(address(usdt))) return Treasury.PaymentLimitExceeded.selector;
        uint256 hour = block.timestamp - (block.timestamp % 1 hours);
        if (_paidSince(hour - 24 hours) + amount > treasury.dailyLimit(address(usdt)))
            return Treasury.DailyLimitExceeded.selector;
        if (amount > booked) return PANIC;
        bool isLost = payer == address(buyBack) && _turned && amount >= 100;
        return isLost ? MoneyErrors.TransferMismatch.selector : PASSES;
    }

    function _isPayer(address account) private view returns (bool) {
        return treasury.hasRole(treasury.PAYER_ROLE(), account);
    }

    function _paidSince(uint256 from) private view returns (uint256 sum) {
        for (uint256 i = _payments.length; i > 0 && _payments[i - 1].time >= from; i--) sum += _payments[i - 1].amount;
    }

    function _pay(bytes32 id, uint256 amount) private {
        _paid[id] = true;
        _payments.push(Payment(block.timestamp, amount));
        booked -= amount;
    }

    /// @dev Signed over something else, by somebody else, or not at all.
    function _signature(Order memory order, uint256 wrong) private view returns (bytes memory) {
        if (wrong == 7) return new bytes(65);
        Order memory other = Order(order.id, order.usdtIn, order.least, order.deadline, order.chainId, order.place);
        if (wrong == 1) other.id = keccak256("another");
        if (wrong == 2) other.usdtIn += 1;
        if (wrong == 3) other.least += 1;
        if (wrong == 4) other.deadline += 1;
        if (wrong == 5) other.chainId += 1;
        if (wrong == 6) other.place = address(treasury);
        return _sign(PAYER_KEY, other);
    }

    /// @dev The last log tells what was done, and at which price.
    function _said(Order memory order, Foreseen memory seen) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        _eq(last.emitter, address(buyBack), "who says it");
        _holds(last.topics[0] == BuyBack.Bought.selector && last.topics[1] == order.id, "bought under the id");
        bytes memory wanted = abi.encode(order.usdtIn, seen.out, seen.price);
        _holds(keccak256(last.data) == keccak256(wanted), "what was bought");
    }
}
