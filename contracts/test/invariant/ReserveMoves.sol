// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {DepositForwarderFactory} from "../../src/deposit/DepositForwarderFactory.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {ReentrantToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev What the token does when it is moved.
enum Kind {
    Plain,
    // Answers false and moves nothing.
    False,
    // The receiver gets one percent less, rounded down.
    Fee,
    // In the middle of its first movement it sweeps the second deposit address.
    Reentrant
}

/// @dev Deposits, sweeps, payouts and attacks in any order, over days; whose money it is by then is booked beside it.
abstract contract ReserveMoves is ModelledCalls {
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    address public constant PAYER = address(0x9A1E4);
    address public constant COLD = address(0xC01D);
    uint256 public constant ACTORS = 4;
    uint256 public constant SALTS = 4;
    uint256 public constant IDS = 12;

    PlainToken public immutable token;
    Treasury public immutable treasury;
    DepositForwarderFactory public immutable factory;
    Kind private immutable _kind;

    struct Payment {
        uint256 time;
        uint256 amount;
    }

    mapping(address place => uint256) public booked;
    mapping(bytes32 id => bool) public paid;
    Payment[] private _payments;
    uint256 public thefts;

    constructor(PlainToken token_, Kind kind) {
        token = token_;
        _kind = kind;
        address[] memory tokens = new address[](1);
        uint256[] memory limits = new uint256[](1);
        (tokens[0], limits[0]) = (address(token_), 1e24);
        treasury = new Treasury(TIMELOCK, PAYER, GUARD, COLD, tokens, limits);
        factory = new DepositForwarderFactory(address(treasury));
        vm.warp(20_000 days);
        // Something to pay and to steal from the first call on.
        token_.mint(address(treasury), 1e24);
        booked[address(treasury)] = 1e24;
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function depositAddress(uint256 seed) public view returns (address) {
        return factory.addressOf(bytes32(seed % SALTS));
    }

    /// @dev Paid since `from`, exclusive.
    function paidSince(uint256 from) public view returns (uint256 sum) {
        for (uint256 i = _payments.length; i > 0 && _payments[i - 1].time > from; i--) sum += _payments[i - 1].amount;
    }

    function deposit(uint256 salt, uint256 amount) external {
        amount = _bound(amount, 1, 1e24);
        token.mint(depositAddress(salt), amount);
        booked[depositAddress(salt)] += amount;
    }

    function sweep(uint256 who, uint256 salt) external {
        uint256 there = booked[depositAddress(salt)];
        bytes memory data = abi.encodeCall(factory.sweep, (bytes32(salt % SALTS), IERC20(address(token))));
        bytes4 refusal = there > 0 && _kind == Kind.False ? SafeERC20.SafeERC20FailedOperation.selector : PASSES;
        uint256 within = there > 0 && salt % SALTS != 1 ? _withinNext() : 0;
        (bool passed, bytes memory moved) = _modelled("sweep", actor(who), address(factory), data, refusal);
        if (!passed) return;
        _eq(abi.decode(moved, (uint256)), there, "all of it");
        _book(depositAddress(salt), address(treasury), there);
        _book(depositAddress(1), address(treasury), within);
    }

    function sweepMany(uint256 who) external {
        bytes32[] memory salts = new bytes32[](SALTS);
        uint256 there = 0;
        for (uint256 i = 0; i < SALTS; i++) {
            salts[i] = bytes32(i);
            there += booked[depositAddress(i)];
        }
        bytes memory data = abi.encodeCall(factory.sweepMany, (salts, IERC20(address(token))));
        bytes4 refusal = there > 0 && _kind == Kind.False ? SafeERC20.SafeERC20FailedOperation.selector : PASSES;
        (bool passed, ) = _modelled("sweepMany", actor(who), address(factory), data, refusal);
        if (!passed) return;
        for (uint256 i = 0; i < SALTS; i++) _book(depositAddress(i), address(treasury), booked[depositAddress(i)]);
    }

    /// @dev To a member, or where no money may go; refusals in the order that the treasury promises.
    function pay(uint256 id, uint256 to, uint256 amount) external {
        bytes32 key = bytes32(id % IDS);
        address receiver = to % (ACTORS + 3) < ACTORS ? actor(to % (ACTORS + 3)) : _badReceiver(to);
        amount = _bound(amount, 0, 3e23);
        bytes memory data = abi.encodeCall(treasury.pay, (key, address(token), receiver, amount));
        (bool passed, ) = _modelled("pay", PAYER, address(treasury), data, _payRefusal(key, receiver, amount));
        if (!passed) return;
        paid[key] = true;
        _payments.push(Payment(block.timestamp, amount));
        _book(address(treasury), receiver, amount);
    }

    function sweepToCold(bool byGuard, uint256 amount) external {
        amount = _bound(amount, 0, 1e23);
        uint256 held = booked[address(treasury)];
        uint256 kept = treasury.dailyLimit(address(token));
        bytes4 refusal = PASSES;
        if (amount == 0) refusal = MoneyErrors.ZeroAmount.selector;
        else if (!byGuard && amount + kept > held) refusal = Treasury.KeptForPayouts.selector;
        else refusal = _movementRefusal(amount);
        bytes memory data = abi.encodeCall(treasury.sweepToCold, (address(token), amount));
        (bool passed, ) = _modelled("sweepToCold", byGuard ? GUARD : PAYER, address(treasury), data, refusal);
        if (passed) _book(address(treasury), COLD, amount);
    }

    function setLimits(uint256 daily, uint256 payment) external {
        (daily, payment) = (_bound(daily, 0, 2e24), _bound(payment, 0, 4e23));
        bytes memory data = abi.encodeCall(treasury.setDailyLimit, (address(token), daily));
        _modelled("setLimits", TIMELOCK, address(treasury), data, PASSES);
        data = abi.encodeCall(treasury.setPaymentLimit, (address(token), payment));
        _modelled("setLimits", TIMELOCK, address(treasury), data, PASSES);
        _eq(treasury.dailyLimit(address(token)), daily, "limit of a day");
        _eq(treasury.paymentLimit(address(token)), payment, "limit of a payment");
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 30 hours));
    }

    function pause() external {
        if (treasury.paused()) return;
        _modelled("pause", GUARD, address(treasury), abi.encodeCall(treasury.pause, ()), PASSES);
        _holds(treasury.paused(), "paused");
    }

    function unpause() external {
        if (!treasury.paused()) return;
        _modelled("unpause", TIMELOCK, address(treasury), abi.encodeCall(treasury.unpause, ()), PASSES);
        _holds(!treasury.paused(), "open again");
    }

    function attack(uint256 who, uint256 id, uint256 amount, uint8 kind) external {
        address thief = actor(who);
        bytes[9] memory tries = [
            abi.encodeCall(treasury.pay, (keccak256(abi.encode(id)), address(token), thief, _bound(amount, 1, 1e20))),
            abi.encodeCall(treasury.sweepToCold, (address(token), _bound(amount, 1, 1e20))),
            abi.encodeCall(treasury.setDailyLimit, (address(token), type(uint192).max)),
            abi.encodeCall(treasury.setPaymentLimit, (address(token), type(uint192).max)),
            abi.encodeCall(treasury.grantRole, (treasury.PAYER_ROLE(), thief)),
            abi.encodeCall(treasury.grantRole, (ADMIN_ROLE, thief)),
            abi.encodeCall(treasury.proposeCold, (thief)),
            abi.encodeCall(treasury.acceptCold, ()),
            abi.encodeCall(treasury.unpause, ())
        ];
        vm.prank(thief);
        (bool success, ) = address(treasury).call(tries[kind % tries.length]);
        if (success) thefts++;
        // A deposit address gives nothing to anybody either.
        address forwarder = depositAddress(id);
        vm.prank(thief);
        (success, ) = forwarder.call(abi.encodeWithSignature("sweep(address)", token));
        if (success && forwarder.code.length > 0) thefts++;
    }

    /// @dev In the order of the treasury's promise.
    function _payRefusal(bytes32 id, address to, uint256 amount) private view returns (bytes4) {
        if (treasury.paused()) return Pausable.EnforcedPause.selector;
        if (paid[id]) return Treasury.AlreadyPaid.selector;
        if (to == address(0) || to == address(token) || to == address(treasury)) return Treasury.BadReceiver.selector;
        if (amount == 0) return MoneyErrors.ZeroAmount.selector;
        if (amount > treasury.paymentLimit(address(token))) return Treasury.PaymentLimitExceeded.selector;
        // Whole hours count: this one and the 24 before it.
        uint256 hour = block.timestamp - (block.timestamp % 1 hours);
        uint256 limit = treasury.dailyLimit(address(token));
        if (paidSince(hour - 24 hours - 1) + amount > limit) return Treasury.DailyLimitExceeded.selector;
        return _movementRefusal(amount);
    }

    /// @dev How the treasury's own money refuses to move.
    function _movementRefusal(uint256 amount) private view returns (bytes4) {
        if (_kind == Kind.False) return SafeERC20.SafeERC20FailedOperation.selector;
        if (amount > booked[address(treasury)]) return PANIC;
        // What came in meanwhile is not what was asked.
        return _withinNext() > 0 ? MoneyErrors.TransferMismatch.selector : PASSES;
    }

    /// @dev What the next movement would sweep in its middle.
    function _withinNext() private view returns (uint256) {
        if (_kind != Kind.Reentrant || ReentrantToken(address(token)).tried()) return 0;
        return booked[depositAddress(1)];
    }

    function _badReceiver(uint256 seed) private view returns (address) {
        uint256 which = seed % (ACTORS + 3);
        if (which == ACTORS) return address(0);
        return which == ACTORS + 1 ? address(token) : address(treasury);
    }

    function _book(address from, address to, uint256 amount) private {
        booked[from] -= amount;
        booked[to] += amount - (_kind == Kind.Fee ? amount / 100 : 0);
    }
}
