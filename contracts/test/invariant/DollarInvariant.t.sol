// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {FalseToken, FeeToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev Everything that can happen to a backed dollar, in any order: minting, redeeming, moving, gifts, pauses, theft.
contract DollarHandler is TestBase {
    address public constant TIMELOCK = address(0x71AE);
    address public constant GUARD = address(0x6A4D);
    address public constant DESK = address(0xDE5C);
    uint256 public constant ACTORS = 5;

    PlainToken public immutable backing;
    BackedDollar public immutable dollar;

    uint256 public minted;
    uint256 public redeemed;
    uint256 public gifts;
    uint256 public thefts;
    uint256 public wrongRefusals;

    constructor(PlainToken backing_) {
        backing = backing_;
        address[] memory minters = new address[](1);
        minters[0] = DESK;
        dollar = new BackedDollar("USDO", "USDO", IERC20Metadata(address(backing_)), TIMELOCK, GUARD, minters);
    }

    function actor(uint256 seed) public pure returns (address) {
        return address(uint160(0xAC700 + (seed % ACTORS)));
    }

    function mint(uint256 to, uint256 amount) external {
        amount = _bound(amount, 1, 1e30);
        backing.mint(DESK, amount);
        vm.prank(DESK);
        backing.approve(address(dollar), amount);
        vm.prank(DESK);
        try dollar.mint(actor(to), amount) {
            minted += amount;
            if (dollar.paused()) wrongRefusals++;
        } catch {
            // A refusal is an outcome, too: the invariants look at what is true afterwards.
        }
    }

    function redeem(uint256 who, uint256 amount) external {
        address holder = actor(who);
        uint256 held = dollar.balanceOf(holder);
        if (held == 0) return;
        amount = _bound(amount, 1, held);
        uint256 before = backing.balanceOf(holder);
        vm.prank(holder);
        try dollar.redeem(amount) {
            redeemed += amount;
            if (backing.balanceOf(holder) > before + amount) thefts++;
        } catch {
            // Whoever holds units gets out, paused or not: there was a mint, so the backing moves.
            wrongRefusals++;
        }
    }

    function transfer(uint256 from, uint256 to, uint256 amount) external {
        address holder = actor(from);
        amount = _bound(amount, 0, dollar.balanceOf(holder));
        vm.prank(holder);
        dollar.transfer(actor(to), amount);
    }

    function gift(uint256 amount) external {
        amount = _bound(amount, 1, 1e24);
        backing.mint(address(dollar), amount);
        gifts += amount;
    }

    function pause() external {
        if (dollar.paused()) return;
        vm.prank(GUARD);
        dollar.pause();
    }

    function unpause() external {
        if (!dollar.paused()) return;
        vm.prank(TIMELOCK);
        dollar.unpause();
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
        vm.prank(thief);
        (bool success, ) = address(dollar).call(tries[kind % tries.length]);
        if (success) thefts++;
    }
}

abstract contract DollarInvariant is TestBase {
    DollarHandler internal _handler;

    function _backing() internal virtual returns (PlainToken);

    function setUp() public virtual {
        _handler = new DollarHandler(_backing());
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    function invariant_C01_C02_supplyIsBalancesAndMintedLessRedeemed() public view {
        BackedDollar dollar = _handler.dollar();
        uint256 sum = 0;
        for (uint256 i = 0; i < _handler.ACTORS(); i++) sum += dollar.balanceOf(_handler.actor(i));
        _eq(dollar.totalSupply(), sum, "C01: supply is the sum of balances");
        _eq(dollar.totalSupply(), _handler.minted() - _handler.redeemed(), "C02: only mint and redeem change it");
    }

    function invariant_supplyIsCovered() public view {
        uint256 held = _handler.backing().balanceOf(address(_handler.dollar()));
        _eq(held, _handler.dollar().totalSupply() + _handler.gifts(), "cover is the supply and the gifts, exactly");
    }

    function invariant_C09_C10_C12_noTheftAndNoClosedExit() public view {
        _eq(_handler.thefts(), 0, "C09, C12: nobody took money or power");
        _eq(_handler.wrongRefusals(), 0, "C10: entrance shut while paused, exit open always");
    }
}

contract DollarOnPlainToken is DollarInvariant {
    function _backing() internal override returns (PlainToken) {
        return new PlainToken(18);
    }
}

contract DollarOnSilentToken is DollarInvariant {
    function _backing() internal override returns (PlainToken) {
        return new SilentToken();
    }
}

contract DollarOnFalseToken is DollarInvariant {
    function _backing() internal override returns (PlainToken) {
        return new FalseToken();
    }
}

contract DollarOnFeeToken is DollarInvariant {
    function _backing() internal override returns (PlainToken) {
        return new FeeToken();
    }
}

contract DollarOnReentrantToken is DollarInvariant {
    function _backing() internal override returns (PlainToken) {
        return new ReentrantToken();
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
