// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {BuyBack} from "../../src/reserve/BuyBack.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {Roles} from "../kit/Roles.sol";
import {BuyBackBase} from "./BuyBackBase.sol";

contract BuyBackTest is BuyBackBase, Roles {
    uint256 internal constant SPENT = 500e18;
    bytes32 internal constant ID = keccak256("bbk_1");

    uint256 internal deadline;

    function setUp() public {
        _openBuyBack(new PlainToken(18), 10_000e18);
        deadline = block.timestamp + 30 minutes;
    }

    function _guarded() internal view override returns (Guarded) {
        return buyBack;
    }

    function _sign(
        uint256 key,
        uint256 chainId,
        address place,
        bytes32 id,
        uint256 usdtIn,
        uint256 least
    ) internal view returns (bytes memory) {
        return _sign(key, Order(id, usdtIn, least, deadline, chainId, place));
    }

    function _signed(bytes32 id, uint256 usdtIn, uint256 least) internal view returns (bytes memory) {
        return _sign(PAYER_KEY, block.chainid, address(buyBack), id, usdtIn, least);
    }

    function _order(bytes32 id, uint256 usdtIn, uint256 least) internal view returns (bytes memory) {
        return abi.encodeCall(BuyBack.buy, (id, usdtIn, least, deadline, _signed(id, usdtIn, least)));
    }

    /// @dev Refused for that reason, and nothing has moved.
    function _refusesOrder(bytes memory call, bytes memory wanted, string memory what) private {
        uint256 held = usdt.balanceOf(address(treasury));
        uint256 supply = open.totalSupply();
        _refuses(MEMBER, address(buyBack), call, wanted, what);
        _eq(usdt.balanceOf(address(treasury)), held, "the treasury is as it was");
        _eq(open.totalSupply(), supply, "nothing is burned");
    }

    function _wrong(bytes memory signature, bytes32 id, uint256 usdtIn, uint256 least) private {
        vm.prank(MEMBER);
        bytes memory call = abi.encodeCall(BuyBack.buy, (id, usdtIn, least, deadline, signature));
        (bool success, bytes memory got) = address(buyBack).call(call);
        _holds(!success && bytes4(got) == BuyBack.WrongOrder.selector, "a wrong order");
    }

    function test_refuses_whilePaused() public {
        vm.prank(PAUSER);
        buyBack.pause();
        _refusesOrder(_order(ID, SPENT, 0), _pausedError(), "paused");
    }

    function test_refuses_afterTheDeadline() public {
        bytes memory call = _order(ID, SPENT, 0);
        vm.warp(deadline + 1);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.Expired.selector, deadline, deadline + 1);
        _refusesOrder(call, wanted, "expired");
    }

    function test_refuses_nothing() public {
        _refusesOrder(_order(ID, 0, 0), abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector), "nothing");
    }

    function test_refuses_whatNoPayerSigned() public {
        _wrong(_sign(PAYER_KEY + 1, block.chainid, address(buyBack), ID, SPENT, 0), ID, SPENT, 0);
        _wrong(_sign(PAYER_KEY, block.chainid + 1, address(buyBack), ID, SPENT, 0), ID, SPENT, 0);
        _wrong(_sign(PAYER_KEY, block.chainid, address(treasury), ID, SPENT, 0), ID, SPENT, 0);
        bytes memory signature = _signed(ID, SPENT, 1);
        _wrong(signature, keccak256("bbk_2"), SPENT, 1);
        _wrong(signature, ID, SPENT + 1, 1);
        _wrong(signature, ID, SPENT, 0);
        _wrong(new bytes(65), ID, SPENT, 1);
        _wrong("", ID, SPENT, 1);
        deadline += 1;
        _wrong(signature, ID, SPENT, 1);
    }

    function test_refuses_theOrderOfAPayerWhoWasRemoved() public {
        bytes memory signature = _signed(ID, SPENT, 0);
        bytes32 payerRole = treasury.PAYER_ROLE();
        vm.prank(ADMIN);
        treasury.revokeRole(payerRole, vm.addr(PAYER_KEY));
        _wrong(signature, ID, SPENT, 0);
    }

    function test_refuses_lessThanTheOrderDemands() public {
        (uint256 out, ) = buyBack.quote(SPENT);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, out, out + 1);
        _refusesOrder(_order(ID, SPENT, out + 1), wanted, "the order's own minimum");
    }

    /// @dev Somebody buys first: the pool is 4 % dearer than the average of half an hour.
    function test_refuses_aPriceFarAboveTheAverage() public {
        _giveUsdt(MEMBER, 2_100e18);
        _buyAs(MEMBER, 2_100e18, 0);
        (uint256 out, uint256 least) = buyBack.quote(SPENT);
        _holds(out < least, "dearer than allowed");
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, out, least);
        _refusesOrder(_order(ID, SPENT, 0), wanted, "pushed");
    }

    function test_refuses_aTreasuryThatIsNoContract() public {
        address nobody = address(0xBAD);
        try new BuyBack(Treasury(nobody), desk, ADMIN, PAUSER) {
            revert NotRefused("a treasury without code");
        } catch (bytes memory got) {
            bytes memory wanted = abi.encodeWithSelector(MarketErrors.WithoutCode.selector, nobody);
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("without code", got, wanted);
        }
    }

    function test_refuses_withoutAFreshAverageAndOnAnEmptyPool() public {
        _openEmptyMarket();
        buyBack = new BuyBack(treasury, desk, ADMIN, PAUSER);
        _refusesOrder(_order(ID, SPENT, 0), abi.encodeWithSelector(TwapOracle.NotReady.selector, 0), "no average");
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.PoolEmpty.selector);
        _refuses(MEMBER, address(buyBack), abi.encodeCall(BuyBack.quote, (SPENT)), wanted, "nothing there");
    }

    function test_refuses_anIdTwice() public {
        buyBack.buy(ID, SPENT, 0, deadline, _signed(ID, SPENT, 0));
        bytes memory wanted = abi.encodeWithSelector(Treasury.AlreadyPaid.selector, ID);
        _refusesOrder(_order(ID, SPENT, 0), wanted, "again");
        _refusesOrder(_order(ID, SPENT - 1, 0), wanted, "again, with another amount");
        _holds(buyBack.isDone(ID), "done");
    }

    function test_refuses_moreThanTheTreasuryLimits() public {
        bytes memory wanted = abi.encodeWithSelector(
            Treasury.PaymentLimitExceeded.selector,
            address(usdt),
            1_000e18,
            1_000e18 + 1
        );
        _refusesOrder(_order(ID, 1_000e18 + 1, 0), wanted, "one payment");
    }

    function test_refuses_withoutTheRole() public {
        bytes32 payerRole = treasury.PAYER_ROLE();
        vm.prank(ADMIN);
        treasury.revokeRole(payerRole, address(buyBack));
        _refusesOrder(_order(ID, SPENT, 0), _lacks(address(buyBack), payerRole), "the governors gave no role");
    }

    function test_refuses_whileTheTreasuryIsPaused() public {
        vm.prank(PAUSER);
        treasury.pause();
        _refusesOrder(_order(ID, SPENT, 0), _pausedError(), "treasury paused");
    }

    function testFuzz_property_whatIsPaidBuysAndBurns(uint256 amount) public {
        amount = 1e12 + (amount % 1_000e18);
        if (amount > 1_000e18) amount = 1_000e18;
        uint256 held = usdt.balanceOf(address(treasury));
        uint256 supply = open.totalSupply();
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        (uint256 quoted, uint256 least) = buyBack.quote(amount);
        vm.prank(MEMBER);
        uint256 burned = buyBack.buy(ID, amount, least, deadline, _signed(ID, amount, least));
        (uint256 usdtAfter, uint256 openAfter) = _reserves();
        _eq(burned, quoted, "as quoted");
        _eq(held - usdt.balanceOf(address(treasury)), amount, "the treasury paid that");
        _eq(usdtAfter - ofUsdt, amount, "into the pool");
        _eq(ofOpen - openAfter, burned, "out of the pool");
        _eq(supply - open.totalSupply(), burned, "and burned");
        _eq(open.balanceOf(address(buyBack)) + usdt.balanceOf(address(buyBack)), 0, "nothing stays");
        _holds(usdtAfter * openAfter >= ofUsdt * ofOpen, "the product does not fall");
    }

    /// @dev Tokens that somebody sent here do not count as bought, and stay.
    function test_behavior_giftsAreNotBurned() public {
        open.transfer(address(buyBack), 7e18);
        (uint256 quoted, ) = buyBack.quote(SPENT);
        uint256 burned = buyBack.buy(ID, SPENT, 0, deadline, _signed(ID, SPENT, 0));
        _eq(burned, quoted, "what was bought");
        _eq(open.balanceOf(address(buyBack)), 7e18, "the gift stays");
    }

    function test_behavior_rolesCannotBeTakenByTheContract() public view {
        IAccessControl roles = IAccessControl(address(treasury));
        _holds(!roles.hasRole(bytes32(0), address(buyBack)), "it administers nothing");
    }
}
