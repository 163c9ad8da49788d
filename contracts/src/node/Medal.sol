// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MarketErrors} from "../kit/Errors.sol";
import {Guarded} from "../kit/Guarded.sol";
import {MeasuredTransfer} from "../kit/MeasuredTransfer.sol";
import {Membership} from "../member/Membership.sol";

/// @title Medal
/// @notice A community node, as a token: subscribed once, for USDT, of one of three types, and not refundable. An address buys
/// one medal ever and holds one at a time. A medal moves freely, but only to an address that holds none. The price goes to the
/// treasury in the same call; nothing stays here.
/// @dev Ids tell the type: 1 to 100 genesis, 101 to 300 gold, 301 to 800 diamond. Selling happens within windows that the
/// timelock sets, gold only with a permit that a signer gave to the buyer. Minting tells the receiver nothing (`_mint`, not
/// `_safeMint`): who buys for is an activated address, which has called a contract of ours itself, and so nobody else's code
/// runs in the middle of a sale. Moving and approving are the standard's and cannot be paused.
contract Medal is ERC721, EIP712, Guarded, ReentrancyGuardTransient, MarketErrors {
    using MeasuredTransfer for IERC20;

    /// @dev One slot. Unix seconds: the sale is open from `opens` on and before `closes`.
    struct Sale {
        uint64 opens;
        uint64 closes;
        uint32 sold;
    }

    /// @notice Publicly sold within its window.
    uint8 public constant GENESIS = 1;
    /// @notice Sold by permit only.
    uint8 public constant GOLD = 2;
    /// @notice Publicly sold within its window.
    uint8 public constant DIAMOND = 3;
    /// @notice Its keys sign permits for gold. Given and taken by the admin (the timelock).
    bytes32 public constant SIGNER_ROLE = keccak256("SIGNER_ROLE");
    // The standard hashes the whole text; nothing shorter says the same.
    // solhint-disable-next-line gas-small-strings
    bytes32 private constant _PERMIT_TYPE = keccak256("Permit(uint8 tokenType,address buyer,uint256 deadline)");

    /// @notice What medals are paid with.
    IERC20 public immutable usdt;
    /// @notice Knows who may subscribe.
    Membership public immutable membership;
    /// @notice Receives the price.
    address public immutable treasury;

    /// @notice Whether this address has ever bought a medal.
    mapping(address buyer => bool) public hasBought;
    mapping(uint8 tokenType => Sale) private _sales;

    /// @notice `owner` has the new medal `tokenId`. The last log of each subscription; nothing is indexed, so that its data is
    /// the pair of both.
    event Subscribed(uint256 tokenId, address owner);
    /// @notice Medals of `tokenType` are sold from `opens` on and before `closes` (Unix seconds).
    event SaleSet(uint8 indexed tokenType, uint64 opens, uint64 closes);

    /// @notice There is no such type of medal.
    error UnknownType(uint8 tokenType);
    /// @notice Medals of this type are sold by permit only.
    error PermitNeeded(uint8 tokenType);
    /// @notice Medals of this type are sold to everybody, without permit.
    error PermitNotNeeded(uint8 tokenType);
    /// @notice The permit was signed by `signer`, who is no signer, or for something else than this purchase.
    error WrongPermit(address signer);
    /// @notice Sold only from `opens` on and before `closes`; it is `time` now.
    error NotOnSale(uint8 tokenType, uint64 opens, uint64 closes, uint256 time);
    /// @notice All `total` medals of this type are sold.
    error SoldOut(uint8 tokenType, uint256 total);
    /// @notice This address has bought a medal before.
    error AlreadyBought(address buyer);
    /// @notice This address holds a medal already.
    error AlreadyHolds(address holder);
    /// @notice A sale that would close before it opens.
    error WrongWindow(uint64 opens, uint64 closes);

    /// @param usdt_ USDT, 18 decimals.
    /// @param membership_ Who is activated.
    /// @param treasury_ Receiver of the price.
    /// @param admin The timelock: sale windows, signers, unpausing.
    /// @param pauser May pause subscribing.
    /// @param signer First signer of permits.
    /// @param opens When all types are sold at first. Zero as `closes`: none is, until the timelock sets a window.
    /// @param closes The end of that.
    constructor(
        IERC20 usdt_,
        Membership membership_,
        address treasury_,
        address admin,
        address pauser,
        address signer,
        uint64 opens,
        uint64 closes
    ) ERC721("Openmere Medal", "MEDAL") EIP712("Openmere Medal", "1") Guarded(admin, pauser) {
        if (address(usdt_).code.length == 0) revert WithoutCode(address(usdt_));
        if (address(membership_).code.length == 0) revert WithoutCode(address(membership_));
        if (treasury_.code.length == 0) revert WithoutCode(treasury_);
        if (signer == address(0)) revert ZeroAddress();
        usdt = usdt_;
        membership = membership_;
        treasury = treasury_;
        _grantRole(SIGNER_ROLE, signer);
        for (uint8 tokenType = GENESIS; tokenType <= DIAMOND; tokenType++) _setSale(tokenType, opens, closes);
    }

    /// @notice Subscribe a genesis or diamond node. Called by an activated member who never bought a medal and has allowed this
    /// contract to take the price; refused while paused. Refusals, in this order: paused, UnknownType, PermitNeeded, Expired
    /// and WrongPermit (with permit only), NotOnSale, SoldOut, NotActive (buyer, then recipient), AlreadyBought, AlreadyHolds,
    /// then the token's own (allowance, balance), TransferMismatch.
    /// @param tokenType {GENESIS} or {DIAMOND}.
    /// @param recipient Who holds the medal: an activated address without one.
    /// @return tokenId The new medal.
    function mint(uint8 tokenType, address recipient) external whenNotPaused nonReentrant returns (uint256 tokenId) {
        _priceOf(tokenType);
        if (tokenType == GOLD) revert PermitNeeded(tokenType);
        return _subscribe(tokenType, recipient);
    }

    /// @notice Subscribe a gold node. As {mint}, with a signer's permit for the caller.
    /// @param tokenType {GOLD}.
    /// @param recipient Who holds the medal: an activated address without one.
    /// @param deadline Last block time (Unix seconds) of the permit, which is signed along.
    /// @param signature Over the EIP-712 struct Permit(tokenType, buyer, deadline) in the domain of this contract and chain.
    /// @return tokenId The new medal.
    function mintWithPermit(
        uint8 tokenType,
        address recipient,
        uint256 deadline,
        bytes calldata signature
    ) external whenNotPaused nonReentrant returns (uint256 tokenId) {
        _priceOf(tokenType);
        if (tokenType != GOLD) revert PermitNotNeeded(tokenType);
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(_PERMIT_TYPE, tokenType, msg.sender, deadline)));
        (address signer, , ) = ECDSA.tryRecover(digest, signature);
        if (!hasRole(SIGNER_ROLE, signer)) revert WrongPermit(signer);
        return _subscribe(tokenType, recipient);
    }

    /// @notice Set when medals of a type are sold. Called by the admin (the timelock). Counts at once.
    /// @param tokenType Any of the three.
    /// @param opens First second of the sale, Unix.
    /// @param closes The second that ends it; the same as `opens` closes the sale.
    function setSale(uint8 tokenType, uint64 opens, uint64 closes) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _priceOf(tokenType);
        _setSale(tokenType, opens, closes);
    }

    /// @notice How many medals of a type there are at most, how many are sold, their price in USDT, and the window of the sale
    /// (Unix seconds).
    function saleOf(
        uint8 tokenType
    ) external view returns (uint256 total, uint256 sold, uint256 price, uint64 opens, uint64 closes) {
        price = _priceOf(tokenType);
        Sale memory sale = _sales[tokenType];
        (, total) = _idsOf(tokenType);
        return (total, sale.sold, price, sale.opens, sale.closes);
    }

    /// @notice The type of the medal `tokenId`, which must exist.
    function typeOf(uint256 tokenId) external view returns (uint8 tokenType) {
        _requireOwned(tokenId);
        if (tokenId <= 100) return GENESIS;
        return tokenId <= 300 ? GOLD : DIAMOND;
    }

    /// @notice What this contract answers about its interfaces (ERC-165).
    function supportsInterface(bytes4 interfaceId) public view override(ERC721, AccessControl) returns (bool) {
        return ERC721.supportsInterface(interfaceId) || AccessControl.supportsInterface(interfaceId);
    }

    /// @dev Everything that both ways of subscribing have in common. The medal is there before the money moves.
    function _subscribe(uint8 tokenType, address recipient) private returns (uint256 tokenId) {
        Sale storage sale = _sales[tokenType];
        (uint64 opens, uint64 closes, uint32 sold) = (sale.opens, sale.closes, sale.sold);
        if (block.timestamp < opens || block.timestamp >= closes)
            revert NotOnSale(tokenType, opens, closes, block.timestamp);
        (uint256 first, uint256 total) = _idsOf(tokenType);
        if (sold == total) revert SoldOut(tokenType, total);
        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);
        if (!membership.isActive(recipient)) revert NotActive(recipient);
        if (hasBought[msg.sender]) revert AlreadyBought(msg.sender);
        hasBought[msg.sender] = true;
        sale.sold = sold + 1;
        tokenId = first + sold;
        _mint(recipient, tokenId);
        // By way of this contract: the treasury knows a sale by who pays it in.
        uint256 price = _priceOf(tokenType);
        usdt.moveIn(msg.sender, address(this), price);
        usdt.moveOut(treasury, price);
        emit Subscribed(tokenId, recipient);
    }

    /// @dev Every way that a medal takes goes through here.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        if (to != address(0) && balanceOf(to) != 0) revert AlreadyHolds(to);
        return super._update(to, tokenId, auth);
    }

    function _setSale(uint8 tokenType, uint64 opens, uint64 closes) private {
        if (closes < opens) revert WrongWindow(opens, closes);
        Sale storage sale = _sales[tokenType];
        (sale.opens, sale.closes) = (opens, closes);
        emit SaleSet(tokenType, opens, closes);
    }

    function _priceOf(uint8 tokenType) private pure returns (uint256) {
        if (tokenType == GENESIS) return 5_000e18;
        if (tokenType == GOLD) return 2_000e18;
        if (tokenType == DIAMOND) return 1_000e18;
        revert UnknownType(tokenType);
    }

    /// @dev The first id of a known type, and how many there are.
    function _idsOf(uint8 tokenType) private pure returns (uint256 first, uint256 total) {
        if (tokenType == GENESIS) return (1, 100);
        return tokenType == GOLD ? (101, 200) : (uint256(301), uint256(500));
    }
}
