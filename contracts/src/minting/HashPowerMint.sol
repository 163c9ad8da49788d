// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {OpenToken} from "../asset/OpenToken.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {Rounding} from "../kit/Rounding.sol";
import {Membership} from "../member/Membership.sol";
import {TwapOracle} from "../swap/TwapOracle.sol";

/// @title HashPowerMint
/// @notice Where members consume OPEN for hash power: two for each USDT that the consumed OPEN is worth. Half of the OPEN is
/// burned, half goes to the treasury for the market-value pool, never to a payout. The power itself is kept by the server,
/// which reads {PowerMinted}. Nothing stays here, nothing comes back: there is no way out, because nothing lies here.
/// @dev OPEN is valued at the lower of two averages of the same pair: the median of its price, and the reciprocal of the
/// median of its inverse price. A price that is pushed up for a second weighs as much as it was pushed in the first, and a
/// second in the second ({TwapOracle} of USDT instead of OPEN); the lower one cannot be raised without holding the price up
/// for minutes. Amounts are base units, 18 decimals. Value and power are rounded down.
contract HashPowerMint is Guarded, ReentrancyGuardTransient, MarketErrors {
    using MeasuredTransfer for IERC20;
    using Rounding for uint256;

    /// @notice Hash power for each USDT of value.
    uint256 public constant POWER_PER_USDT = 2;
    /// @notice Most that the least value of one minting can ever be set to, in USDT.
    uint256 public constant MAX_MINIMUM_VALUE = 1_000e18;

    /// @notice What is consumed.
    OpenToken public immutable open;
    /// @notice Knows who may mint.
    Membership public immutable membership;
    /// @notice USDT per OPEN.
    TwapOracle public immutable oracle;
    /// @notice OPEN per USDT, of the same pair.
    TwapOracle public immutable inverseOracle;
    /// @notice Receives the half that is not burned.
    address public immutable treasury;

    /// @notice Least value of one minting, in USDT.
    uint256 public minimumValue;

    /// @notice `member` consumed `openIn` OPEN worth `valueUsdt` USDT for `power` hash power; `burned` of it are burned and
    /// `toMarket` went to the treasury for the market-value pool.
    event PowerMinted(
        address indexed member,
        uint256 openIn,
        uint256 valueUsdt,
        uint256 power,
        uint256 burned,
        uint256 toMarket
    );
    /// @notice The least value of one minting is now `amount` USDT.
    event MinimumValueSet(uint256 amount);

    /// @notice The consumed OPEN is worth `value` USDT, less than the `minimum`.
    error ValueBelowMinimum(uint256 value, uint256 minimum);
    /// @notice An oracle prices `given` where it must price `expected`.
    error WrongOracle(address given, address expected);

    /// @param usdt What OPEN is valued in; the other token of the pair.
    /// @param open_ OPEN.
    /// @param membership_ Who is activated.
    /// @param oracle_ The pair's oracle of OPEN.
    /// @param inverseOracle_ The same pair's oracle of USDT.
    /// @param treasury_ Receiver of the half for the market-value pool.
    /// @param admin The timelock: minimum, unpausing.
    /// @param pauser May pause minting.
    constructor(
        address usdt,
        OpenToken open_,
        Membership membership_,
        TwapOracle oracle_,
        TwapOracle inverseOracle_,
        address treasury_,
        address admin,
        address pauser
    ) Guarded(admin, pauser) {
        if (treasury_.code.length == 0) revert WithoutCode(treasury_);
        if (address(membership_).code.length == 0) revert WithoutCode(address(membership_));
        if (oracle_.open() != address(open_)) revert WrongOracle(oracle_.open(), address(open_));
        if (inverseOracle_.open() != usdt) revert WrongOracle(inverseOracle_.open(), usdt);
        address watched = address(inverseOracle_.pair());
        address expected = address(oracle_.pair());
        if (watched != expected) revert WrongPair(watched, expected);
        open = open_;
        membership = membership_;
        oracle = oracle_;
        inverseOracle = inverseOracle_;
        treasury = treasury_;
        _setMinimumValue(10e18);
    }

    /// @notice Consume `openIn` OPEN for hash power. Called by an activated member, who has allowed this contract to take
    /// `openIn`; refused while paused. Refusals, in this order: paused, Expired, ZeroAmount, NotActive, the oracles' NotReady
    /// or Stale, ValueBelowMinimum, TooLittleReceived, then the token's own (allowance, balance).
    /// @param openIn OPEN to consume. Half is burned (the odd unit, too), half goes to the treasury.
    /// @param minPower Least hash power to receive.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @return power Hash power received.
    function mint(
        uint256 openIn,
        uint256 minPower,
        uint256 deadline
    ) external whenNotPaused nonReentrant returns (uint256 power) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (openIn == 0) revert ZeroAmount();
        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);
        oracle.update();
        inverseOracle.update();
        uint256 value;
        (value, power) = quote(openIn);
        if (value < minimumValue) revert ValueBelowMinimum(value, minimumValue);
        if (power < minPower) revert TooLittleReceived(power, minPower);
        uint256 toMarket = openIn / 2;
        uint256 burned = openIn - toMarket;
        // By way of this contract: the treasury knows what it is by who pays it in.
        IERC20(address(open)).moveIn(msg.sender, address(this), openIn);
        open.burn(burned);
        IERC20(address(open)).moveOut(treasury, toMarket);
        emit PowerMinted(msg.sender, openIn, value, power, burned, toMarket);
    }

    /// @notice Look at the price: keeps both averages fresh. Called by anyone; too soon after the last look it does nothing.
    function update() external {
        oracle.update();
        inverseOracle.update();
    }

    /// @notice Set the least value of one minting. Called by the admin (the timelock). Counts from the next minting.
    /// @param amount USDT, more than zero, at most {MAX_MINIMUM_VALUE}.
    function setMinimumValue(uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setMinimumValue(amount);
    }

    /// @notice What {mint} would give in this block, to the unit. Says nothing about whether the caller may mint.
    function quote(uint256 openIn) public view returns (uint256 valueUsdt, uint256 power) {
        valueUsdt = openIn.mulDivDown(priceE18(), 1e18);
        power = valueUsdt * POWER_PER_USDT;
    }

    /// @notice What OPEN is valued at now: USDT per OPEN (18 decimals, rounded down), the lower of both averages. Reverts like
    /// the oracles while there is no average, or none that is fresh.
    function priceE18() public view returns (uint256) {
        return Math.min(oracle.price(), uint256(1e18).mulDivDown(1e18, inverseOracle.price()));
    }

    function _setMinimumValue(uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        if (amount > MAX_MINIMUM_VALUE) revert AboveCap(amount, MAX_MINIMUM_VALUE);
        minimumValue = amount;
        emit MinimumValueSet(amount);
    }
}
