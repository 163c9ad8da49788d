// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {OpenToken} from "../asset/OpenToken.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {Rounding} from "../kit/Rounding.sol";
import {IPoolPair} from "../swap/PublicPool.sol";
import {SwapDesk} from "../swap/SwapDesk.sol";
import {TwapOracle} from "../swap/TwapOracle.sol";
import {Treasury} from "./Treasury.sol";

/// @title BuyBack
/// @notice Buys OPEN on the public pair with USDT of the treasury, and burns it, in one call: what does not end burned has
/// not left. What may be spent is what a payer of the treasury signed, once for each id, until a deadline, and never at a
/// price further above the oracle's than {MAX_ABOVE_BPS}. Nothing stays here, and nothing can go anywhere else.
/// @dev Holds the treasury's PAYER_ROLE, so the treasury's own limits and its memory of ids hold for it, too. A signature
/// says no more than a payer could do anyway. There is no community fee: money of the market-value pool must not become a
/// fee that pays members. Amounts are base units, 18 decimals; minimums are rounded up.
contract BuyBack is EIP712, Guarded, ReentrancyGuardTransient, MarketErrors {
    using Rounding for uint256;

    /// @notice How much dearer than the oracle's price the OPEN may be at most, pool fee and impact included, in basis points.
    uint256 public constant MAX_ABOVE_BPS = 300;
    uint256 private constant _WHOLE_BPS = 10_000;
    bytes32 private constant _ORDER_TYPE = // The standard hashes the whole text; nothing shorter says the same.
    // solhint-disable-next-line gas-small-strings
    keccak256("Order(bytes32 id,uint256 usdtIn,uint256 minOpenOut,uint256 deadline)");

    /// @notice Pays. Its payers sign what may be bought.
    Treasury public immutable treasury;
    /// @notice What is paid with.
    IERC20 public immutable usdt;
    /// @notice What is bought and burned.
    OpenToken public immutable open;
    /// @notice The pool of both.
    IPoolPair public immutable pair;
    /// @notice The pool's own fee in basis points, as the desk knows it.
    uint256 public immutable poolFeeBps;
    /// @notice What the price is compared with.
    TwapOracle public immutable oracle;
    bool private immutable _usdtIsFirst;

    /// @notice For `usdtIn` of the treasury's USDT `openBurned` OPEN was bought and burned; the oracle said `priceE18` before.
    event Bought(bytes32 indexed id, uint256 usdtIn, uint256 openBurned, uint256 priceE18);

    /// @notice The order was signed by `signer`, who is no payer of the treasury, or says something else.
    error WrongOrder(address signer);

    /// @param treasury_ Whose USDT is spent.
    /// @param swapDesk Pair, oracle and pool fee are its own.
    /// @param admin The timelock: unpausing.
    /// @param pauser May pause buying.
    constructor(
        Treasury treasury_,
        SwapDesk swapDesk,
        address admin,
        address pauser
    ) EIP712("Openmere BuyBack", "1") Guarded(admin, pauser) {
        if (address(treasury_).code.length == 0) revert WithoutCode(address(treasury_));
        treasury = treasury_;
        usdt = swapDesk.usdt();
        open = swapDesk.open();
        pair = swapDesk.pair();
        poolFeeBps = swapDesk.poolFeeBps();
        oracle = swapDesk.oracle();
        _usdtIsFirst = swapDesk.pair().token0() == address(swapDesk.usdt());
    }

    /// @notice Buy and burn OPEN for `usdtIn`. Called by anyone who has a signed order; refused while paused. Refusals, in this
    /// order: paused, Expired, ZeroAmount, WrongOrder, the oracle's NotReady or Stale, PoolEmpty, TooLittleReceived, then the
    /// treasury's own (role, paused, AlreadyPaid, limits, balance), TransferMismatch.
    /// @param id Of the order; the treasury pays each once.
    /// @param usdtIn All that is paid.
    /// @param minOpenOut Least OPEN to buy. What {MAX_ABOVE_BPS} demands counts when it is more.
    /// @param deadline Last block time (Unix seconds) at which this may happen.
    /// @param signature Of a payer of the treasury over the EIP-712 struct Order(id, usdtIn, minOpenOut, deadline).
    /// @return openBurned OPEN that was bought and burned.
    function buy(
        bytes32 id,
        uint256 usdtIn,
        uint256 minOpenOut,
        uint256 deadline,
        bytes calldata signature
    ) external whenNotPaused nonReentrant returns (uint256 openBurned) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        if (usdtIn == 0) revert ZeroAmount();
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)));
        (address signer, , ) = ECDSA.tryRecover(digest, signature);
        if (!treasury.hasRole(treasury.PAYER_ROLE(), signer)) revert WrongOrder(signer);
        oracle.update();
        uint256 priceE18 = oracle.price();
        uint256 least = leastFor(usdtIn, priceE18);
        if (minOpenOut > least) least = minOpenOut;
        uint256 out = _amountOut(usdtIn);
        if (out < least) revert TooLittleReceived(out, least);
        openBurned = _buy(id, usdtIn, out);
        if (openBurned < least) revert TooLittleReceived(openBurned, least);
        open.burn(openBurned);
        emit Bought(id, usdtIn, openBurned, priceE18);
    }

    /// @notice What {buy} would burn in this block, to the unit, and the least that it would have to be. Reverts like the
    /// oracle while there is no fresh average, and like the pool while that is empty.
    function quote(uint256 usdtIn) external view returns (uint256 openOut, uint256 least) {
        openOut = _amountOut(usdtIn);
        least = leastFor(usdtIn, oracle.price());
    }

    /// @notice Whether the order `id` was carried out.
    function isDone(bytes32 id) external view returns (bool) {
        return treasury.paid(id);
    }

    /// @notice Least OPEN that must come for `usdtIn` at the oracle's price `priceE18`, rounded up.
    function leastFor(uint256 usdtIn, uint256 priceE18) public pure returns (uint256) {
        return usdtIn.mulDivUp(1e18 * _WHOLE_BPS, priceE18 * (_WHOLE_BPS + MAX_ABOVE_BPS));
    }

    /// @dev The treasury pays the pair, and the pair pays here. Both are measured; nobody else's code runs in between.
    function _buy(bytes32 id, uint256 usdtIn, uint256 amountOut) private returns (uint256 received) {
        uint256 inPair = usdt.balanceOf(address(pair));
        treasury.pay(id, address(usdt), address(pair), usdtIn);
        uint256 arrived = usdt.balanceOf(address(pair)) - inPair;
        if (arrived != usdtIn) revert TransferMismatch(usdtIn, arrived);
        uint256 held = open.balanceOf(address(this));
        pair.swap(_usdtIsFirst ? 0 : amountOut, _usdtIsFirst ? amountOut : 0, address(this), "");
        received = open.balanceOf(address(this)) - held;
    }

    /// @dev What the pool gives for `usdtIn`: the public router's rule, to the unit.
    function _amountOut(uint256 usdtIn) private view returns (uint256) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        if (reserve0 == 0 || reserve1 == 0) revert PoolEmpty();
        (uint256 ofUsdt, uint256 ofOpen) = _usdtIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 counted = usdtIn * (_WHOLE_BPS - poolFeeBps);
        return counted.mulDivDown(ofOpen, ofUsdt * _WHOLE_BPS + counted);
    }
}
