// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {MarketErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {Membership} from "../../src/member/Membership.sol";
import {Medal} from "../../src/node/Medal.sol";
import {Roles} from "../kit/Roles.sol";
import {Vm} from "../kit/TestBase.sol";
import {MedalBase} from "./MedalBase.sol";

contract MedalTest is MedalBase {
    function setUp() public {
        _openSale();
    }

    function _refusesMint(address who, uint8 tokenType, address recipient, bytes memory wanted) private {
        _refuses(who, address(medal), abi.encodeCall(Medal.mint, (tokenType, recipient)), wanted, "mint");
    }

    function test_refuses_inTheDocumentedOrder() public {
        vm.prank(PAUSER);
        medal.pause();
        _refusesMint(EVE, 0, EVE, abi.encodeWithSignature("EnforcedPause()"));
        vm.prank(ADMIN);
        medal.unpause();
        _refusesMint(EVE, 0, EVE, abi.encodeWithSelector(Medal.UnknownType.selector, 0));
        _refusesMint(EVE, 4, EVE, abi.encodeWithSelector(Medal.UnknownType.selector, 4));
        _refusesMint(EVE, 2, EVE, abi.encodeWithSelector(Medal.PermitNeeded.selector, 2));
        vm.warp(CLOSES);
        _refusesMint(EVE, 1, EVE, abi.encodeWithSelector(Medal.NotOnSale.selector, 1, OPENS, CLOSES, CLOSES));
        vm.warp(OPENS - 1);
        _refusesMint(EVE, 1, EVE, abi.encodeWithSelector(Medal.NotOnSale.selector, 1, OPENS, CLOSES, OPENS - 1));
        vm.warp(OPENS);
        _refusesMint(EVE, 1, EVE, abi.encodeWithSelector(MarketErrors.NotActive.selector, EVE));
        _refusesMint(ANNA, 1, EVE, abi.encodeWithSelector(MarketErrors.NotActive.selector, EVE));
        _subscribe(ANNA, 1);
        _refusesMint(ANNA, 3, ANNA, abi.encodeWithSelector(Medal.AlreadyBought.selector, ANNA));
        _refusesMint(BEN, 3, ANNA, abi.encodeWithSelector(Medal.AlreadyHolds.selector, ANNA));
        vm.prank(BEN);
        usdt.approve(address(medal), 1_000e18 - 1);
        _reverts(BEN, address(medal), abi.encodeCall(Medal.mint, (3, BEN)), "less than the price is allowed");
        _eq(medal.balanceOf(BEN), 0, "no medal");
        _holds(!medal.hasBought(BEN), "nor bought");
    }

    function test_refuses_partsThatAreNone() public {
        address nobody = address(0xBAD);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.WithoutCode.selector, nobody);
        _refusesMaking(nobody, address(membership), address(treasury), EVE, wanted);
        _refusesMaking(address(usdt), nobody, address(treasury), EVE, wanted);
        _refusesMaking(address(usdt), address(membership), nobody, EVE, wanted);
        wanted = abi.encodeWithSelector(Guarded.ZeroAddress.selector);
        _refusesMaking(address(usdt), address(membership), address(treasury), address(0), wanted);
    }

    function _refusesMaking(
        address usdt_,
        address membership_,
        address treasury_,
        address signer,
        bytes memory wanted
    ) private {
        try new Medal(IERC20(usdt_), Membership(membership_), treasury_, ADMIN, PAUSER, signer, OPENS, CLOSES) {
            revert NotRefused("wrong parts");
        } catch (bytes memory got) {
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("wrong parts", got, wanted);
        }
    }

    function test_refuses_aSecondPurchaseAfterTheFirstWasGivenAway() public {
        uint256 id = _subscribe(ANNA, 3);
        vm.prank(ANNA);
        medal.transferFrom(ANNA, EVE, id);
        _refusesMint(ANNA, 1, ANNA, abi.encodeWithSelector(Medal.AlreadyBought.selector, ANNA));
        // Whoever was given one may still buy, once the given one is gone.
        vm.prank(EVE);
        membership.activate(ROOT);
        _fund(EVE);
        _refusesMint(EVE, 3, EVE, abi.encodeWithSelector(Medal.AlreadyHolds.selector, EVE));
        vm.prank(EVE);
        medal.transferFrom(EVE, ANNA, id);
        _subscribe(EVE, 3);
    }

    function test_refuses_aMoveToSomebodyWhoHoldsOne() public {
        uint256 first = _subscribe(ANNA, 1);
        _subscribe(BEN, 3);
        bytes memory wanted = abi.encodeWithSelector(Medal.AlreadyHolds.selector, BEN);
        _refuses(ANNA, address(medal), abi.encodeCall(IERC721.transferFrom, (ANNA, BEN, first)), wanted, "move");
        wanted = abi.encodeWithSelector(Medal.AlreadyHolds.selector, ANNA);
        _refuses(ANNA, address(medal), abi.encodeCall(IERC721.transferFrom, (ANNA, ANNA, first)), wanted, "itself");
    }

    function test_refuses_moreThanThereAre() public {
        for (uint160 i = 0; i < 100; i++) _eq(_subscribe(_newMember(i), 1), i + 1, "ids in turn");
        _refusesMint(ANNA, 1, ANNA, abi.encodeWithSelector(Medal.SoldOut.selector, 1, 100));
        _eq(usdt.balanceOf(address(treasury)), 500_000e18, "all paid");
        _eq(_subscribe(ANNA, 3), 301, "another type still");
        _eq(medal.typeOf(100), 1, "the last genesis");
        _eq(medal.typeOf(301), 3, "the first diamond");
    }

    function testFuzz_refuses_windowsSetByOthers(address any, uint64 opens, uint64 closes) public {
        any = any == ADMIN || any == address(vm) ? EVE : any;
        bytes4 lacks = bytes4(keccak256("AccessControlUnauthorizedAccount(address,bytes32)"));
        bytes memory wanted = abi.encodeWithSelector(lacks, any, ADMIN_ROLE);
        _refuses(any, address(medal), abi.encodeCall(Medal.setSale, (1, opens, closes)), wanted, "C09: window");
        wanted = abi.encodeWithSelector(Medal.UnknownType.selector, 4);
        _refuses(ADMIN, address(medal), abi.encodeCall(Medal.setSale, (4, opens, closes)), wanted, "type");
        if (opens == closes) return;
        (uint64 less, uint64 more) = opens < closes ? (opens, closes) : (closes, opens);
        wanted = abi.encodeWithSelector(Medal.WrongWindow.selector, more, less);
        _refuses(ADMIN, address(medal), abi.encodeCall(Medal.setSale, (1, more, less)), wanted, "reversed");
    }

    function test_behavior_aSubscriptionPaysAndIsTheLastLog() public {
        vm.recordLogs();
        uint256 id = _subscribe(ANNA, 3);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        _eq(last.emitter, address(medal), "by the medal");
        _holds(last.topics.length == 1 && last.topics[0] == keccak256("Subscribed(uint256,address)"), "event");
        _holds(keccak256(last.data) == keccak256(abi.encode(id, ANNA)), "(uint256, address)");
        _eq(medal.ownerOf(id), ANNA, "owner");
        _eq(medal.typeOf(id), 3, "diamond");
        _eq(usdt.balanceOf(address(treasury)), 1_000e18, "price");
        _eq(usdt.balanceOf(address(medal)), 0, "nothing stays");
    }

    function test_behavior_oneMayBuyForSomebodyElse() public {
        vm.prank(ANNA);
        uint256 id = medal.mint(1, BEN);
        _eq(medal.ownerOf(id), BEN, "the recipient holds");
        _holds(medal.hasBought(ANNA) && !medal.hasBought(BEN), "the buyer bought");
    }

    function test_behavior_salesByType() public view {
        uint256[3] memory totals = [uint256(100), 200, 500];
        uint256[3] memory prices = [uint256(5_000e18), 2_000e18, 1_000e18];
        for (uint8 i = 0; i < 3; i++) {
            (uint256 total, uint256 sold, uint256 price, uint64 opens, uint64 closes) = medal.saleOf(i + 1);
            _eq(total, totals[i], "total");
            _eq(sold, 0, "sold");
            _eq(price, prices[i], "price");
            _eq(opens, OPENS, "opens");
            _eq(closes, CLOSES, "closes");
        }
    }

    function test_behavior_theTimelockClosesAndOpensSales() public {
        vm.prank(ADMIN);
        medal.setSale(1, 0, 0);
        _refusesMint(ANNA, 1, ANNA, abi.encodeWithSelector(Medal.NotOnSale.selector, 1, 0, 0, block.timestamp));
        _subscribe(ANNA, 3);
        vm.prank(ADMIN);
        medal.setSale(1, uint64(block.timestamp), uint64(block.timestamp + 1));
        _subscribe(BEN, 1);
    }

    function test_behavior_movingWorksWhileSubscribingIsPaused() public {
        uint256 id = _subscribe(ANNA, 1);
        vm.prank(PAUSER);
        medal.pause();
        vm.prank(ANNA);
        medal.transferFrom(ANNA, EVE, id);
        _eq(medal.ownerOf(id), EVE, "moved");
    }

    function test_behavior_interfaces() public view {
        _holds(medal.supportsInterface(type(IERC721).interfaceId), "ERC-721");
        _holds(medal.supportsInterface(0x7965db0b), "roles");
        _holds(!medal.supportsInterface(0xffffffff), "not everything");
    }
}

/// @dev Who may stop, start and administer it.
contract MedalRolesTest is Roles, MedalBase {
    function setUp() public {
        _openSale();
    }

    function _guarded() internal view override returns (Guarded) {
        return medal;
    }
}
