// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarderFactory} from "../../src/deposit/DepositForwarderFactory.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, FeeToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {TestBase} from "../kit/TestBase.sol";
import {Kind, ReserveMoves} from "./ReserveMoves.sol";

/// @dev Made here, where the runner looks for what it may call.
contract ReserveHandler is ReserveMoves {
    constructor(PlainToken token_, Kind kind) ReserveMoves(token_, kind) {}
}

abstract contract ReserveInvariant is TestBase {
    ReserveHandler internal _handler;

    function _token() internal virtual returns (PlainToken, Kind);

    function setUp() public virtual {
        (PlainToken token, Kind kind) = _token();
        _handler = new ReserveHandler(token, kind);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        (, Kind kind) = _token();
        uint256 moves = kind == Kind.False ? 0 : 1;
        for (uint256 i = 0; i < 3; i++) _handler.deposit(i, 1e22);
        _handler.sweep(0, 0);
        _reached("sweep", moves, 1 - moves);
        _handler.sweepMany(1);
        _reached("sweepMany", moves, 1 - moves);
        _handler.pay(0, 0, 1e22);
        _reached("pay", moves, 1 - moves);
        _handler.pay(0, 1, 1e22);
        _handler.pay(1, 4, 1e22);
        _handler.pay(1, 5, 1e22);
        _handler.pay(1, 6, 1e22);
        _handler.pay(1, 0, 0);
        _handler.pay(1, 0, 3e23);
        _reached("pay", moves, 7 - moves);
        _handler.setLimits(3e22, 2e22);
        for (uint256 id = 1; id < 4; id++) _handler.pay(id, id, 1e22);
        _reached("pay", 3 * moves, 10 - 3 * moves);
        _handler.wait_(25 hours - 1);
        _handler.pay(4, 0, 1e22);
        _reached("pay", 4 * moves, 11 - 4 * moves);
        _handler.sweepToCold(false, 1e22);
        _handler.sweepToCold(true, 1e22);
        _reached("sweepToCold", 2 * moves, 2 - 2 * moves);
        _handler.setLimits(2e24, 2e22);
        _handler.pause();
        _handler.pay(5, 0, 1e22);
        _handler.sweepToCold(false, 1e22);
        _handler.sweepToCold(true, 1e22);
        _reached("sweepToCold", 3 * moves, 4 - 3 * moves);
        for (uint8 attack = 0; attack < 9; attack++) _handler.attack(2, 1, 1e18, attack);
        _handler.unpause();
        _reached("pay", 4 * moves, 12 - 4 * moves);
        _reached("setLimits", 4, 0);
        _reached("pause", 1, 0);
        _reached("unpause", 1, 0);
        invariant_C01_moneyIsWhereItShouldBe();
        invariant_noDayBeyondItsLimit();
        invariant_C09_noTheft();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_C01_moneyIsWhereItShouldBe() public view {
        uint256 sum = _is(address(_handler.treasury()), "treasury") + _is(_handler.COLD(), "cold");
        for (uint256 i = 0; i < _handler.SALTS(); i++) sum += _is(_handler.depositAddress(i), "deposit address");
        for (uint256 i = 0; i < _handler.ACTORS(); i++) sum += _is(_handler.actor(i), "member");
        // A token that burns a fee lowers its own supply; against that the sums must agree to the last unit.
        _eq(sum, _handler.token().totalSupply(), "deposited = deposit addresses + treasury + cold + paid");
    }

    function _is(address place, string memory what) private view returns (uint256 balance) {
        balance = _handler.token().balanceOf(place);
        _eq(balance, _handler.booked(place), what);
    }

    /// @dev The limit may have been lowered since; what was paid before counts, so the present one bounds what is still to
    /// come. C11, and that nothing is paid while paused, is in the model of each payment.
    function invariant_noDayBeyondItsLimit() public view {
        uint256 spent = _handler.treasury().spentInDay(address(_handler.token()));
        uint256 limit = _handler.treasury().dailyLimit(address(_handler.token()));
        uint256 left = _handler.treasury().remainingInDay(address(_handler.token()));
        _eq(left, spent < limit ? limit - spent : 0, "what is left of the day");
        _holds(spent >= _handler.paidSince(block.timestamp - 24 hours), "24 hours are counted at least");
        _holds(spent <= _handler.paidSince(block.timestamp - 25 hours), "and 25 at most");
        for (uint256 i = 0; i < _handler.IDS(); i++) {
            _holds(_handler.treasury().paid(bytes32(i)) == _handler.paid(bytes32(i)), "C11: an id pays once");
        }
    }

    function invariant_C09_noTheft() public view {
        _eq(_handler.thefts(), 0, "nobody without a role moved money or power");
    }
}

contract ReserveOfPlainToken is ReserveInvariant {
    function _token() internal override returns (PlainToken, Kind) {
        return (new PlainToken(18), Kind.Plain);
    }
}

contract ReserveOfSilentToken is ReserveInvariant {
    function _token() internal override returns (PlainToken, Kind) {
        return (new SilentToken(), Kind.Plain);
    }
}

contract ReserveOfFalseToken is ReserveInvariant {
    function _token() internal override returns (PlainToken, Kind) {
        return (new FalseToken(), Kind.False);
    }
}

contract ReserveOfFeeToken is ReserveInvariant {
    function _token() internal override returns (PlainToken, Kind) {
        return (new FeeToken(), Kind.Fee);
    }
}

contract ReserveOfReentrantToken is ReserveInvariant {
    function _token() internal override returns (PlainToken, Kind) {
        return (new ReentrantToken(), Kind.Reentrant);
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
