// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";
import {UsdoMint} from "../../src/minting/UsdoMint.sol";
import {FalseToken, FeeToken, LyingToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {FrozenToken, SurchargeToken, TurncoatToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MintingBase} from "./MintingBase.sol";

/// @dev A dollar that misbehaves: minting fails whole, or every USDO has its USDT. Never anything in between.
contract MintingHostileTokensTest is MintingBase {
    function _refusesBoth(bytes memory wanted, string memory what) private {
        bytes memory call = abi.encodeCall(UsdoMint.mintFromUsdt, (100e18));
        _refuses(MEMBER, address(usdoMint), call, wanted, what);
        call = abi.encodeCall(UsdoMint.mintFromOpen, (100e18, 0, NEVER));
        _reverts(MEMBER, address(usdoMint), call, what);
        _eq(usdo.totalSupply(), 0, "nothing minted");
        _eq(open.balanceOf(MEMBER), MEANS, "OPEN stays");
        _mintersAreEmpty();
    }

    function test_refuses_aTokenThatAnswersFalse() public {
        _openMinting(new FalseToken());
        _refusesBoth(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usdt), "false");
    }

    function test_refuses_aTokenThatLies() public {
        _openMinting(new LyingToken());
        _refusesBoth(abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 100e18, 0), "lies");
    }

    function test_refuses_aTokenThatTakesAFee() public {
        _openMinting(new FeeToken());
        _refusesBoth(abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 100e18, 99e18), "fee");
    }

    function test_refuses_aTokenThatTakesMoreFromTheSender() public {
        _openMinting(new SurchargeToken());
        // Here the mint itself is the sender of the second movement, and has not so much.
        _reverts(MEMBER, address(usdoMint), abi.encodeCall(UsdoMint.mintFromUsdt, (100e18)), "surcharge");
        _eq(usdt.balanceOf(MEMBER), MEANS, "USDT stays");
        _mintersAreEmpty();
    }

    function test_refuses_whileTheIssuerHasStoppedIt() public {
        FrozenToken token = new FrozenToken();
        _openMinting(token);
        token.freeze(true);
        _refusesBoth(abi.encodeWithSelector(FrozenToken.Frozen.selector), "stopped");
        token.freeze(false);
        _usdoFromUsdt(MEMBER, 100e18);
        _eq(usdo.balanceOf(MEMBER), 100e18, "and goes on");
    }

    function test_refuses_aTokenThatTurnsWhileMembersHoldUsdo() public {
        TurncoatToken token = new TurncoatToken();
        _openMinting(token);
        _usdoFromUsdt(MEMBER, 100e18);
        token.turn();
        _reverts(MEMBER, address(usdoMint), abi.encodeCall(UsdoMint.mintFromUsdt, (100e18)), "turned");
        _eq(usdo.totalSupply(), 100e18, "no USDO without cover");
        vm.prank(MEMBER);
        usdo.redeem(100e18);
        _eq(usdo.totalSupply(), 0, "and the way out is open");
    }

    function test_behavior_aTokenThatAnswersNothingIsMintedFrom() public {
        _openMinting(new SilentToken());
        _usdoFromUsdt(MEMBER, 100e18);
        uint256 obtained = _usdoFromOpen(MEMBER, 1_000e18, 0);
        _eq(usdo.balanceOf(MEMBER), 100e18 + obtained, "both");
        _mintersAreEmpty();
    }

    function test_refuses_reentryWhileMintingGoesOn() public {
        ReentrantToken token = new ReentrantToken();
        _openMinting(token);
        // The attacker is an activated member with money and allowances of its own.
        vm.prank(address(token));
        membership.activate(ROOT);
        usdt.mint(address(token), MEANS);
        open.transfer(address(token), MEANS);
        _allowMinting(address(token));
        bytes[2] memory calls = [
            abi.encodeCall(UsdoMint.mintFromUsdt, (10e18)),
            abi.encodeCall(UsdoMint.mintFromOpen, (10e18, 0, NEVER))
        ];
        for (uint256 i = 0; i < 4; i++) {
            token.arm(address(usdoMint), calls[i % 2]);
            if (i < 2) _usdoFromUsdt(MEMBER, 100e18);
            else _usdoFromOpen(MEMBER, 100e18, 0);
            _holds(token.tried() && !token.succeeded(), "reentered");
            _eq(usdo.balanceOf(address(token)), 0, "minted on the way");
            _eq(usdo.totalSupply(), usdt.balanceOf(address(usdo)), "covered");
            _mintersAreEmpty();
        }
    }

    function test_refuses_reentryByItsName() public {
        ReentrantToken token = new ReentrantToken();
        _openMinting(token);
        MintEcho echo = new MintEcho(usdoMint);
        token.arm(address(echo), abi.encodeCall(MintEcho.reenter, ()));
        _usdoFromUsdt(MEMBER, 100e18);
        bytes4 wanted = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        _holds(bytes4(echo.answer()) == wanted, "not the guard");
    }
}

