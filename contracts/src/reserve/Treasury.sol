// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Guarded} from "../kit/Guarded.sol";

/// @title Treasury
/// @notice Holds the members' deposits and pays their withdrawals. A payout has an id and happens once; what can
/// leave per token and UTC day is limited; the only other way out is the cold address.
/// @dev No generic call, no approval, no upgrade. Amounts are base units of the token.
contract Treasury is Guarded, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice May pay, within the limits. Held by the signer's key.
    bytes32 public constant PAYER_ROLE = keccak256("PAYER_ROLE");

    struct DaySpend {
        uint64 day;
        uint192 amount;
    }

    /// @notice Where `sweepToCold` sends. Changes in two steps: the timelock proposes, the new address accepts.
    address public cold;
    /// @notice The proposed cold address until it accepts; zero when none is.
    address public pendingCold;

    /// @notice Whether the payout `id` was made.
    mapping(bytes32 id => bool) public paid;
    /// @notice Most of `token` that may be paid per UTC day, in base units. Zero (unset) means none.
    mapping(address token => uint256) public dailyLimit;
    mapping(address token => DaySpend) private _spends;

    /// @notice The payout `id` was made.
    event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount);
    /// @notice `amount` of `token` went to the cold address.
    event SweptToCold(address indexed token, uint256 amount);
    /// @notice The admin wants `cold` to be replaced by `proposed` (zero: by nothing, an earlier proposal is taken back).
    event ColdProposed(address indexed cold, address indexed proposed);
    /// @notice `sweepToCold` sends to `cold` from now on.
    event ColdChanged(address indexed previous, address indexed cold);
    /// @notice The daily limit of `token` is now `limit`.
    event DailyLimitSet(address indexed token, uint256 limit);

    /// @notice This id was paid before. Nothing is paid twice, whatever the amount or receiver.
    error AlreadyPaid(bytes32 id);
    /// @notice Money does not go to zero, to the token itself or back into the treasury.
    error BadReceiver(address to);
    /// @notice Nothing to pay, or to move.
    error ZeroAmount();
    /// @notice `spent + asked` would pass `limit` on UTC day `day` (days since 1970).
    error DailyLimitExceeded(address token, uint256 day, uint256 limit, uint256 spent, uint256 asked);
    /// @notice The token took another amount from the treasury than was asked for.
    error PayoutMismatch(uint256 expected, uint256 taken);
    /// @notice A limit beyond what the day's counter can hold (2^192 - 1).
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
    /// @param tokens Tokens with a first daily limit; may be empty.
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
        }
    }

    /// @notice Pay `amount` of `token` to `to`, once per `id`. Called by PAYER_ROLE; refused while paused.
    /// Refusals, in this order: role, paused, AlreadyPaid, BadReceiver, ZeroAmount, DailyLimitExceeded, then
    /// whatever the token says (e.g. not enough balance).
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
        _send(IERC20(token), to, amount);
        emit Paid(id, token, to, amount);
    }

    /// @notice Move `amount` of `token` to the cold address. Called by PAYER_ROLE (keeping the hot part small) or
    /// PAUSER_ROLE (in an emergency). Works while paused, and outside the daily limit: the destination is fixed.
    /// @param amount Base units of `token`.
    function sweepToCold(address token, uint256 amount) external nonReentrant {
        if (!hasRole(PAYER_ROLE, msg.sender) && !hasRole(PAUSER_ROLE, msg.sender)) revert NotOperator(msg.sender);
        if (amount == 0) revert ZeroAmount();
        _send(IERC20(token), cold, amount);
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

    /// @notice Set the daily limit of `token`. Called by the admin (the timelock). Counts at once, also for what was
    /// already paid today. Zero stops payouts of this token.
    /// @param limit Base units of `token` per UTC day.
    function setDailyLimit(address token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setDailyLimit(token, limit);
    }

    /// @notice What was paid of `token` on the current UTC day, in base units.
    function spentToday(address token) public view returns (uint256) {
        DaySpend memory spend = _spends[token];
        return spend.day == _today() ? spend.amount : 0;
    }

    /// @notice What may still be paid of `token` on the current UTC day, in base units.
    function remainingToday(address token) external view returns (uint256) {
        uint256 limit = dailyLimit[token];
        uint256 spent = spentToday(token);
        return spent < limit ? limit - spent : 0;
    }

    function _spend(address token, uint256 amount) private {
        uint256 limit = dailyLimit[token];
        uint256 spent = spentToday(token);
        // Written without a sum that could overflow; a limit lowered below `spent` leaves nothing.
        if (spent > limit || amount > limit - spent) {
            revert DailyLimitExceeded(token, _today(), limit, spent, amount);
        }
        // Cannot be cut off: spent + amount <= limit <= type(uint192).max.
        _spends[token] = DaySpend({day: _today(), amount: uint192(spent + amount)});
    }

    function _send(IERC20 token, address to, uint256 amount) private {
        uint256 held = token.balanceOf(address(this));
        token.safeTransfer(to, amount);
        // The members' reserve falls by exactly what the ledger books, or not at all.
        uint256 left = token.balanceOf(address(this));
        if (left + amount != held) revert PayoutMismatch(amount, held > left ? held - left : 0);
    }

    function _setDailyLimit(address token, uint256 limit) private {
        if (token == address(0)) revert ZeroAddress();
        if (limit > type(uint192).max) revert LimitTooLarge(limit);
        dailyLimit[token] = limit;
        emit DailyLimitSet(token, limit);
    }

    /// @dev Days since 1970, UTC. A validator can shift a block's time by seconds only, so at most one payout
    /// near midnight counts for the neighbouring day.
    function _today() private view returns (uint64) {
        return uint64(block.timestamp / 1 days);
    }
}
