// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {DepositForwarder} from "../../src/deposit/DepositForwarder.sol";
import {DepositForwarderFactory} from "../../src/deposit/DepositForwarderFactory.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, FeeToken, LyingToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {TestBase, Vm} from "../kit/TestBase.sol";

/// @dev Stands for the treasury: has code, does nothing.
contract Safe {}

contract DepositForwarderTest is TestBase {
    address private constant EVE = address(0xE7E);
    address private _treasury;
    DepositForwarderFactory private _factory;
    PlainToken private _usdt;

    function setUp() public {
        _treasury = address(new Safe());
        _factory = new DepositForwarderFactory(_treasury);
        _usdt = new PlainToken(18);
    }

    function _sweep(bytes32 salt, PlainToken token) private returns (uint256) {
        vm.prank(EVE);
        return _factory.sweep(salt, IERC20(address(token)));
    }

    function _sweepCall(bytes32 salt, PlainToken token) private pure returns (bytes memory) {
        return abi.encodeCall(DepositForwarderFactory.sweep, (salt, IERC20(address(token))));
    }

    function test_refuses_treasuryWithoutCode() public {
        bytes memory wanted = abi.encodeWithSelector(DepositForwarderFactory.TreasuryWithoutCode.selector, EVE);
        try new DepositForwarderFactory(EVE) {
            revert NotRefused("a destination without code");
        } catch (bytes memory got) {
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("without code", got, wanted);
        }
    }

    function testFuzz_refuses_directSweep(address caller, bytes32 salt) public {
        if (caller == address(_factory) || caller == address(vm)) caller = EVE;
        address forwarder = _factory.addressOf(salt);
        _usdt.mint(forwarder, 2);
        _sweep(salt, _usdt);
        _usdt.mint(forwarder, 5);
        bytes memory data = abi.encodeCall(DepositForwarder.sweep, (IERC20(address(_usdt))));
        bytes memory wanted = abi.encodeWithSelector(DepositForwarder.OnlyFactory.selector, caller);
        _refuses(caller, forwarder, data, wanted, "clone");
        _refuses(caller, address(_factory.implementation()), data, wanted, "implementation");
    }

    function testFuzz_refuses_anyOtherCall(bytes4 selector, bytes calldata rest) public {
        bytes32 salt = keccak256("any other call");
        address forwarder = _factory.addressOf(salt);
        _usdt.mint(forwarder, 2);
        _sweep(salt, _usdt);
        _usdt.mint(forwarder, 5);
        (bool success, ) = forwarder.call(abi.encodePacked(selector, rest));
        bool known = selector == bytes4(keccak256("treasury()")) || selector == bytes4(keccak256("factory()"));
        _holds(known || !success, "a deposit address answers to nothing else");
        _eq(_usdt.balanceOf(forwarder), 5, "money stays");
    }

    function test_refuses_tokenThatAnswersFalse() public {
        FalseToken token = new FalseToken();
        token.mint(_factory.addressOf("s"), 5);
        bytes memory wanted = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token));
        _refuses(EVE, address(_factory), _sweepCall("s", token), wanted, "false");
    }

    function test_refuses_addressThatIsNoToken() public {
        _reverts(EVE, address(_factory), _sweepCall("s", PlainToken(EVE)), "no code");
    }

    function test_refuses_reentrance() public {
        ReentrantToken token = new ReentrantToken();
        token.mint(_factory.addressOf("a"), 5);
        token.mint(_factory.addressOf("b"), 7);
        // Inside the sweep of one address the token sweeps the other: allowed, and it still ends in the treasury only.
        token.arm(address(_factory), _sweepCall("b", token));
        _sweep("a", token);
        _holds(token.tried() && token.succeeded(), "the other address was swept inside");
        _eq(token.balanceOf(_treasury), 12, "everything, once, to the treasury");
    }

    function testFuzz_property_wholeBalanceToTreasuryOnly(bytes32 salt, uint256 amount, address caller) public {
        amount = _bound(amount, 1, type(uint256).max);
        if (caller == address(vm)) caller = EVE;
        address forwarder = _factory.addressOf(salt);
        _usdt.mint(forwarder, amount);
        vm.prank(caller);
        _eq(_factory.sweep(salt, IERC20(address(_usdt))), amount, "answer");
        _eq(_usdt.balanceOf(_treasury), amount, "treasury");
        _eq(_usdt.balanceOf(forwarder), 0, "nothing is left");
        _eq(DepositForwarder(forwarder).treasury(), _treasury, "the only destination");
    }

    function testFuzz_property_addressIsKnownBefore(bytes32 salt, bytes32 other) public {
        if (salt == other) other = ~salt;
        address forwarder = _factory.addressOf(salt);
        _eq(forwarder.code.length, 0, "nothing there yet");
        _holds(forwarder != _factory.addressOf(other), "one address per salt");
        _usdt.mint(forwarder, 1);
        _sweep(salt, _usdt);
        _holds(forwarder.code.length > 0, "deployed at the address that was shown");
        _eq(_factory.addressOf(salt), forwarder, "and it stays");
    }

    function testFuzz_property_repeatedDeposits(uint256[6] memory amounts) public {
        uint256 total = 0;
        for (uint256 i = 0; i < amounts.length; i++) {
            uint256 amount = _bound(amounts[i], 0, 1e40);
            _usdt.mint(_factory.addressOf("s"), amount);
            _eq(_sweep("s", _usdt), amount, "each sweep moves what came since");
            total += amount;
        }
        _eq(_usdt.balanceOf(_treasury), total, "treasury has the sum");
    }

    function testFuzz_property_manyAtOnce(uint256[5] memory amounts) public {
        bytes32[] memory salts = new bytes32[](5);
        uint256 total = 0;
        for (uint256 i = 0; i < 5; i++) {
            salts[i] = bytes32(i % 4);
            uint256 amount = amounts[i] % 3 == 0 ? 0 : _bound(amounts[i], 1, 1e40);
            _usdt.mint(_factory.addressOf(salts[i]), amount);
            total += amount;
        }
        _eq(_factory.sweepMany(salts, IERC20(address(_usdt))), total, "empty and repeated addresses are no error");
        _eq(_usdt.balanceOf(_treasury), total, "treasury has the sum");
    }

    function test_behavior_emptyAddressDeploysNothing() public {
        vm.recordLogs();
        _eq(_sweep("s", _usdt), 0, "nothing moved");
        _eq(vm.getRecordedLogs().length, 0, "no event");
        _eq(_factory.addressOf("s").code.length, 0, "no deployment");
    }

    function test_behavior_eventNamesForwarderTokenAmount() public {
        address forwarder = _factory.addressOf("s");
        _usdt.mint(forwarder, 42);
        vm.recordLogs();
        _sweep("s", _usdt);
        Vm.Log memory log = vm.getRecordedLogs()[0];
        _eq(log.emitter, address(_factory), "from the factory");
        _eq(address(uint160(uint256(log.topics[1]))), forwarder, "forwarder");
        _eq(address(uint160(uint256(log.topics[2]))), address(_usdt), "token");
        _eq(abi.decode(log.data, (uint256)), 42, "amount");
    }

    function test_behavior_tokenThatAnswersNothing() public {
        SilentToken token = new SilentToken();
        token.mint(_factory.addressOf("s"), 5);
        _eq(_sweep("s", token), 5, "moved");
        _eq(token.balanceOf(_treasury), 5, "treasury");
    }

    function test_behavior_tokenThatTakesAFee() public {
        FeeToken token = new FeeToken();
        token.mint(_factory.addressOf("s"), 1000);
        _eq(_sweep("s", token), 1000, "what left the address");
        _eq(token.balanceOf(_treasury), 990, "what the token let through");
    }

    function test_behavior_tokenThatLies() public {
        LyingToken token = new LyingToken();
        token.mint(_factory.addressOf("s"), 5);
        _sweep("s", token);
        _eq(token.balanceOf(_treasury), 0, "harms only itself");
    }
}