/// @dev Calls on and keeps the answer.
contract MintEcho {
    UsdoMint private immutable _target;
    bytes public answer;

    constructor(UsdoMint target) {
        _target = target;
    }

    function reenter() external {
        (, answer) = address(_target).call(abi.encodeCall(UsdoMint.mintFromUsdt, (1)));
    }
}

/// @dev Gifts, and rounds through several contracts.
contract MintingRoundsTest is MintingBase {
    function setUp() public {
        _openMinting(new PlainToken(18));
    }

    function testFuzz_property_giftsChangeNothing(uint256 gift, uint256 openIn) public {
        gift = _bound(gift, 1, 1_000_000e18);
        openIn = _bound(openIn, 1_000e18, MEANS);
        (uint256 quoted, , ) = usdoMint.quoteFromOpen(openIn);
        // As our keeper does: a sale moves the pair, and what was before it must have been seen.
        powerMint.update();
        (, uint256 power) = powerMint.quote(openIn);
        usdt.mint(address(usdoMint), gift);
        open.transfer(address(usdoMint), gift);
        open.transfer(address(powerMint), gift);
        _eq(_usdoFromOpen(MEMBER, openIn, quoted), quoted, "USDO as quoted");
        _eq(_mintPower(_activeHolder(), openIn), power, "power as quoted");
        _eq(usdt.balanceOf(address(usdoMint)), gift, "the gift stays");
        _eq(open.balanceOf(address(usdoMint)), gift, "of both coins");
        _eq(open.balanceOf(address(powerMint)), gift, "everywhere");
    }

    /// @dev HOLDER, activated now.
    function _activeHolder() private returns (address) {
        vm.prank(HOLDER);
        membership.activate(ROOT);
        return HOLDER;
    }

    /// @dev Bought at the desk, minted to USDO, redeemed, in pieces and in one block: never more than at the start.
    function testFuzz_property_noRoundGains(uint256 usdtIn, uint256 parts) public {
        parts = _bound(parts, 1, 4);
        usdtIn = _bound(usdtIn, 1e6, 100_000e18);
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(0);
        vm.prank(ADMIN);
        desk.setBurnBps(0);
        vm.prank(MEMBER);
        usdt.approve(address(desk), NEVER);
        (uint256 hadUsdt, uint256 hadOpen) = (usdt.balanceOf(MEMBER), open.balanceOf(MEMBER));
        uint256 got = 0;
        for (uint256 i = 0; i < parts; i++) got += _buyAs(MEMBER, usdtIn / parts, 0);
        uint256 dollars = _usdoFromOpen(MEMBER, got, 0);
        vm.prank(MEMBER);
        usdo.redeem(dollars);
        _holds(usdt.balanceOf(MEMBER) <= hadUsdt, "gained by going round");
        _eq(open.balanceOf(MEMBER), hadOpen, "OPEN as before");
        _eq(usdo.totalSupply(), 0, "nothing left");
    }
}
