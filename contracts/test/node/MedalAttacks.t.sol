// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {Membership} from "../../src/member/Membership.sol";
import {Medal} from "../../src/node/Medal.sol";
import {FalseToken, FeeToken, LyingToken, ReentrantToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MedalBase} from "./MedalBase.sol";

/// @dev An activated contract with money, which is asked when a medal arrives by `safeTransferFrom`, and tries what it can.
contract GreedyReceiver {
    Medal private immutable _medal;
    PlainToken private immutable _usdt;
    uint256 public asked;
    bool public gained;
    bool private _accepts = true;

    constructor(Medal medal, PlainToken usdt, Membership membership, address inviter) {
        (_medal, _usdt) = (medal, usdt);
        membership.activate(inviter);
        usdt.approve(address(medal), type(uint256).max);
    }

    function buy(uint8 tokenType) external returns (uint256) {
        return _medal.mint(tokenType, address(this));
    }

    function refuse() external {
        _accepts = false;
    }

    function onERC721Received(address, address from, uint256 tokenId, bytes calldata) external returns (bytes4) {
        asked++;
        // A second one for itself; and the arrived one onward, back and onward again within the call.
        try _medal.mint(3, address(this)) {
            gained = true;
        } catch {
            _medal.transferFrom(address(this), from, tokenId);
        }
        try _medal.transferFrom(from, address(this), tokenId) {
            gained = true;
        } catch {
            return _accepts ? this.onERC721Received.selector : bytes4(0);
        }
        return this.onERC721Received.selector;
    }
}

contract MedalAttacksTest is MedalBase {
    function test_refuses_dollarsThatDoNotArrive() public {
        PlainToken[3] memory tokens = [PlainToken(new FeeToken()), new LyingToken(), new FalseToken()];
        for (uint256 i = 0; i < 3; i++) {
            _openSaleIn(tokens[i]);
            bytes memory call = abi.encodeCall(Medal.mint, (3, ANNA));
            bytes memory wanted = abi.encodeWithSelector(
                MoneyErrors.TransferMismatch.selector,
                1_000e18,
                i == 0 ? 990e18 : 0
            );
            if (i == 2) wanted = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usdt);
            _refuses(ANNA, address(medal), call, wanted, "unpaid");
            _eq(medal.balanceOf(ANNA), 0, "no medal");
            (, uint256 sold, , , ) = medal.saleOf(3);
            _eq(sold, 0, "nothing sold");
        }
    }

    function test_refuses_aSecondMedalOnTheWay() public {
        ReentrantToken token = new ReentrantToken();
        _openSaleIn(token);
        // The dollar itself is a member with means and buys in the middle of somebody else's purchase.
        vm.prank(address(token));
        membership.activate(ROOT);
        _fund(address(token));
        token.arm(address(medal), abi.encodeCall(Medal.mint, (3, address(token))));
        uint256 id = _subscribe(ANNA, 3);
        _holds(token.tried() && !token.succeeded(), "reentered");
        _eq(medal.ownerOf(id), ANNA, "hers");
        _eq(medal.balanceOf(address(token)), 0, "none on the way");
        _eq(usdt.balanceOf(address(treasury)), 1_000e18, "one price");
    }

    function test_refuses_theArrivedMedalMovedTwiceByItsReceiver() public {
        _openSale();
        GreedyReceiver greedy = new GreedyReceiver(medal, usdt, membership, ROOT);
        usdt.mint(address(greedy), 10_000e18);
        uint256 id = _subscribe(ANNA, 1);
        vm.prank(ANNA);
        medal.safeTransferFrom(ANNA, address(greedy), id);
        _eq(greedy.asked(), 1, "asked");
        _holds(!greedy.gained(), "gained");
        _eq(medal.balanceOf(ANNA) + medal.balanceOf(address(greedy)), 1, "one medal");
        _eq(usdt.balanceOf(address(treasury)), 5_000e18, "one price");
    }

    /// @dev `_mint`, so a receiver is not asked when it buys: it cannot do anything in the middle of the sale, and a wallet
    /// that answers nothing to the question can subscribe, too.
    function test_behavior_aContractBuysWithoutBeingAsked() public {
        _openSale();
        GreedyReceiver greedy = new GreedyReceiver(medal, usdt, membership, ROOT);
        usdt.mint(address(greedy), 10_000e18);
        uint256 id = greedy.buy(3);
        _eq(medal.ownerOf(id), address(greedy), "has it");
        _eq(greedy.asked(), 0, "not asked");
    }

    function test_refuses_receiversThatDoNotAcceptWhenMovedSafely() public {
        _openSale();
        uint256 id = _subscribe(ANNA, 1);
        // The dollar is a contract that answers nothing to the question.
        bytes memory call = abi.encodeWithSignature(
            "safeTransferFrom(address,address,uint256)",
            ANNA,
            address(usdt),
            id
        );
        _reverts(ANNA, address(medal), call, "not accepted");
        _eq(medal.ownerOf(id), ANNA, "stays");
    }

    function testFuzz_property_whoeverMovesWhatNobodyHoldsTwo(uint256 seed) public {
        _openSale();
        address[4] memory people = [ANNA, BEN, EVE, address(0xCA11)];
        uint256[2] memory ids = [_subscribe(ANNA, 1), _subscribe(BEN, 3)];
        for (uint256 i = 0; i < 12; i++) {
            uint256 pick = uint256(keccak256(abi.encode(seed, i)));
            uint256 id = ids[pick % 2];
            address from = medal.ownerOf(id);
            address to = people[(pick >> 8) % 4];
            bytes memory call = abi.encodeCall(IERC721.transferFrom, (from, to, id));
            if (medal.balanceOf(to) > 0) {
                bytes memory wanted = abi.encodeWithSelector(Medal.AlreadyHolds.selector, to);
                _refuses(from, address(medal), call, wanted, "to a holder");
            } else {
                vm.prank(from);
                medal.transferFrom(from, to, id);
            }
            for (uint256 j = 0; j < 4; j++) _holds(medal.balanceOf(people[j]) <= 1, "two medals");
        }
    }
}
