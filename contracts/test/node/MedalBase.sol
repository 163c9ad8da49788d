// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Membership} from "../../src/member/Membership.sol";
import {Medal} from "../../src/node/Medal.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev A sale that is open. ANNA and BEN are activated and have means; EVE has neither.
abstract contract MedalBase is TestBase {
    address internal constant ADMIN = address(0x71AE);
    address internal constant PAUSER = address(0x6A4D);
    address internal constant ROOT = address(0x4007);
    address internal constant ANNA = address(0xA11A);
    address internal constant BEN = address(0xBE11);
    address internal constant EVE = address(0xE7E);
    uint256 internal constant SIGNER_KEY = 0x51637E4;
    uint64 internal constant OPENS = 1_800_000_000;
    uint64 internal constant CLOSES = OPENS + 30 days;
    uint256 internal constant LATER = CLOSES;

    PlainToken internal usdt;
    Membership internal membership;
    Treasury internal treasury;
    Medal internal medal;

    function _openSale() internal {
        _openSaleIn(new PlainToken(18));
    }

    function _openSaleIn(PlainToken usdt_) internal {
        vm.warp(OPENS);
        usdt = usdt_;
        membership = new Membership(ROOT, ADMIN, PAUSER);
        treasury = new Treasury(ADMIN, address(0x9A1E), PAUSER, address(0xC01D), new address[](0), new uint256[](0));
        medal = new Medal(
            IERC20(address(usdt_)),
            membership,
            address(treasury),
            ADMIN,
            PAUSER,
            vm.addr(SIGNER_KEY),
            OPENS,
            CLOSES
        );
        address[2] memory people = [ANNA, BEN];
        for (uint256 i = 0; i < people.length; i++) {
            vm.prank(people[i]);
            membership.activate(ROOT);
            _fund(people[i]);
        }
    }

    function _fund(address who) internal {
        usdt.mint(who, 10_000e18);
        vm.prank(who);
        usdt.approve(address(medal), type(uint256).max);
    }

    function _newMember(uint160 index) internal returns (address member) {
        member = address(0x100000 + index);
        vm.prank(member);
        membership.activate(ROOT);
        _fund(member);
    }

    function _subscribe(address who, uint8 tokenType) internal returns (uint256) {
        vm.prank(who);
        return medal.mint(tokenType, who);
    }

    /// @dev What a signer of `key` gives `buyer`: the EIP-712 digest written down here once more.
    function _permit(
        uint256 key,
        uint256 chainId,
        address at,
        uint8 tokenType,
        address buyer,
        uint256 deadline
    ) internal pure returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Openmere Medal"),
                keccak256("1"),
                chainId,
                at
            )
        );
        bytes32 form = keccak256("Permit(uint8 tokenType,address buyer,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(form, tokenType, buyer, deadline));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, content)));
        return abi.encodePacked(r, s, v);
    }

    function _goldPermit(address buyer, uint256 deadline) internal view returns (bytes memory) {
        return _permit(SIGNER_KEY, block.chainid, address(medal), 2, buyer, deadline);
    }

    function _subscribeGold(address who) internal returns (uint256) {
        bytes memory signature = _goldPermit(who, LATER);
        vm.prank(who);
        return medal.mintWithPermit(2, who, LATER, signature);
    }
}
