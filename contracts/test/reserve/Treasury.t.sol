// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, LyingToken, ReentrantToken, SilentToken, SurchargeToken} from "../hostile/HostileTokens.sol";
import {Roles} from "../kit/Roles.sol";
import {Vm} from "../kit/TestBase.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";

contract TreasuryTest is Roles {
    address private constant PAYER = address(0x9A1E4);
    address private constant COLD = address(0xC01D);
    address private constant ANNA = address(0xA11A);
    address private constant EVE = address(0xE7E);
    bytes32 private constant PAYER_ROLE = keccak256("PAYER_ROLE");
    uint256 private constant LIMIT = 1000e18;
    uint256 private constant NOON = 20_000 days + 12 hours;

    Treasury private _treasury;
    PlainToken private _usdt;

    function setUp() public {
        vm.warp(NOON);
        _usdt = new PlainToken(18);
        _treasury = _deploy(address(_usdt));
        _usdt.mint(address(_treasury), 1e30);
    }

    function _deploy(address token) private returns (Treasury) {
        address[] memory tokens = new address[](1);
        uint256[] memory limits = new uint256[](1);
        (tokens[0], limits[0]) = (token, LIMIT);
        Treasury made = new Treasury(TIMELOCK, PAYER, GUARD, COLD, tokens, limits);
        _eq(made.paymentLimit(token), LIMIT / 4, "one payment is a quarter at first");
        // What most tests here are about is the limit for 24 hours.
        vm.prank(TIMELOCK);
        made.setPaymentLimit(token, type(uint256).max);
        return made;
    }

    function _guarded() internal view override returns (Guarded) {
        return _treasury;
    }

    function _pay(bytes32 id, address to, uint256 amount) private {
        vm.prank(PAYER);
        _treasury.pay(id, address(_usdt), to, amount);
    }

    function _payCall(bytes32 id, address to, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(Treasury.pay, (id, address(_usdt), to, amount));
    }

    function _beyond(uint256 spent, uint256 asked) private view returns (bytes memory) {
        return
            abi.encodeWithSelector(
                Treasury.DailyLimitExceeded.selector,
                address(_usdt),
                _treasury.dailyLimit(address(_usdt)),
                spent,
                asked
            );
    }

    function testFuzz_refuses_payByOthers(address any, bytes32 id, uint256 amount) public {
        any = _stranger(any);
        if (any == PAYER) any = EVE;
        _refuses(any, address(_treasury), _payCall(id, any, amount), _lacks(any, PAYER_ROLE), "C09: pay");
        _refuses(TIMELOCK, address(_treasury), _payCall(id, any, amount), _lacks(TIMELOCK, PAYER_ROLE), "C09: pay");
        _refuses(GUARD, address(_treasury), _payCall(id, any, amount), _lacks(GUARD, PAYER_ROLE), "C09: pay");
    }

    function test_refuses_payWhilePaused() public {
        vm.prank(GUARD);
        _treasury.pause();
        _refuses(PAYER, address(_treasury), _payCall("w", ANNA, 1), _pausedError(), "paused");
    }

    function testFuzz_refuses_sameIdAgain(bytes32 id, uint256 amount, address to, uint256 laterSec) public {
        if (to == address(0) || to == address(_treasury) || to == address(_usdt)) to = ANNA;
        _pay(id, ANNA, 20e18);
        vm.warp(NOON + _bound(laterSec, 0, 3650 days));
        bytes memory wanted = abi.encodeWithSelector(Treasury.AlreadyPaid.selector, id);
        _refuses(PAYER, address(_treasury), _payCall(id, ANNA, 20e18), wanted, "the same payout");
        _refuses(PAYER, address(_treasury), _payCall(id, to, amount), wanted, "the id with anything else");
        _eq(_usdt.balanceOf(ANNA), 20e18, "C11: paid once");
    }

    function test_refuses_badReceivers() public {
        address[3] memory bad = [address(0), address(_usdt), address(_treasury)];
        for (uint256 i = 0; i < bad.length; i++) {
            bytes memory wanted = abi.encodeWithSelector(Treasury.BadReceiver.selector, bad[i]);
            _refuses(PAYER, address(_treasury), _payCall("w", bad[i], 1), wanted, "receiver");
        }
        _holds(!_treasury.paid("w"), "the id is still free");
    }

    function test_refuses_nothing() public {
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refuses(PAYER, address(_treasury), _payCall("w", ANNA, 0), wanted, "pay nothing");
        bytes memory data = abi.encodeCall(Treasury.sweepToCold, (address(_usdt), 0));
        _refuses(PAYER, address(_treasury), data, wanted, "move nothing");
    }

    function testFuzz_refuses_beyondTheDay(uint256 first, uint256 second) public {
        first = _bound(first, 1, LIMIT);
        second = _bound(second, LIMIT - first + 1, type(uint256).max);
        _pay("a", ANNA, first);
        _refuses(PAYER, address(_treasury), _payCall("b", ANNA, second), _beyond(first, second), "limit");
        _holds(!_treasury.paid("b"), "the id is still free");
    }

    function test_refuses_tokenWithoutLimit() public {
        PlainToken other = new PlainToken(18);
        other.mint(address(_treasury), 1e18);
        bytes memory data = abi.encodeCall(Treasury.pay, ("w", address(other), ANNA, 1));
        bytes memory wanted = abi.encodeWithSelector(Treasury.PaymentLimitExceeded.selector, address(other), 0, 1);
        _refuses(PAYER, address(_treasury), data, wanted, "no limit set means none");
        vm.prank(TIMELOCK);
        _treasury.setPaymentLimit(address(other), 1);
        wanted = abi.encodeWithSelector(Treasury.DailyLimitExceeded.selector, address(other), 0, 0, 1);
        _refuses(PAYER, address(_treasury), data, wanted, "no limit set means none");
    }

    function testFuzz_refuses_afterTheLimitWasLowered(uint256 lower) public {
        lower = _bound(lower, 0, 600e18);
        _pay("a", ANNA, 600e18);
        vm.prank(TIMELOCK);
        _treasury.setDailyLimit(address(_usdt), lower);
        _eq(_treasury.remainingInDay(address(_usdt)), 0, "nothing is left");
        _refuses(PAYER, address(_treasury), _payCall("b", ANNA, 1), _beyond(600e18, 1), "lowered below what was paid");
    }

    function testFuzz_refuses_limitsByOthers(address any, uint256 limit) public {
        any = _stranger(any);
        bytes memory data = abi.encodeCall(Treasury.setDailyLimit, (address(_usdt), limit));
        _refuses(any, address(_treasury), data, _lacks(any, ADMIN_ROLE), "C09: limit");
        _refuses(PAYER, address(_treasury), data, _lacks(PAYER, ADMIN_ROLE), "C09: the payer raises no limit");
    }

    function testFuzz_refuses_limitTooLarge(uint256 limit) public {
        limit = _bound(limit, uint256(type(uint192).max) + 1, type(uint256).max);
        bytes memory data = abi.encodeCall(Treasury.setDailyLimit, (address(_usdt), limit));
        bytes memory wanted = abi.encodeWithSelector(Treasury.LimitTooLarge.selector, limit);
        _refuses(TIMELOCK, address(_treasury), data, wanted, "beyond the counter");
    }

    function test_refuses_limitOfNoToken() public {
        bytes memory data = abi.encodeCall(Treasury.setDailyLimit, (address(0), 1));
        bytes memory wanted = abi.encodeWithSelector(Guarded.ZeroAddress.selector);
        _refuses(TIMELOCK, address(_treasury), data, wanted, "no token");
    }

    function testFuzz_refuses_sweepByOthers(address any, uint256 amount) public {
        any = _stranger(any);
        if (any == PAYER) any = EVE;
        bytes memory data = abi.encodeCall(Treasury.sweepToCold, (address(_usdt), amount));
        bytes memory wanted = abi.encodeWithSelector(Treasury.NotOperator.selector, any);
        _refuses(any, address(_treasury), data, wanted, "C09: sweep");
    }

    function test_refuses_moreThanItHolds() public {
        Treasury poor = _deploy(address(_usdt));
        _usdt.mint(address(poor), 5);
        _reverts(PAYER, address(poor), _payCall("w", ANNA, 6), "beyond the balance");
        _holds(!poor.paid("w"), "the id is still free");
        _eq(poor.spentInDay(address(_usdt)), 0, "nothing counted");
    }

    function test_refuses_badConstruction() public {
        address[] memory none = new address[](0);
        uint256[] memory one = new uint256[](1);
        try new Treasury(TIMELOCK, PAYER, GUARD, COLD, none, one) {
            revert NotRefused("lengths");
        } catch (bytes memory got) {
            _holds(bytes4(got) == Treasury.LengthMismatch.selector, "lengths");
        }
        address[4][4] memory bad = [
            [address(0), PAYER, GUARD, COLD],
            [TIMELOCK, address(0), GUARD, COLD],
            [TIMELOCK, PAYER, address(0), COLD],
            [TIMELOCK, PAYER, GUARD, address(0)]
        ];
        for (uint256 i = 0; i < bad.length; i++) {
            try new Treasury(bad[i][0], bad[i][1], bad[i][2], bad[i][3], none, new uint256[](0)) {
                revert NotRefused("zero address");
            } catch (bytes memory got) {
                _holds(bytes4(got) == Guarded.ZeroAddress.selector, "zero address");
            }
        }
    }

    function test_refuses_hostileTokens() public {
        PlainToken[3] memory hostile = [
            PlainToken(new FalseToken()),
            PlainToken(new LyingToken()),
            PlainToken(new SurchargeToken())
        ];
        bytes[3] memory wanted = [
            abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(hostile[0])),
            abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 100, 0),
            abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 100, 101)
        ];
        for (uint256 i = 0; i < hostile.length; i++) {
            Treasury treasury = _deploy(address(hostile[i]));
            hostile[i].mint(address(treasury), 1000);
            bytes memory data = abi.encodeCall(Treasury.pay, ("w", address(hostile[i]), ANNA, 100));
            _refuses(PAYER, address(treasury), data, wanted[i], "hostile token");
            _holds(!treasury.paid("w"), "the id is still free");
        }
    }

    function test_refuses_reentrance() public {
        ReentrantToken token = new ReentrantToken();
        Treasury treasury = _deploy(address(token));
        token.mint(address(treasury), 1000);
        // The worst case: the token itself may pay.
        vm.prank(TIMELOCK);
        treasury.grantRole(PAYER_ROLE, address(token));
        token.arm(address(treasury), abi.encodeCall(Treasury.pay, ("b", address(token), EVE, 100)));
        vm.prank(PAYER);
        treasury.pay("a", address(token), ANNA, 100);
        _holds(token.tried() && !token.succeeded(), "pay inside pay");
        token.arm(address(treasury), abi.encodeCall(Treasury.sweepToCold, (address(token), 100)));
        vm.prank(PAYER);
        treasury.pay("c", address(token), ANNA, 100);
        _holds(token.tried() && !token.succeeded(), "sweep inside pay");
        _eq(token.balanceOf(address(treasury)), 800, "two payouts, no more");
    }

    function testFuzz_property_paysExactly(bytes32 id, address to, uint256 amount) public {
        if (to == address(0) || to == address(_usdt) || to == address(_treasury)) to = ANNA;
        amount = _bound(amount, 1, LIMIT);
        vm.recordLogs();
        _pay(id, to, amount);
        Vm.Log memory log = vm.getRecordedLogs()[0];
        _holds(log.topics[0] == keccak256("Paid(bytes32,address,address,uint256)"), "event");
        _holds(log.topics[1] == id, "id");
        _eq(address(uint160(uint256(log.topics[2]))), address(_usdt), "token");
        _eq(address(uint160(uint256(log.topics[3]))), to, "receiver");
        _eq(abi.decode(log.data, (uint256)), amount, "amount in the event");
        _eq(_usdt.balanceOf(to), amount, "received");
        _eq(_usdt.balanceOf(address(_treasury)), 1e30 - amount, "left");
        _eq(_treasury.spentInDay(address(_usdt)), amount, "counted");
        _eq(_treasury.remainingInDay(address(_usdt)), LIMIT - amount, "remaining");
        _holds(_treasury.paid(id), "marked");
    }

    /// @dev Any payments at any times: within any 24 hours never more than the limit, and what is refused would be more
    /// within 25.
    function testFuzz_property_limitHoldsInAnyDay(uint256[24] memory amounts, uint256[24] memory stepsSec) public {
        uint256[24] memory paidAt;
        uint256[24] memory paid;
        for (uint256 i = 0; i < amounts.length; i++) {
            vm.warp(block.timestamp + _bound(stepsSec[i], 0, i % 4 == 0 ? 20 hours : 2 hours));
            uint256 within24 = 0;
            uint256 within25 = 0;
            for (uint256 j = 0; j < i; j++) {
                if (block.timestamp - paidAt[j] < 24 hours) within24 += paid[j];
                if (block.timestamp - paidAt[j] < 25 hours) within25 += paid[j];
            }
            uint256 spent = _treasury.spentInDay(address(_usdt));
            _holds(spent >= within24 && spent <= within25, "24 to 25 hours");
            _eq(_treasury.remainingInDay(address(_usdt)), LIMIT - spent, "remaining");
            uint256 amount = _bound(amounts[i], 1, LIMIT / 2);
            if (spent + amount > LIMIT) {
                _refuses(
                    PAYER,
                    address(_treasury),
                    _payCall(bytes32(i), ANNA, amount),
                    _beyond(spent, amount),
                    "limit"
                );
            } else {
                _pay(bytes32(i), ANNA, amount);
                (paidAt[i], paid[i]) = (block.timestamp, amount);
                _eq(_treasury.spentInDay(address(_usdt)), spent + amount, "counted");
            }
        }
    }

    /// @dev Two limits do not fit around midnight, nor around any other moment; a day later it is all there again.
    function test_behavior_noFreshLimitAtMidnight() public {
        vm.warp(20_001 days - 1);
        _pay("a", ANNA, LIMIT);
        vm.warp(20_001 days);
        _refuses(PAYER, address(_treasury), _payCall("b", ANNA, 1), _beyond(LIMIT, 1), "midnight");
        vm.warp(20_002 days - 2);
        _refuses(PAYER, address(_treasury), _payCall("b", ANNA, 1), _beyond(LIMIT, 1), "a day, less a second");
        vm.warp(20_002 days);
        _pay("b", ANNA, LIMIT);
        _eq(_usdt.balanceOf(ANNA), 2 * LIMIT, "a day later");
    }

    /// @dev Each hour what was paid 24 hours before is free again: it comes back as it went.
    function test_behavior_refillsAsItWasSpent() public {
        for (uint256 i = 0; i < 10; i++) {
            _pay(bytes32(i), ANNA, LIMIT / 10);
            vm.warp(block.timestamp + 1 hours);
        }
        _eq(_treasury.remainingInDay(address(_usdt)), 0, "all of it, within ten hours");
        vm.warp(NOON + 25 hours);
        for (uint256 i = 1; i <= 10; i++) {
            _eq(_treasury.remainingInDay(address(_usdt)), (LIMIT / 10) * i, "a tenth an hour");
            vm.warp(block.timestamp + 1 hours);
        }
    }

    /// @dev One call does not take the day: n, n + 1.
    function test_refuses_onePaymentBeyondItsLimit() public {
        vm.prank(TIMELOCK);
        _treasury.setPaymentLimit(address(_usdt), LIMIT / 4);
        bytes memory wanted = abi.encodeWithSelector(
            Treasury.PaymentLimitExceeded.selector,
            address(_usdt),
            LIMIT / 4,
            LIMIT / 4 + 1
        );
        _refuses(PAYER, address(_treasury), _payCall("a", ANNA, LIMIT / 4 + 1), wanted, "n + 1");
        _pay("a", ANNA, LIMIT / 4);
        bytes memory data = abi.encodeCall(Treasury.setPaymentLimit, (address(_usdt), LIMIT));
        _refuses(PAYER, address(_treasury), data, _lacks(PAYER, ADMIN_ROLE), "C09: the payer raises no limit");
        data = abi.encodeCall(Treasury.setPaymentLimit, (address(0), 1));
        _refuses(TIMELOCK, address(_treasury), data, abi.encodeWithSelector(Guarded.ZeroAddress.selector), "no token");
    }

    /// @dev The payer's key leaves what payouts need of a day; the guard moves everything, at any time.
    function test_behavior_sweepsToColdEvenWhilePaused() public {
        vm.prank(GUARD);
        _treasury.pause();
        vm.prank(GUARD);
        _treasury.sweepToCold(address(_usdt), 7e29);
        vm.prank(PAYER);
        _treasury.sweepToCold(address(_usdt), 3e29 - LIMIT);
        bytes memory data = abi.encodeCall(Treasury.sweepToCold, (address(_usdt), 1));
        bytes memory wanted = abi.encodeWithSelector(Treasury.KeptForPayouts.selector, address(_usdt), 0, 1);
        _refuses(PAYER, address(_treasury), data, wanted, "one unit more by the payer");
        _eq(_treasury.spentInDay(address(_usdt)), 0, "outside the limit");
        vm.prank(GUARD);
        _treasury.sweepToCold(address(_usdt), LIMIT);
        _eq(_usdt.balanceOf(COLD), 1e30, "all of it, by the guard");
    }

    function test_behavior_tokenThatAnswersNothing() public {
        SilentToken token = new SilentToken();
        Treasury treasury = _deploy(address(token));
        token.mint(address(treasury), 10);
        vm.prank(PAYER);
        treasury.pay("w", address(token), ANNA, 4);
        _eq(token.balanceOf(ANNA), 4, "paid");
    }
}
