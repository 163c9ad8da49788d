// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MoneyErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {SpendWindow} from "./SpendWindow.sol";

/// @title Treasury
/// @notice Holds the members' deposits and pays their withdrawals. A payout has an id and happens once; what can
/// leave per token, by payment and within 24 hours, is limited; the only other way out is the cold address.
/// @dev No generic call, no approval, no upgrade. Amounts are base units of the token.
contract Treasury is Guarded, ReentrancyGuardTransient, MoneyErrors {
    using MeasuredTransfer for IERC20;
    using SpendWindow for SpendWindow.Window;

    /// @notice May pay, within the limits. Held by the signer's key.
    bytes32 public constant PAYER_ROLE = keccak256("PAYER_ROLE");

    /// @notice Where `sweepToCold` sends. Changes in two steps: the timelock proposes, the new address accepts.
    address public cold;
    /// @notice The proposed cold address until it accepts; zero when none is.
    address public pendingCold;

    /// @notice Whether the payout `id` was made.
    mapping(bytes32 id => bool) public paid;
    /// @notice Most of `token` that may be paid within any 24 hours, in base units. Zero (unset) means none.
    mapping(address token => uint256) public dailyLimit;
    /// @notice Most of `token` that one payment may be, in base units. Zero (unset) means none.
    mapping(address token => uint256) public paymentLimit;
    mapping(address token => SpendWindow.Window) private _spends;

    /// @notice The payout `id` was made.
    event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount);
    /// @notice `amount` of `token` went to the cold address.
    event SweptToCold(address indexed token, uint256 amount);
    /// @notice The admin wants `cold` to be replaced by `proposed` (zero: by nothing, an earlier proposal is taken back).
    event ColdProposed(address indexed cold, address indexed proposed);
    /// @notice `sweepToCold` sends to `cold` from now on.
    event ColdChanged(address indexed previous, address indexed cold);
    /// @notice The limit of `token` for 24 hours is now `limit`.
    event DailyLimitSet(address indexed token, uint256 limit);
    /// @notice The limit of `token` for one payment is now `limit`.
    event PaymentLimitSet(address indexed token, uint256 limit);

    /// @notice This id was paid before. Nothing is paid twice, whatever the amount or receiver.
    error AlreadyPaid(bytes32 id);
    /// @notice Money does not go to zero, to the token itself or back into the treasury.
    error BadReceiver(address to);
    /// @notice `asked` is more than the `limit` for one payment.
    error PaymentLimitExceeded(address token, uint256 limit, uint256 asked);
    /// @notice `spent`, within the last 24 hours, and `asked` would together pass `limit`.
    error DailyLimitExceeded(address token, uint256 limit, uint256 spent, uint256 asked);
    /// @notice Only `movable` can go to the cold address: the rest is kept for payouts.
    error KeptForPayouts(address token, uint256 movable, uint256 asked);
    /// @notice A limit beyond what the counter can hold (2^192 - 1).
    error LimitTooLarge(uint256 limit);
    /// @notice `tokens` and `limits` differ in length.
    error LengthMismatch(uint256 tokens, uint256 limits);
    /// @notice The caller is not the proposed cold address.
    error NotPendingCold(address caller);
    /// @notice The cold address must be a contract (a multisig): no single key may be enough.
    error NotAContract(address account);
    /// @notice The caller holds neither PAYER_ROLE nor PAUSER_ROLE.
    error NotOperator(address caller);

    /// @param admin The timelock: roles, limits, unpausing.
    /// @param payer First holder of PAYER_ROLE.
    /// @param pauser First holder of PAUSER_ROLE.
    /// @param cold_ The first cold address.
    /// @param tokens Tokens with a first limit for 24 hours; may be empty. One payment may be a quarter of it at first.
    /// @param limits The limits, in base units of the token with the same index.
    constructor(
        address admin,
        address payer,
        address pauser,
        address cold_,
        address[] memory tokens,
        uint256[] memory limits
    ) Guarded(admin, pauser) {
        if (payer == address(0) || cold_ == address(0)) revert ZeroAddress();
        if (tokens.length != limits.length) revert LengthMismatch(tokens.length, limits.length);
        _grantRole(PAYER_ROLE, payer);
        cold = cold_;
        for (uint256 i = 0; i < tokens.length; i++) {
            _setDailyLimit(tokens[i], limits[i]);
            _setPaymentLimit(tokens[i], limits[i] / 4);
        }
    }

    /// @notice Pay `amount` of `token` to `to`, once per `id`. Called by PAYER_ROLE; refused while paused.
    /// Refusals, in this order: role, paused, AlreadyPaid, BadReceiver, ZeroAmount, PaymentLimitExceeded,
    /// DailyLimitExceeded, then whatever the token says (e.g. not enough balance), TransferMismatch.
    /// @param id The withdrawal's id, unique for ever.
    /// @param token What is paid.
    /// @param to The member's bound wallet.
    /// @param amount Base units of `token`.
    function pay(
        bytes32 id,
        address token,
        address to,
        uint256 amount
    ) external onlyRole(PAYER_ROLE) whenNotPaused nonReentrant {
        if (paid[id]) revert AlreadyPaid(id);
        if (to == address(0) || to == token || to == address(this)) revert BadReceiver(to);
        if (amount == 0) revert ZeroAmount();
        _spend(token, amount);
        paid[id] = true;
        // The members' reserve falls by exactly what the ledger books, or not at all.
        IERC20(token).moveOut(to, amount);
        emit Paid(id, token, to, amount);
    }

    /// @notice Move `amount` of `token` to the cold address. Called by PAYER_ROLE (keeping the hot part small), which
    /// leaves here what payouts may need of it within 24 hours ({dailyLimit}), or by PAUSER_ROLE (in an emergency), which
    /// may move all of it. Works while paused, and outside the limits of payouts: the destination is fixed.
    /// @param amount Base units of `token`.
    function sweepToCold(address token, uint256 amount) external nonReentrant {
        bool isGuard = hasRole(PAUSER_ROLE, msg.sender);
        if (!isGuard && !hasRole(PAYER_ROLE, msg.sender)) revert NotOperator(msg.sender);
        if (amount == 0) revert ZeroAmount();
        if (!isGuard) _checkMovable(token, amount);
        IERC20(token).moveOut(cold, amount);
        emit SweptToCold(token, amount);
    }

    /// @notice Propose another cold address; zero takes a proposal back. Called by the admin (the timelock). Changes
    /// nothing before that address accepts, so a typing mistake cannot send money where nobody is.
    function proposeCold(address proposed) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (proposed == address(this)) revert BadReceiver(proposed);
        pendingCold = proposed;
        emit ColdProposed(cold, proposed);
    }

    /// @notice Become the cold address. Called by the proposed address, which must be a contract.
    function acceptCold() external {
        if (msg.sender != pendingCold) revert NotPendingCold(msg.sender);
        if (msg.sender.code.length == 0) revert NotAContract(msg.sender);
        emit ColdChanged(cold, msg.sender);
        cold = msg.sender;
        delete pendingCold;
    }

    /// @notice Set the limit of `token` for 24 hours. Called by the admin (the timelock). Counts at once, also for what
    /// was paid before. Zero stops payouts of this token.
    /// @param limit Base units of `token`.
    function setDailyLimit(address token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setDailyLimit(token, limit);
    }

    /// @notice Set the limit of `token` for one payment. Called by the admin (the timelock). Zero stops payouts of it.
    /// @param limit Base units of `token`.
    function setPaymentLimit(address token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setPaymentLimit(token, limit);
    }

    /// @notice What counts as paid of `token` within the last 24 hours, in base units. Whole hours are counted: a payment
    /// counts for 24 hours at least and 25 at most.
    function spentInDay(address token) public view returns (uint256) {
        return _spends[token].spent();
    }

    /// @notice What may be paid of `token` now, in base units: the limit for 24 hours, less {spentInDay}.
    function remainingInDay(address token) external view returns (uint256) {
        uint256 limit = dailyLimit[token];
        uint256 spent = spentInDay(token);
        return spent < limit ? limit - spent : 0;
    }

    function _spend(address token, uint256 amount) private {
        uint256 most = paymentLimit[token];
        if (amount > most) revert PaymentLimitExceeded(token, most, amount);
        uint256 limit = dailyLimit[token];
        uint256 spent = _spends[token].roll();
        // Written without a sum that could overflow; a limit lowered below `spent` leaves nothing.
        if (spent > limit || amount > limit - spent) revert DailyLimitExceeded(token, limit, spent, amount);
        _spends[token].add(amount);
    }

    function _checkMovable(address token, uint256 amount) private view {
        uint256 held = IERC20(token).balanceOf(address(this));
        uint256 kept = dailyLimit[token];
        uint256 movable = held > kept ? held - kept : 0;
        if (amount > movable) revert KeptForPayouts(token, movable, amount);
    }

    function _setDailyLimit(address token, uint256 limit) private {
        if (token == address(0)) revert ZeroAddress();
        if (limit > type(uint192).max) revert LimitTooLarge(limit);
        dailyLimit[token] = limit;
        emit DailyLimitSet(token, limit);
    }

    function _setPaymentLimit(address token, uint256 limit) private {
        if (token == address(0)) revert ZeroAddress();
        paymentLimit[token] = limit;
        emit PaymentLimitSet(token, limit);
    }
}
