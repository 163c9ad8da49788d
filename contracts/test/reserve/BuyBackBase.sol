// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BuyBack} from "../../src/reserve/BuyBack.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {SwapBase} from "../swap/SwapBase.sol";

/// @dev Buying back on the published pool: 100,000 USDT and 2,000,000 OPEN, so 0.05 USDT for one, by a treasury that may pay
/// 4,000 USDT a day and 1,000 at once.
abstract contract BuyBackBase is SwapBase {
    uint256 internal constant PAYER_KEY = 0x9A1E;

    BuyBack internal buyBack;

    function _openBuyBack(PlainToken usdt_, uint256 held) internal {
        _openMarket(usdt_);
        address[] memory tokens = new address[](1);
        uint256[] memory limits = new uint256[](1);
        (tokens[0], limits[0]) = (address(usdt), 4_000e18);
        treasury = new Treasury(ADMIN, vm.addr(PAYER_KEY), PAUSER, address(0xC01D), tokens, limits);
        buyBack = new BuyBack(treasury, desk, ADMIN, PAUSER);
        bytes32 payerRole = treasury.PAYER_ROLE();
        vm.prank(ADMIN);
        treasury.grantRole(payerRole, address(buyBack));
        usdt.mint(address(treasury), held);
    }

    /// @dev What is signed, and for which contract on which chain.
    struct Order {
        bytes32 id;
        uint256 usdtIn;
        uint256 least;
        uint256 deadline;
        uint256 chainId;
        address place;
    }

    function _sign(uint256 key, Order memory order) internal pure returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Openmere BuyBack"),
                keccak256("1"),
                order.chainId,
                order.place
            )
        );
        bytes32 form = keccak256("Order(bytes32 id,uint256 usdtIn,uint256 minOpenOut,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(form, order.id, order.usdtIn, order.least, order.deadline));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, content)));
        return abi.encodePacked(r, s, v);
    }
}
