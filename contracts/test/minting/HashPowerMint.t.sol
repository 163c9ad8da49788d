// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {HashPowerMint} from "../../src/minting/HashPowerMint.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {Roles} from "../kit/Roles.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {Vm} from "../kit/TestBase.sol";
import {MintingBase} from "./MintingBase.sol";

contract HashPowerMintTest is MintingBase {
    function setUp() public {
        _openMinting(new PlainToken(18));
    }

    function _refusesMint(address who, uint256 openIn, uint256 least, uint256 deadline, bytes memory wanted) private {
        _refuses(
            who,
            address(powerMint),
            abi.encodeCall(HashPowerMint.mint, (openIn, least, deadline)),
            wanted,
            "mint"
        );
    }

    function test_refuses_inTheDocumentedOrder() public {
        vm.prank(PAUSER);
        powerMint.pause();
        _refusesMint(address(0xE7E), 0, NEVER, 0, abi.encodeWithSignature("EnforcedPause()"));
        vm.prank(ADMIN);
        powerMint.unpause();
        bytes memory wanted = abi.encodeWithSelector(
            MarketErrors.Expired.selector,
            block.timestamp - 1,
            block.timestamp
        );
        _refusesMint(address(0xE7E), 0, NEVER, block.timestamp - 1, wanted);
        _refusesMint(address(0xE7E), 0, NEVER, NEVER, abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector));
        wanted = abi.encodeWithSelector(MarketErrors.NotActive.selector, HOLDER);
        _refusesMint(HOLDER, 1, NEVER, NEVER, wanted);
        (uint256 value, uint256 power) = powerMint.quote(1e18);
        wanted = abi.encodeWithSelector(HashPowerMint.ValueBelowMinimum.selector, value, 10e18);
        _refusesMint(MEMBER, 1e18, NEVER, NEVER, wanted);
        (, power) = powerMint.quote(1_000e18);
        wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, power, power + 1);
        _refusesMint(MEMBER, 1_000e18, power + 1, NEVER, wanted);
        _eq(open.balanceOf(MEMBER), MEANS, "nothing is consumed");
        bytes memory call = abi.encodeCall(HashPowerMint.mint, (MEANS + 2, 0, NEVER));
        _reverts(MEMBER, address(powerMint), call, "more OPEN than held");
    }

    function test_refuses_whileThereIsNoAverage_orNoneThatIsFresh() public {
        powerMint = _newPowerMint(oracle, new TwapOracle(pair, address(usdt)), address(treasury));
        _allowMinting(MEMBER);
        _buyThePair(1_000e18);
        vm.warp(block.timestamp + 61 minutes);
        _buyThePair(1_000e18);
        // The last movement is now, and nobody looked for an hour.
        (bool success, bytes memory got) = _tryMint(1_000e18);
        _holds(!success && bytes4(got) == TwapOracle.NotReady.selector, "stale or not ready");
        vm.warp(block.timestamp + 30 minutes);
        (success, ) = _tryMint(1_000e18);
        _holds(success, "half an hour of calm is an average of itself");
    }

    function _tryMint(uint256 openIn) private returns (bool success, bytes memory got) {
        vm.prank(MEMBER);
        return address(powerMint).call(abi.encodeCall(HashPowerMint.mint, (openIn, 0, NEVER)));
    }

    function _buyThePair(uint256 usdtIn) private {
        _giveUsdt(MEMBER, usdtIn);
        _buyAs(MEMBER, usdtIn, 0);
    }

    function test_refuses_partsThatDoNotBelongTogether() public {
        IPairMoves stranger = IPairMoves(factory.createPair(address(usdt), address(new PlainToken(18))));
        TwapOracle elsewhere = new TwapOracle(stranger, address(usdt));
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.WrongPair.selector, address(stranger), address(pair));
        _refusesMaking(oracle, elsewhere, address(treasury), wanted);
        wanted = abi.encodeWithSelector(HashPowerMint.WrongOracle.selector, address(usdt), address(open));
        _refusesMaking(inverse, inverse, address(treasury), wanted);
        wanted = abi.encodeWithSelector(HashPowerMint.WrongOracle.selector, address(open), address(usdt));
        _refusesMaking(oracle, oracle, address(treasury), wanted);
        wanted = abi.encodeWithSelector(MarketErrors.WithoutCode.selector, address(0xBAD));
        _refusesMaking(oracle, inverse, address(0xBAD), wanted);
    }

    function _refusesMaking(TwapOracle oracle_, TwapOracle inverse_, address treasury_, bytes memory wanted) private {
        try this.makeOther(oracle_, inverse_, treasury_) {
            revert NotRefused("wrong parts");
        } catch (bytes memory got) {
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("wrong parts", got, wanted);
        }
    }

    function makeOther(TwapOracle oracle_, TwapOracle inverse_, address treasury_) external {
        _newPowerMint(oracle_, inverse_, treasury_);
    }

    function testFuzz_refuses_aMinimumSetByOthersOrOutOfRange(address any, uint256 amount) public {
        any = any == ADMIN || any == address(vm) ? address(0xE7E) : any;
        bytes4 lacks = bytes4(keccak256("AccessControlUnauthorizedAccount(address,bytes32)"));
        bytes memory set = abi.encodeCall(HashPowerMint.setMinimumValue, (amount));
        _refuses(any, address(powerMint), set, abi.encodeWithSelector(lacks, any, ADMIN_ROLE), "C09: minimum");
        amount = _bound(amount, 1_000e18 + 1, NEVER);
        set = abi.encodeCall(HashPowerMint.setMinimumValue, (amount));
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.AboveCap.selector, amount, 1_000e18);
        _refuses(ADMIN, address(powerMint), set, wanted, "above the cap");
        set = abi.encodeCall(HashPowerMint.setMinimumValue, (0));
        _refuses(ADMIN, address(powerMint), set, abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector), "zero");
    }

    function testFuzz_property_halfIsBurnedAndHalfGoesToTheTreasury(uint256 openIn) public {
        openIn = _bound(openIn, 201e18, MEANS);
        uint256 supply = open.totalSupply();
        (uint256 value, uint256 quoted) = powerMint.quote(openIn);
        uint256 power = _mintPower(MEMBER, openIn);
        _eq(power, quoted, "the quote, to the unit");
        _eq(power, value * 2, "two for each USDT");
        _eq(value, (openIn * powerMint.priceE18()) / 1e18, "at the average");
        _eq(open.balanceOf(MEMBER), MEANS - openIn, "consumed");
        _eq(open.balanceOf(address(treasury)), openIn / 2, "half to the market-value pool");
        _eq(open.totalSupply(), supply - (openIn - openIn / 2), "half burned, the odd unit too");
        _mintersAreEmpty();
    }

    function test_behavior_aMintingIsAnnounced() public {
        vm.recordLogs();
        uint256 power = _mintPower(MEMBER, 1_000e18 + 1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        _eq(last.emitter, address(powerMint), "by the mint");
        bytes32 topic = keccak256("PowerMinted(address,uint256,uint256,uint256,uint256,uint256)");
        _holds(last.topics[0] == topic && last.topics.length == 2, "event");
        _eq(uint256(last.topics[1]), uint160(MEMBER), "who");
        bytes memory wanted = abi.encode(uint256(1_000e18 + 1), power / 2, power, uint256(500e18 + 1), uint256(500e18));
        _holds(keccak256(last.data) == keccak256(wanted), "what");
        Vm.Log memory paid = logs[logs.length - 2];
        // By its sender the server knows the market's half from money of nobody.
        _eq(address(uint160(uint256(paid.topics[1]))), address(powerMint), "the mint pays the treasury");
        _eq(address(uint160(uint256(paid.topics[2]))), address(treasury), "the treasury gets it");
    }

    function test_behavior_thePriceOfACalmPoolIsItsPrice() public {
        _eq(powerMint.priceE18(), oracle.price(), "the average");
        (uint256 value, uint256 power) = powerMint.quote(1_000e18);
        // 0.05 USDT, less one unit by rounding.
        _eq(value, 49_999999999999999000, "value");
        _eq(power, 99_999999999999998000, "power");
    }

    function test_behavior_deadlineIsTheLastGoodSecond() public {
        vm.prank(MEMBER);
        powerMint.mint(1_000e18, 0, block.timestamp);
    }

    function test_behavior_theMinimumIsTheTimelocksToSet() public {
        vm.prank(ADMIN);
        powerMint.setMinimumValue(50e18);
        bytes memory wanted = abi.encodeWithSelector(
            HashPowerMint.ValueBelowMinimum.selector,
            49_999999999999999000,
            50e18
        );
        _refusesMint(MEMBER, 1_000e18, 0, NEVER, wanted);
        _mintPower(MEMBER, 1_001e18);
    }

    function test_behavior_lookingKeepsBothAveragesFresh() public {
        powerMint.update();
        (uint256 looked, , ) = oracle.lastObservation();
        (uint256 inversely, , ) = inverse.lastObservation();
        _eq(looked, block.timestamp, "price");
        _eq(inversely, block.timestamp, "inverse price");
    }
}

/// @dev Who may stop, start and administer it.
contract HashPowerMintRolesTest is Roles, MintingBase {
    function setUp() public {
        _openMinting(new PlainToken(18));
    }

    function _guarded() internal view override returns (Guarded) {
        return powerMint;
    }
}
