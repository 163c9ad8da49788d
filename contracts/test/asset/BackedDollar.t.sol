// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {
    FalseToken,
    FeeToken,
    LyingToken,
    ReentrantToken,
    SilentToken,
    SurchargeToken
} from "../hostile/HostileTokens.sol";
import {Roles} from "../kit/Roles.sol";
import {TokenBehaviour} from "./TokenBehaviour.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";

contract BackedDollarTest is TokenBehaviour, Roles {
    address private constant DESK = address(0xDE5C);
    bytes32 private constant MINTER_ROLE = keccak256("MINTER_ROLE");

    PlainToken private _usdt;
    BackedDollar private _dollar;

    function setUp() public {
        _usdt = new PlainToken(18);
        _dollar = _deploy(_usdt);
    }

    function _deploy(PlainToken backing) private returns (BackedDollar) {
        address[] memory minters = new address[](1);
        minters[0] = DESK;
        return
            new BackedDollar(
                "Openmere Payment Dollar",
                "USDO",
                IERC20Metadata(address(backing)),
                TIMELOCK,
                GUARD,
                minters
            );
    }

    function _token() internal view override returns (IERC20) {
        return _dollar;
    }

    function _guarded() internal view override returns (Guarded) {
        return _dollar;
    }

    function _give(address to, uint256 amount) internal override {
        if (amount > 0) _mintOf(_dollar, to, amount);
    }

    /// @dev DESK gets USDT, allows it and mints.
    function _mintOf(BackedDollar dollar, address to, uint256 amount) private {
        _prepare(dollar, amount);
        vm.prank(DESK);
        dollar.mint(to, amount);
    }

    function _prepare(BackedDollar dollar, uint256 amount) private {
        PlainToken backing = PlainToken(address(dollar.backing()));
        backing.mint(DESK, amount);
        vm.prank(DESK);
        backing.approve(address(dollar), amount);
    }

    function testFuzz_refuses_mintByOthers(address any, uint256 amount) public {
        any = _stranger(any);
        if (any == DESK) any = EVE;
        bytes memory data = abi.encodeCall(BackedDollar.mint, (any, amount));
        _refuses(any, address(_dollar), data, _lacks(any, MINTER_ROLE), "C02: rogue minter");
        _refuses(TIMELOCK, address(_dollar), data, _lacks(TIMELOCK, MINTER_ROLE), "C02: not even the timelock");
    }

    function testFuzz_refuses_mintWhilePaused(uint256 amount) public {
        amount = _bound(amount, 1, 1e30);
        _prepare(_dollar, amount);
        vm.prank(GUARD);
        _dollar.pause();
        bytes memory data = abi.encodeCall(BackedDollar.mint, (ANNA, amount));
        _refuses(DESK, address(_dollar), data, _pausedError(), "C10: entrance");
    }

    function test_refuses_nothing() public {
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refuses(DESK, address(_dollar), abi.encodeCall(BackedDollar.mint, (ANNA, 0)), wanted, "mint nothing");
        _refuses(ANNA, address(_dollar), abi.encodeCall(BackedDollar.redeem, (0)), wanted, "redeem nothing");
    }

    function testFuzz_refuses_mintWithoutBacking(uint256 paid, uint256 asked) public {
        paid = _bound(paid, 0, 1e30 - 1);
        asked = _bound(asked, paid + 1, 1e30);
        _prepare(_dollar, paid);
        _reverts(DESK, address(_dollar), abi.encodeCall(BackedDollar.mint, (DESK, asked)), "more than was allowed");
        _eq(_dollar.totalSupply(), 0, "C02: nothing came into being");
    }

    function testFuzz_refuses_redeemBeyondBalance(uint256 held, uint256 asked) public {
        held = _bound(held, 0, 1e30);
        asked = _bound(asked, held + 1, type(uint256).max);
        _give(ANNA, held);
        _give(BEN, 1e30);
        bytes memory wanted = abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ANNA, held, asked);
        _refuses(ANNA, address(_dollar), abi.encodeCall(BackedDollar.redeem, (asked)), wanted, "redeem");
    }

    function test_refuses_backingThatLies() public {
        BackedDollar dollar = _deploy(new LyingToken());
        _prepare(dollar, 100e18);
        bytes memory data = abi.encodeCall(BackedDollar.mint, (DESK, 100e18));
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 100e18, 0);
        _refuses(DESK, address(dollar), data, wanted, "answers true, moves nothing");
    }

    function test_refuses_backingThatAnswersFalse() public {
        FalseToken backing = new FalseToken();
        BackedDollar dollar = _deploy(backing);
        _prepare(dollar, 100e18);
        bytes memory data = abi.encodeCall(BackedDollar.mint, (DESK, 100e18));
        bytes memory wanted = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(backing));
        _refuses(DESK, address(dollar), data, wanted, "answers false");
    }

    function testFuzz_refuses_backingThatTakesAFee(uint256 amount) public {
        amount = _bound(amount, 100, 1e30);
        BackedDollar dollar = _deploy(new FeeToken());
        _prepare(dollar, amount);
        bytes memory data = abi.encodeCall(BackedDollar.mint, (DESK, amount));
        bytes memory wanted = abi.encodeWithSelector(
            MoneyErrors.TransferMismatch.selector,
            amount,
            amount - amount / 100
        );
        _refuses(DESK, address(dollar), data, wanted, "less arrives");
    }

    function test_refuses_payoutThatCostsTheOthers() public {
        SurchargeToken backing = new SurchargeToken();
        BackedDollar dollar = _deploy(backing);
        backing.mint(DESK, 2e18);
        _mintOf(dollar, ANNA, 100e18);
        _mintOf(dollar, BEN, 100e18);
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 50e18, 50.5e18);
        _refuses(ANNA, address(dollar), abi.encodeCall(BackedDollar.redeem, (50e18)), wanted, "surcharge");
        _eq(dollar.totalSupply(), 200e18, "nothing was burned");
    }

    function test_refuses_zeroMinter() public {
        try new BackedDollar("", "", IERC20Metadata(address(_usdt)), TIMELOCK, GUARD, new address[](1)) {
            revert NotRefused("zero minter");
        } catch (bytes memory got) {
            _holds(bytes4(got) == Guarded.ZeroAddress.selector, "zero minter");
        }
    }

    function test_refuses_otherDecimals() public {
        PlainToken six = new PlainToken(6);
        bytes memory wanted = abi.encodeWithSelector(BackedDollar.BackingDecimals.selector, 6);
        try this.deployOutside(six) {
            revert NotRefused("6 decimals");
        } catch (bytes memory got) {
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("6 decimals", got, wanted);
        }
    }

    function deployOutside(PlainToken backing) external {
        _deploy(backing);
    }

    function test_refuses_reentrance() public {
        ReentrantToken backing = new ReentrantToken();
        BackedDollar dollar = _deploy(backing);
        _mintOf(dollar, ANNA, 100e18);
        // The token itself holds units, so that a re-entrant redeem would have something to take.
        _mintOf(dollar, address(backing), 100e18);
        backing.arm(address(dollar), abi.encodeCall(BackedDollar.redeem, (100e18)));
        vm.prank(ANNA);
        dollar.redeem(40e18);
        _holds(backing.tried() && !backing.succeeded(), "redeem inside redeem");
        backing.arm(address(dollar), abi.encodeCall(BackedDollar.redeem, (100e18)));
        _mintOf(dollar, BEN, 7e18);
        _holds(backing.tried() && !backing.succeeded(), "redeem inside mint");
        _eq(dollar.totalSupply(), 167e18, "supply");
        _eq(backing.balanceOf(address(dollar)), 167e18, "cover");
    }

    function testFuzz_property_mintThenRedeemIsExact(uint256 amount, uint256 back) public {
        amount = _bound(amount, 1, 1e40);
        back = _bound(back, 1, amount);
        _give(ANNA, amount);
        _eq(_usdt.balanceOf(address(_dollar)), amount, "cover came with the mint");
        vm.prank(ANNA);
        _dollar.redeem(back);
        _eq(_usdt.balanceOf(ANNA), back, "1:1, no fee");
        _eq(_dollar.totalSupply(), amount - back, "supply falls by what is redeemed");
        _eq(_usdt.balanceOf(address(_dollar)), amount - back, "cover falls by as much");
    }

    function testFuzz_property_giftsChangeNoRate(uint256 gift, uint256 amount) public {
        gift = _bound(gift, 1, 1e30);
        amount = _bound(amount, 1, 1e30);
        _usdt.mint(address(_dollar), gift);
        _give(ANNA, amount);
        vm.prank(ANNA);
        _dollar.redeem(amount);
        _eq(_usdt.balanceOf(ANNA), amount, "still 1:1");
        _eq(_usdt.balanceOf(address(_dollar)), gift, "the gift stays as margin");
    }

    function test_behavior_redeemsWhilePaused() public {
        _give(ANNA, 5e18);
        vm.prank(GUARD);
        _dollar.pause();
        vm.prank(ANNA);
        _dollar.transfer(BEN, 2e18);
        vm.prank(ANNA);
        _dollar.redeem(3e18);
        vm.prank(BEN);
        _dollar.redeem(2e18);
        _eq(_dollar.totalSupply(), 0, "C10: everybody is out");
    }

    function test_behavior_redeemsWhatIsLeftAfterALossFromOutside() public {
        _give(ANNA, 5e18);
        _give(BEN, 5e18);
        vm.prank(address(_dollar));
        _usdt.transfer(EVE, 4e18);
        vm.prank(ANNA);
        _dollar.redeem(5e18);
        _eq(_usdt.balanceOf(ANNA), 5e18, "a loss does not close the exit");
    }

    function test_behavior_backingThatAnswersNothing() public {
        SilentToken backing = new SilentToken();
        BackedDollar dollar = _deploy(backing);
        _mintOf(dollar, ANNA, 9e18);
        vm.prank(ANNA);
        dollar.redeem(4e18);
        _eq(backing.balanceOf(ANNA), 4e18, "paid");
        _eq(backing.balanceOf(address(dollar)), 5e18, "cover");
    }
}
