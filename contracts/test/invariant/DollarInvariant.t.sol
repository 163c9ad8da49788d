// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, FeeToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {TestBase} from "../kit/TestBase.sol";
import {ModelledCalls} from "./ModelledCalls.sol";

/// @dev How the backing moves.
enum Moves {
    Truly,
    Never,
    // The receiver gets one percent less, rounded down: nothing less of under a hundred units.
    LessAFee
}

/// @dev Everything that can happen to a backed dollar, in any order: minting, redeeming, moving, gifts, pauses, theft. What
/// each member owns is booked beside it.
contract DollarHandler is ModelledCalls {
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    address public constant DESK = address(0xDE5C);
    uint256 public constant ACTORS = 5;

    PlainToken public immutable backing;
    BackedDollar public immutable dollar;
    Moves private immutable _moves;

    uint256 public minted;
    uint256 public redeemed;
    uint256 public gifts;
    uint256 public thefts;
    mapping(address member => uint256) public owned;

    constructor(PlainToken backing_, Moves moves) {
        backing = backing_;
        _moves = moves;
        address[] memory minters = new address[](1);
        minters[0] = DESK;
        dollar = new BackedDollar("USDO", "USDO", IERC20Metadata(address(backing_)), TIMELOCK, GUARD, minters);
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    /// @dev What leaves one holder and does not arrive at the other.
    function _fee(uint256 amount) private view returns (uint256) {
        return _moves == Moves.LessAFee ? amount / 100 : 0;
    }

    function mint(uint256 to, uint256 amount) external {
        amount = _bound(amount, 0, 1e30);
        address member = actor(to);
        backing.mint(DESK, amount);
        vm.prank(DESK);
        backing.approve(address(dollar), amount);
        bytes4 refusal = PASSES;
        if (dollar.paused()) refusal = Pausable.EnforcedPause.selector;
        else if (amount == 0) refusal = MoneyErrors.ZeroAmount.selector;
        else if (_moves == Moves.Never) refusal = SafeERC20.SafeERC20FailedOperation.selector;
        else if (_fee(amount) > 0) refusal = MoneyErrors.TransferMismatch.selector;
        uint256 paying = backing.balanceOf(DESK);
        (bool passed, ) = _modelled(
            "mint",
            DESK,
            address(dollar),
            abi.encodeCall(dollar.mint, (member, amount)),
            refusal
        );
        if (!passed) return;
        minted += amount;
        owned[member] += amount;
        _eq(backing.balanceOf(DESK), paying - amount, "the minter paid for it");
    }

    /// @dev C10: whoever holds units gets out, paused or not. There was a mint, so the backing moves.
    function redeem(uint256 who, uint256 amount) external {
        address holder = actor(who);
        if (owned[holder] == 0) return;
        amount = _bound(amount, 1, owned[holder]);
        uint256 had = backing.balanceOf(holder);
        _modelled("redeem", holder, address(dollar), abi.encodeCall(dollar.redeem, (amount)), PASSES);
        redeemed += amount;
        owned[holder] -= amount;
        _eq(backing.balanceOf(holder), had + amount - _fee(amount), "as much was paid");
    }

    function transfer(uint256 from, uint256 to, uint256 amount) external {
        address holder = actor(from);
        amount = _bound(amount, 0, owned[holder]);
        _modelled("transfer", holder, address(dollar), abi.encodeCall(dollar.transfer, (actor(to), amount)), PASSES);
        owned[holder] -= amount;
        owned[actor(to)] += amount;
    }

    function gift(uint256 amount) external {
        amount = _bound(amount, 1, 1e24);
        backing.mint(address(dollar), amount);
        gifts += amount;
    }

    function pause() external {
        if (dollar.paused()) return;
        _modelled("pause", GUARD, address(dollar), abi.encodeCall(dollar.pause, ()), PASSES);
        _holds(dollar.paused(), "paused");
    }

    function unpause() external {
        if (!dollar.paused()) return;
        _modelled("unpause", TIMELOCK, address(dollar), abi.encodeCall(dollar.unpause, ()), PASSES);
        _holds(!dollar.paused(), "open again");
    }

    /// @dev A member without any role tries whatever could give or take money or power.
    function attack(uint256 who, uint256 victim, uint256 amount, uint8 kind) external {
        address thief = actor(who);
        amount = _bound(amount, 1, 1e30);
        bytes[6] memory tries = [
            abi.encodeCall(dollar.mint, (thief, amount)),
            abi.encodeCall(dollar.transferFrom, (actor(victim), thief, amount)),
            abi.encodeCall(dollar.grantRole, (dollar.MINTER_ROLE(), thief)),
            abi.encodeCall(dollar.grantRole, (ADMIN_ROLE, thief)),
            abi.encodeCall(dollar.revokeRole, (dollar.PAUSER_ROLE(), GUARD)),
            abi.encodeCall(dollar.unpause, ())
        ];
        // What it would need is there, so that nothing but the rule refuses.
        backing.mint(thief, amount);
        vm.prank(thief);
        backing.approve(address(dollar), amount);
        vm.prank(thief);
        (bool success, ) = address(dollar).call(tries[kind % tries.length]);
        if (success) thefts++;
    }
}

abstract contract DollarInvariant is TestBase {
    DollarHandler internal _handler;

    function _backing() internal virtual returns (PlainToken, Moves);

    function setUp() public virtual {
        (PlainToken backing, Moves moves) = _backing();
        _handler = new DollarHandler(backing, moves);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev Each move goes through where it may, and is refused where it may not: else the invariants would prove nothing.
    function test_behavior_everyMoveIsReached() public {
        (, Moves moves) = _backing();
        uint256 reached = moves == Moves.Never ? 0 : 1;
        _handler.mint(0, 99);
        _reached("mint", reached, 1 - reached);
        _handler.mint(0, 1e18);
        _reached("mint", moves == Moves.Truly ? 2 : reached, moves == Moves.Truly ? 0 : 2 - reached);
        _handler.transfer(0, 1, 40);
        _reached("transfer", 1, 0);
        _handler.redeem(1, 3);
        _reached("redeem", reached, 0);
        _handler.gift(7);
        _handler.pause();
        (uint256 passed, uint256 refused) = _handler.outcomes("mint");
        _handler.mint(2, 50);
        _reached("mint", passed, refused + 1);
        _handler.redeem(0, 5);
        _reached("redeem", 2 * reached, 0);
        for (uint8 kind = 0; kind < 6; kind++) _handler.attack(3, 0, 1, kind);
        _handler.unpause();
        _reached("pause", 1, 0);
        _reached("unpause", 1, 0);
        _handler.mint(2, 50);
        _reached("mint", passed + reached, refused + 2 - reached);
        _handler.mint(2, 0);
        _reached("mint", passed + reached, refused + 3 - reached);
        invariant_C01_C02_supplyIsBalancesAndMintedLessRedeemed();
        invariant_supplyIsCovered();
        invariant_C09_C12_noTheft();
    }

    function _reached(string memory move, uint256 passed, uint256 refused) private view {
        (uint256 hasPassed, uint256 hasRefused) = _handler.outcomes(move);
        _eq(hasPassed, passed, string.concat(move, " went through"));
        _eq(hasRefused, refused, string.concat(move, " was refused"));
    }

    function invariant_C01_C02_supplyIsBalancesAndMintedLessRedeemed() public view {
        BackedDollar dollar = _handler.dollar();
        uint256 sum = 0;
        for (uint256 i = 0; i < _handler.ACTORS(); i++) {
            address member = _handler.actor(i);
            _eq(dollar.balanceOf(member), _handler.owned(member), "C12: everybody has what their own calls left");
            sum += dollar.balanceOf(member);
        }
        _eq(dollar.totalSupply(), sum, "C01: supply is the sum of balances");
        _eq(dollar.totalSupply(), _handler.minted() - _handler.redeemed(), "C02: only mint and redeem change it");
    }

    function invariant_supplyIsCovered() public view {
        uint256 held = _handler.backing().balanceOf(address(_handler.dollar()));
        _eq(held, _handler.dollar().totalSupply() + _handler.gifts(), "cover is the supply and the gifts, exactly");
    }

    function invariant_C09_C12_noTheft() public view {
        _eq(_handler.thefts(), 0, "C09, C12: nobody took money or power");
    }
}

contract DollarOnPlainToken is DollarInvariant {
    function _backing() internal override returns (PlainToken, Moves) {
        return (new PlainToken(18), Moves.Truly);
    }
}

contract DollarOnSilentToken is DollarInvariant {
    function _backing() internal override returns (PlainToken, Moves) {
        return (new SilentToken(), Moves.Truly);
    }
}

contract DollarOnFalseToken is DollarInvariant {
    function _backing() internal override returns (PlainToken, Moves) {
        return (new FalseToken(), Moves.Never);
    }
}

contract DollarOnFeeToken is DollarInvariant {
    function _backing() internal override returns (PlainToken, Moves) {
        return (new FeeToken(), Moves.LessAFee);
    }
}

contract DollarOnReentrantToken is DollarInvariant {
    function _backing() internal override returns (PlainToken, Moves) {
        return (new ReentrantToken(), Moves.Truly);
    }

    function setUp() public override {
        super.setUp();
        // As strong as it can be: the token itself may mint, has the money and the allowance for it, and tries to in the
        // middle of the first movement.
        BackedDollar dollar = _handler.dollar();
        bytes32 minter = dollar.MINTER_ROLE();
        ReentrantToken token = ReentrantToken(address(_handler.backing()));
        vm.prank(_handler.TIMELOCK());
        dollar.grantRole(minter, address(token));
        token.mint(address(token), 1e30);
        vm.prank(address(token));
        token.approve(address(dollar), type(uint256).max);
        token.arm(address(dollar), abi.encodeCall(dollar.mint, (_handler.actor(0), 1e18)));
    }
}
