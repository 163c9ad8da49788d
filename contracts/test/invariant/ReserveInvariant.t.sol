// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarderFactory} from "../../src/deposit/DepositForwarderFactory.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, FeeToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev Deposits, sweeps, payouts and attacks in any order, over days.
contract ReserveHandler is TestBase {
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    address public constant PAYER = address(0x9A1E4);
    address public constant COLD = address(0xC01D);
    uint256 public constant ACTORS = 4;
    uint256 public constant SALTS = 4;
    uint256 public constant IDS = 12;

    PlainToken public immutable token;
    Treasury public immutable treasury;
    DepositForwarderFactory public immutable factory;

    uint256 public sweeps;
    uint256 public paidOut;
    uint256 public thefts;
    uint256 public doublePayments;
    uint256 public beyondLimit;
    mapping(bytes32 id => uint256) public payments;
    mapping(uint256 day => uint256) private _spent;

    constructor(PlainToken token_) {
        token = token_;
        address[] memory tokens = new address[](1);
        uint256[] memory limits = new uint256[](1);
        (tokens[0], limits[0]) = (address(token_), 1e24);
        treasury = new Treasury(TIMELOCK, PAYER, GUARD, COLD, tokens, limits);
        factory = new DepositForwarderFactory(address(treasury));
        vm.warp(20_000 days);
        // Something to pay and to steal from the first call on.
        token_.mint(address(treasury), 1e24);
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function deposit(uint256 salt, uint256 amount) external {
        amount = _bound(amount, 1, 1e24);
        token.mint(factory.addressOf(bytes32(salt % SALTS)), amount);
    }

    function sweep(uint256 who, uint256 salt) external {
        vm.prank(actor(who));
        try factory.sweep(bytes32(salt % SALTS), IERC20(address(token))) {
            sweeps++;
        } catch {
            // A refusal is an outcome, too: the invariants look at what is true afterwards.
        }
    }

    function sweepMany(uint256 who) external {
        bytes32[] memory salts = new bytes32[](SALTS);
        for (uint256 i = 0; i < SALTS; i++) salts[i] = bytes32(i);
        vm.prank(actor(who));
        try factory.sweepMany(salts, IERC20(address(token))) {
            sweeps++;
        } catch {
            // A refusal is an outcome, too: the invariants look at what is true afterwards.
        }
    }

    function pay(uint256 id, uint256 to, uint256 amount) external {
        bytes32 key = bytes32(id % IDS);
        amount = _bound(amount, 1, 6e23);
        bool before = treasury.paid(key);
        vm.prank(PAYER);
        try treasury.pay(key, address(token), actor(to), amount) {
            paidOut += amount;
            if (before || ++payments[key] > 1) doublePayments++;
            uint256 day = block.timestamp / 1 days;
            _spent[day] += amount;
            if (_spent[day] > treasury.dailyLimit(address(token)) || treasury.paused()) beyondLimit++;
        } catch {
            // As above.
        }
    }

    function sweepToCold(uint256 amount) external {
        amount = _bound(amount, 1, 1e23);
        vm.prank(GUARD);
        try treasury.sweepToCold(address(token), amount) {
            sweeps++;
        } catch {
            // A refusal is an outcome, too: the invariants look at what is true afterwards.
        }
    }

    function setLimit(uint256 limit) external {
        vm.prank(TIMELOCK);
        treasury.setDailyLimit(address(token), _bound(limit, 0, 2e24));
    }

    function wait_(uint256 seconds_) external {
        vm.warp(block.timestamp + _bound(seconds_, 1, 30 hours));
    }

    function pause() external {
        if (treasury.paused()) return;
        vm.prank(GUARD);
        treasury.pause();
    }

    function unpause() external {
        if (!treasury.paused()) return;
        vm.prank(TIMELOCK);
        treasury.unpause();
    }

    function attack(uint256 who, uint256 id, uint256 amount, uint8 kind) external {
        address thief = actor(who);
        bytes[6] memory tries = [
            abi.encodeCall(treasury.pay, (bytes32(id), address(token), thief, amount)),
            abi.encodeCall(treasury.sweepToCold, (address(token), amount)),
            abi.encodeCall(treasury.setDailyLimit, (address(token), type(uint192).max)),
            abi.encodeCall(treasury.grantRole, (treasury.PAYER_ROLE(), thief)),
            abi.encodeCall(treasury.grantRole, (ADMIN_ROLE, thief)),
            abi.encodeCall(treasury.unpause, ())
        ];
        vm.prank(thief);
        (bool success, ) = address(treasury).call(tries[kind % tries.length]);
        if (success) thefts++;
        // A deposit address gives nothing to anybody either.
        vm.prank(thief);
        (success, ) = factory.addressOf(bytes32(id % SALTS)).call(abi.encodeWithSignature("sweep(address)", token));
        if (success && factory.addressOf(bytes32(id % SALTS)).code.length > 0) thefts++;
    }
}

abstract contract ReserveInvariant is TestBase {
    ReserveHandler internal _handler;

    function _token() internal virtual returns (PlainToken);

    function setUp() public virtual {
        _handler = new ReserveHandler(_token());
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    function invariant_C01_moneyIsWhereItShouldBe() public view {
        PlainToken token = _handler.token();
        DepositForwarderFactory factory = _handler.factory();
        uint256 known = token.balanceOf(address(_handler.treasury())) + token.balanceOf(_handler.COLD());
        for (uint256 i = 0; i < _handler.SALTS(); i++) known += token.balanceOf(factory.addressOf(bytes32(i)));
        uint256 members = 0;
        for (uint256 i = 0; i < _handler.ACTORS(); i++) members += token.balanceOf(_handler.actor(i));
        // A token that burns a fee lowers its own supply; against that the sums must agree to the last unit.
        _eq(known + members, token.totalSupply(), "deposited = deposit addresses + treasury + cold + paid");
        _holds(members <= _handler.paidOut(), "members got what was paid, nothing else");
    }

    function invariant_eachIdOnceWithinTheLimit() public view {
        _eq(_handler.doublePayments(), 0, "C11: an id pays once");
        _eq(_handler.beyondLimit(), 0, "no day beyond its limit, nothing while paused");
    }

    function invariant_C09_noTheft() public view {
        _eq(_handler.thefts(), 0, "nobody without a role moved money or power");
    }
}

contract ReserveOfPlainToken is ReserveInvariant {
    function _token() internal override returns (PlainToken) {
        return new PlainToken(18);
    }
}

contract ReserveOfSilentToken is ReserveInvariant {
    function _token() internal override returns (PlainToken) {
        return new SilentToken();
    }
}

contract ReserveOfFalseToken is ReserveInvariant {
    function _token() internal override returns (PlainToken) {
        return new FalseToken();
    }
}

contract ReserveOfFeeToken is ReserveInvariant {
    function _token() internal override returns (PlainToken) {
        return new FeeToken();
    }
}

contract ReserveOfReentrantToken is ReserveInvariant {
    function _token() internal override returns (PlainToken) {
        return new ReentrantToken();
    }

    function setUp() public override {
        super.setUp();
        // In the middle of the first movement it asks for a sweep, which anybody may. (Paying inside a payment is
        // tried in the treasury's own tests.)
        ReentrantToken token = ReentrantToken(address(_handler.token()));
        DepositForwarderFactory factory = _handler.factory();
        token.arm(address(factory), abi.encodeCall(factory.sweep, (bytes32(uint256(1)), IERC20(address(token)))));
    }
}
