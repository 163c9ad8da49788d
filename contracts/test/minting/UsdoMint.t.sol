// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {UsdoMint} from "../../src/minting/UsdoMint.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {Roles} from "../kit/Roles.sol";
import {Vm} from "../kit/TestBase.sol";
import {MintingBase} from "./MintingBase.sol";

contract UsdoMintTest is MintingBase {
    function setUp() public {
        _openMinting(new PlainToken(18));
    }

    function _refusesOpen(address who, uint256 openIn, uint256 least, uint256 deadline, bytes memory wanted) private {
        bytes memory call = abi.encodeCall(UsdoMint.mintFromOpen, (openIn, least, deadline));
        _refuses(who, address(usdoMint), call, wanted, "from OPEN");
    }

    function _refusesUsdt(address who, uint256 usdtIn, bytes memory wanted) private {
        _refuses(who, address(usdoMint), abi.encodeCall(UsdoMint.mintFromUsdt, (usdtIn)), wanted, "from USDT");
    }

    function test_refuses_inTheDocumentedOrder() public {
        vm.prank(PAUSER);
        usdoMint.pause();
        vm.prank(PAUSER);
        desk.pause();
        bytes memory wanted = abi.encodeWithSignature("EnforcedPause()");
        _refusesOpen(HOLDER, 0, NEVER, 0, wanted);
        _refusesUsdt(HOLDER, 0, wanted);
        vm.prank(ADMIN);
        usdoMint.unpause();
        _refusesOpen(HOLDER, 0, NEVER, 0, abi.encodeWithSelector(UsdoMint.NotTradable.selector));
        vm.prank(ADMIN);
        desk.unpause();
        wanted = abi.encodeWithSelector(MarketErrors.Expired.selector, block.timestamp - 1, block.timestamp);
        _refusesOpen(HOLDER, 0, NEVER, block.timestamp - 1, wanted);
        wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refusesOpen(HOLDER, 0, NEVER, NEVER, wanted);
        _refusesUsdt(HOLDER, 0, wanted);
        wanted = abi.encodeWithSelector(MarketErrors.NotActive.selector, HOLDER);
        _refusesOpen(HOLDER, 1, NEVER, NEVER, wanted);
        _refusesUsdt(HOLDER, 1, wanted);
    }

    function test_refuses_lessThanTheMinimum_movingNothing() public {
        (uint256 quoted, , ) = usdoMint.quoteFromOpen(1_000e18);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, quoted, quoted + 1);
        _refusesOpen(MEMBER, 1_000e18, quoted + 1, NEVER, wanted);
        _eq(open.balanceOf(MEMBER), MEANS, "OPEN stays");
        _eq(usdo.totalSupply(), 0, "no USDO");
        // Burn eats one unit whole; 39 units are worth one unit of USDT, and that one is the fee.
        _refusesOpen(MEMBER, 1, 0, NEVER, abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector));
        _refusesOpen(MEMBER, 39, 0, NEVER, abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, 0, 0));
        // And of 20 the pool gives nothing at all.
        _refusesOpen(MEMBER, 20, 7, NEVER, abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, 0, 7));
        _reverts(MEMBER, address(usdoMint), abi.encodeCall(UsdoMint.mintFromUsdt, (MEANS + 1)), "more than held");
    }

    function test_refuses_anEmptyPool() public {
        _openEmptyMarket();
        usdo = new BackedDollar("", "USDO", IERC20Metadata(address(usdt)), ADMIN, PAUSER, new address[](0));
        usdoMint = _newUsdoMint(desk);
        _allowMinting(MEMBER);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.PoolEmpty.selector);
        _refusesOpen(MEMBER, 1e18, 0, NEVER, wanted);
        _refuses(MEMBER, address(usdoMint), abi.encodeCall(UsdoMint.quoteFromOpen, (1e18)), wanted, "no quote either");
    }

    function test_refuses_aDollarWithAnotherBacking() public {
        PlainToken other = new PlainToken(18);
        usdo = new BackedDollar("", "USDO", IERC20Metadata(address(other)), ADMIN, PAUSER, new address[](0));
        try new UsdoMint(usdo, desk, ADMIN, PAUSER) {
            revert NotRefused("another backing");
        } catch (bytes memory got) {
            bytes memory wanted = abi.encodeWithSelector(UsdoMint.WrongBacking.selector, address(other));
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("another backing", got, wanted);
        }
    }

    function testFuzz_property_fromUsdtIsOneToOne(uint256 usdtIn) public {
        usdtIn = _bound(usdtIn, 1, MEANS);
        _usdoFromUsdt(MEMBER, usdtIn);
        _eq(usdo.balanceOf(MEMBER), usdtIn, "as much");
        _eq(usdt.balanceOf(MEMBER), MEANS - usdtIn, "paid");
        _eq(usdt.balanceOf(address(usdo)), usdtIn, "backed");
        _eq(usdt.balanceOf(address(treasury)), 0, "free");
        _mintersAreEmpty();
        vm.prank(MEMBER);
        usdo.redeem(usdtIn);
        _eq(usdt.balanceOf(MEMBER), MEANS, "and back");
    }

    /// @dev Minted from OPEN and redeemed, one has exactly what the desk would have paid for it.
    function testFuzz_property_fromOpenCostsWhatSellingCosts(uint256 openIn, uint256 bps, uint256 burnBps) public {
        openIn = _bound(openIn, 200, MEANS);
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(_bound(bps, 0, 300));
        vm.prank(ADMIN);
        desk.setBurnBps(_bound(burnBps, 0, 300));
        (uint256 sold, uint256 soldFee, uint256 soldBurned) = desk.quoteSell(openIn);
        (uint256 quoted, uint256 fee, uint256 burned) = usdoMint.quoteFromOpen(openIn);
        _eq(quoted, sold, "the desk's price");
        _eq(fee, soldFee, "the desk's fee");
        _eq(burned, soldBurned, "the desk's burn");
        uint256 supply = open.totalSupply();
        _eq(_usdoFromOpen(MEMBER, openIn, quoted), quoted, "the quote, to the unit");
        _eq(usdo.balanceOf(MEMBER), quoted, "received");
        _eq(usdt.balanceOf(address(usdo)), quoted, "backed");
        _eq(usdt.balanceOf(address(treasury)), fee, "fee lies in the treasury");
        _eq(open.totalSupply(), supply - burned, "burned");
        _eq(open.balanceOf(MEMBER), MEANS - openIn, "given");
        _mintersAreEmpty();
    }

    function test_behavior_mintingsAreAnnounced() public {
        vm.recordLogs();
        _usdoFromUsdt(MEMBER, 7e18);
        uint256 obtained = _usdoFromOpen(MEMBER, 1_000e18, 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32 topic = keccak256("UsdoMinted(address,address,uint256,uint256,uint256,uint256,uint256)");
        uint256 found = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(usdoMint) || logs[i].topics[0] != topic) continue;
            _eq(uint256(logs[i].topics[1]), uint160(MEMBER), "who");
            _eq(uint256(logs[i].topics[2]), uint160(found == 0 ? address(usdt) : address(open)), "paid with");
            uint256 fee = usdt.balanceOf(address(treasury));
            bytes memory wanted =
                found == 0
                    ? abi.encode(uint256(7e18), uint256(7e18), uint256(1e18), uint256(0), uint256(0))
                    : abi.encode(uint256(1_000e18), obtained, obtained / 1_000, fee, uint256(10e18));
            _holds(keccak256(logs[i].data) == keccak256(wanted), "what");
            found++;
        }
        _eq(found, 2, "both");
    }

    function test_behavior_usdtStillMintsWhileOpenIsNotTradable() public {
        vm.prank(PAUSER);
        desk.pause();
        _usdoFromUsdt(MEMBER, 7e18);
        _eq(usdo.balanceOf(MEMBER), 7e18, "minted");
    }

    function test_behavior_redeemingNeedsNobody() public {
        _usdoFromUsdt(MEMBER, 7e18);
        vm.prank(PAUSER);
        usdoMint.pause();
        vm.prank(PAUSER);
        usdo.pause();
        vm.prank(PAUSER);
        desk.pause();
        vm.prank(MEMBER);
        usdo.redeem(7e18);
        _eq(usdt.balanceOf(MEMBER), MEANS, "out");
    }

    function test_behavior_theOracleLooksBeforeTheSale() public {
        (, , uint256 count) = oracle.lastObservation();
        _usdoFromOpen(MEMBER, 1_000e18, 0);
        (uint256 looked, , uint256 after_) = oracle.lastObservation();
        _eq(looked, block.timestamp, "looked now");
        _holds(after_ > count, "and stored what it saw");
    }
}

/// @dev Who may stop, start and administer it.
contract UsdoMintRolesTest is Roles, MintingBase {
    function setUp() public {
        _openMinting(new PlainToken(18));
    }

    function _guarded() internal view override returns (Guarded) {
        return usdoMint;
    }
}
