// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MarketErrors} from "../../src/kit/Errors.sol";
import {Medal} from "../../src/node/Medal.sol";
import {MedalBase} from "./MedalBase.sol";

/// @dev Gold: who may buy is what a signer says, for this chain, this contract, this buyer, and until then.
contract MedalPermitTest is MedalBase {
    function setUp() public {
        _openSale();
    }

    function _refusesGold(address who, uint256 deadline, bytes memory signature, bytes4 wanted) private {
        vm.prank(who);
        bytes memory call = abi.encodeCall(Medal.mintWithPermit, (2, who, deadline, signature));
        (bool success, bytes memory got) = address(medal).call(call);
        _holds(!success && bytes4(got) == wanted, "refused for that reason");
        _eq(medal.balanceOf(who), 0, "no medal");
    }

    function test_refuses_typesThatNeedNoPermit() public {
        bytes memory signature = _permit(SIGNER_KEY, block.chainid, address(medal), 1, ANNA, LATER);
        bytes memory call = abi.encodeCall(Medal.mintWithPermit, (1, ANNA, LATER, signature));
        bytes memory wanted = abi.encodeWithSelector(Medal.PermitNotNeeded.selector, 1);
        _refuses(ANNA, address(medal), call, wanted, "genesis");
        call = abi.encodeCall(Medal.mintWithPermit, (4, ANNA, LATER, signature));
        _refuses(ANNA, address(medal), call, abi.encodeWithSelector(Medal.UnknownType.selector, 4), "unknown");
    }

    function test_refuses_permitsForSomethingElse() public {
        bytes4 wrong = Medal.WrongPermit.selector;
        bytes memory mine = _goldPermit(ANNA, LATER);
        _refusesGold(BEN, LATER, mine, wrong);
        _refusesGold(ANNA, LATER + 1, mine, wrong);
        _refusesGold(ANNA, LATER, _permit(SIGNER_KEY, block.chainid + 1, address(medal), 2, ANNA, LATER), wrong);
        _refusesGold(ANNA, LATER, _permit(SIGNER_KEY, block.chainid, address(this), 2, ANNA, LATER), wrong);
        _refusesGold(ANNA, LATER, _permit(SIGNER_KEY, block.chainid, address(medal), 3, ANNA, LATER), wrong);
        _refusesGold(ANNA, LATER, _permit(SIGNER_KEY + 1, block.chainid, address(medal), 2, ANNA, LATER), wrong);
        _refusesGold(ANNA, LATER, "", wrong);
        _refusesGold(ANNA, LATER, new bytes(65), wrong);
        mine[0] = ~mine[0];
        _refusesGold(ANNA, LATER, mine, wrong);
    }

    function test_refuses_aPermitAfterItsDeadline() public {
        bytes memory signature = _goldPermit(ANNA, block.timestamp);
        vm.warp(block.timestamp + 1);
        _refusesGold(ANNA, block.timestamp - 1, signature, MarketErrors.Expired.selector);
    }

    function test_refuses_thePermitsOfASignerWhoWasRemoved() public {
        bytes memory signature = _goldPermit(ANNA, LATER);
        bytes32 signerRole = medal.SIGNER_ROLE();
        address signer = vm.addr(SIGNER_KEY);
        vm.prank(ADMIN);
        medal.revokeRole(signerRole, signer);
        _refusesGold(ANNA, LATER, signature, Medal.WrongPermit.selector);
    }

    function test_refuses_goldOutsideItsWindow() public {
        bytes memory signature = _goldPermit(ANNA, LATER);
        vm.prank(ADMIN);
        medal.setSale(2, 0, 0);
        _refusesGold(ANNA, LATER, signature, Medal.NotOnSale.selector);
    }

    function test_refuses_aPermitTwice() public {
        bytes memory signature = _goldPermit(ANNA, LATER);
        vm.prank(ANNA);
        uint256 id = medal.mintWithPermit(2, ANNA, LATER, signature);
        vm.prank(ANNA);
        medal.transferFrom(ANNA, EVE, id);
        _refusesGold(ANNA, LATER, signature, Medal.AlreadyBought.selector);
    }

    function test_refuses_theOtherFormOfTheSameSignature() public {
        bytes memory signature = _goldPermit(ANNA, LATER);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        (bytes32 r, uint256 s, uint8 v) = _split(signature);
        bytes memory mirrored = abi.encodePacked(r, bytes32(order - s), v == 27 ? uint8(28) : uint8(27));
        _refusesGold(ANNA, LATER, mirrored, Medal.WrongPermit.selector);
    }

    function _split(bytes memory signature) private pure returns (bytes32 r, uint256 s, uint8 v) {
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }

    function test_behavior_goldWithAPermit() public {
        uint256 id = _subscribeGold(ANNA);
        _eq(id, 101, "the first gold");
        _eq(medal.typeOf(id), 2, "gold");
        _eq(usdt.balanceOf(address(treasury)), 2_000e18, "price");
        bytes memory signature = _goldPermit(BEN, block.timestamp);
        vm.prank(BEN);
        _eq(medal.mintWithPermit(2, BEN, block.timestamp, signature), 102, "in the last second of the permit");
    }
}
