// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {Roles} from "../kit/Roles.sol";
import {Vm} from "../kit/TestBase.sol";
import {SwapBase} from "./SwapBase.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";

contract SwapDeskTest is SwapBase {
    uint256 private constant NEVER = type(uint256).max;

    function setUp() public {
        _openMarket(new PlainToken(18));
        _giveUsdt(MEMBER, 1_000_000e18);
        _giveOpen(MEMBER, 1_000_000e18);
        _giveUsdt(HOLDER, 1_000e18);
        _giveOpen(HOLDER, 1_000e18);
    }

    function _refusesBuy(address who, uint256 amount, uint256 least, uint256 deadline, bytes memory wanted) private {
        _refuses(who, address(desk), abi.encodeCall(SwapDesk.buy, (amount, least, deadline)), wanted, "buy");
    }

    function _refusesSell(address who, uint256 amount, uint256 least, uint256 deadline, bytes memory wanted) private {
        _refuses(who, address(desk), abi.encodeCall(SwapDesk.sell, (amount, least, deadline)), wanted, "sell");
    }

    function test_refuses_inTheDocumentedOrder() public {
        vm.prank(PAUSER);
        desk.pause();
        bytes memory wanted = abi.encodeWithSelector(SwapDesk.NotTradable.selector);
        _refusesBuy(HOLDER, 0, NEVER, 0, wanted);
        _refusesSell(address(0xE7E), 0, NEVER, 0, wanted);
        vm.prank(ADMIN);
        desk.unpause();
        wanted = abi.encodeWithSelector(MarketErrors.Expired.selector, block.timestamp - 1, block.timestamp);
        _refusesBuy(HOLDER, 0, NEVER, block.timestamp - 1, wanted);
        _refusesSell(address(0xE7E), 0, NEVER, block.timestamp - 1, wanted);
        wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refusesBuy(HOLDER, 0, NEVER, NEVER, wanted);
        _refusesSell(address(0xE7E), 0, NEVER, NEVER, wanted);
        wanted = abi.encodeWithSelector(MarketErrors.NotActive.selector, HOLDER);
        _refusesBuy(HOLDER, 1e18, NEVER, NEVER, wanted);
    }

    function test_refuses_whatFeeOrBurnEatsWhole() public {
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refusesBuy(MEMBER, 1, 0, NEVER, wanted);
        _refusesSell(MEMBER, 1, 0, NEVER, wanted);
        _refuses(MEMBER, address(desk), abi.encodeCall(SwapDesk.quoteBuy, (1)), wanted, "quoteBuy");
        _refuses(MEMBER, address(desk), abi.encodeCall(SwapDesk.quoteSell, (1)), wanted, "quoteSell");
        // 39 units of OPEN are worth one unit of USDT, and that one is the fee.
        _refusesSell(MEMBER, 39, 0, NEVER, abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, 0, 0));
    }

    function test_refuses_lessThanTheMinimum_movingNothing() public {
        (uint256 openOut, ) = desk.quoteBuy(100e18);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, openOut, openOut + 1);
        _refusesBuy(MEMBER, 100e18, openOut + 1, NEVER, wanted);
        (uint256 usdtOut, , ) = desk.quoteSell(100e18);
        wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, usdtOut, usdtOut + 1);
        _refusesSell(MEMBER, 100e18, usdtOut + 1, NEVER, wanted);
        _eq(usdt.balanceOf(MEMBER), 1_000_000e18, "USDT stays");
        _eq(open.balanceOf(MEMBER), 1_000_000e18, "OPEN stays");
        _eq(usdt.balanceOf(address(treasury)), 0, "no fee");
        (, , uint256 looks) = oracle.lastObservation();
        _eq(looks, 0, "no observation");
        _eq(_buyAs(MEMBER, 100e18, openOut), openOut, "the minimum itself is enough");
    }

    function test_refuses_moreThanHeldOrAllowed() public {
        uint256 held = open.balanceOf(HOLDER);
        bytes4 selector = IERC20Errors.ERC20InsufficientBalance.selector;
        // The burnt part is taken after the rest, so the rest alone is what is short here.
        uint256 rest = 2 * held - (2 * held + 99) / 100;
        _refusesSell(HOLDER, 2 * held, 0, NEVER, abi.encodeWithSelector(selector, HOLDER, held, rest));
        _reverts(HOLDER, address(desk), abi.encodeCall(SwapDesk.sell, (held + 1, 0, NEVER)), "one unit more than held");
        vm.prank(HOLDER);
        open.approve(address(desk), 5e18 - 1);
        selector = IERC20Errors.ERC20InsufficientAllowance.selector;
        uint256 burnt = 0.05e18;
        bytes memory wanted = abi.encodeWithSelector(selector, address(desk), burnt - 1, burnt);
        _refusesSell(HOLDER, 5e18, 0, NEVER, wanted);
        bytes memory buy = abi.encodeCall(SwapDesk.buy, (1_000_000e18 + 1, 0, NEVER));
        _reverts(MEMBER, address(desk), buy, "more USDT than held");
    }

    function testFuzz_refuses_feeAndBurnSetByOthersOrAboveTheCap(address any, uint256 bps) public {
        any = any == ADMIN || any == address(vm) ? address(0xE7E) : any;
        bytes4 lacks = bytes4(keccak256("AccessControlUnauthorizedAccount(address,bytes32)"));
        bytes memory wanted = abi.encodeWithSelector(lacks, any, ADMIN_ROLE);
        _refuses(any, address(desk), abi.encodeCall(SwapDesk.setCommunityFeeBps, (bps)), wanted, "C09: fee");
        _refuses(any, address(desk), abi.encodeCall(SwapDesk.setBurnBps, (bps)), wanted, "C09: burn");
        bps = _bound(bps, 301, type(uint256).max);
        wanted = abi.encodeWithSelector(MarketErrors.AboveCap.selector, bps, 300);
        _refuses(ADMIN, address(desk), abi.encodeCall(SwapDesk.setCommunityFeeBps, (bps)), wanted, "fee cap");
        _refuses(ADMIN, address(desk), abi.encodeCall(SwapDesk.setBurnBps, (bps)), wanted, "burn cap");
    }

    function testFuzz_property_buyGivesItsQuote(uint256 usdtIn, uint256 bps) public {
        usdtIn = _bound(usdtIn, 3, 1_000_000e18);
        bps = _bound(bps, 0, 300);
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(bps);
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        (uint256 quoted, uint256 fee) = desk.quoteBuy(usdtIn);
        _eq(fee, (usdtIn * bps + 9_999) / 10_000, "fee is rounded up");
        _eq(quoted, router.getAmountOut(usdtIn - fee, ofUsdt, ofOpen), "the pool's own price");
        _eq(_buyAs(MEMBER, usdtIn, quoted), quoted, "returned");
        _eq(open.balanceOf(MEMBER), 1_000_000e18 + quoted, "received");
        _eq(usdt.balanceOf(MEMBER), 1_000_000e18 - usdtIn, "paid");
        _eq(usdt.balanceOf(address(treasury)), fee, "fee lies in the treasury");
        _eq(usdt.balanceOf(address(pair)), ofUsdt + usdtIn - fee, "the rest lies in the pool");
        _kGrew(ofUsdt, ofOpen);
        _deskIsEmpty();
    }

    function testFuzz_property_sellGivesItsQuote(uint256 openIn, uint256 bps, uint256 burnBps) public {
        openIn = _bound(openIn, 100, 1_000_000e18);
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(_bound(bps, 0, 300));
        vm.prank(ADMIN);
        desk.setBurnBps(_bound(burnBps, 0, 300));
        uint256 supply = open.totalSupply();
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        (uint256 quoted, uint256 fee, uint256 burned) = desk.quoteSell(openIn);
        _eq(burned, (openIn * desk.burnBps() + 9_999) / 10_000, "burn is rounded up");
        _eq(fee, ((quoted + fee) * desk.communityFeeBps() + 9_999) / 10_000, "fee is rounded up");
        _eq(quoted + fee, router.getAmountOut(openIn - burned, ofOpen, ofUsdt), "the pool's own price");
        _eq(_sellAs(MEMBER, openIn, quoted), quoted, "returned");
        _eq(usdt.balanceOf(MEMBER), 1_000_000e18 + quoted, "received");
        _eq(open.balanceOf(MEMBER), 1_000_000e18 - openIn, "given");
        _eq(usdt.balanceOf(address(treasury)), fee, "fee lies in the treasury");
        _eq(open.totalSupply(), supply - burned, "burned");
        _kGrew(ofUsdt, ofOpen);
        _deskIsEmpty();
    }

    function testFuzz_property_noRoundTripGains(uint256 amount, uint256 parts, bool buysFirst) public {
        parts = _bound(parts, 1, 4);
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(0);
        vm.prank(ADMIN);
        desk.setBurnBps(0);
        amount = _bound(amount, 1e6, 200_000e18);
        (uint256 hadUsdt, uint256 hadOpen) = (usdt.balanceOf(MEMBER), open.balanceOf(MEMBER));
        uint256 got = 0;
        // Even free of our fees, and cut into pieces to gather rounding.
        for (uint256 i = 0; i < parts; i++) got += buysFirst ? _buyAs(MEMBER, amount, 0) : _sellAs(MEMBER, amount, 0);
        if (buysFirst) _sellAs(MEMBER, got, 0);
        else _buyAs(MEMBER, got, 0);
        _holds(usdt.balanceOf(MEMBER) <= hadUsdt && open.balanceOf(MEMBER) <= hadOpen, "C05: gained by going round");
        _deskIsEmpty();
    }

    function test_behavior_tradesAreAnnounced() public {
        vm.recordLogs();
        uint256 openOut = _buyAs(MEMBER, 1_000e18, 0);
        uint256 usdtOut = _sellAs(HOLDER, 1_000e18, 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32 topic = keccak256("Traded(address,bool,uint256,uint256,uint256,uint256)");
        uint256 found = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(desk) || logs[i].topics[0] != topic) continue;
            bool bought = found == 0;
            _eq(uint256(logs[i].topics[1]), uint160(bought ? MEMBER : HOLDER), "who");
            _eq(uint256(logs[i].topics[2]), bought ? 1 : 0, "which way");
            // Sold 1,000 OPEN: 10 burned; the community fee is half a percent of what the pool gave.
            uint256 soldFee = usdt.balanceOf(address(treasury)) - 5e18;
            bytes memory wanted =
                bought
                    ? abi.encode(uint256(1_000e18), openOut, uint256(5e18), uint256(0))
                    : abi.encode(usdtOut, uint256(1_000e18), soldFee, uint256(10e18));
            _holds(keccak256(logs[i].data) == keccak256(wanted), "what");
            found++;
        }
        _eq(found, 2, "both");
    }

    function test_behavior_whoIsNotActivatedMaySell() public {
        _holds(!membership.isActive(HOLDER), "a mere holder");
        (uint256 quoted, , ) = desk.quoteSell(1_000e18);
        _eq(_sellAs(HOLDER, 1_000e18, quoted), quoted, "sold");
    }

    function test_behavior_deadlineIsTheLastGoodSecond() public {
        vm.prank(MEMBER);
        desk.buy(1e18, 0, block.timestamp);
        vm.prank(MEMBER);
        desk.sell(1e18, 0, block.timestamp);
    }

    function test_behavior_capsFeesAndDefaults() public {
        _eq(desk.communityFeeBps(), 50, "half a percent");
        _eq(desk.burnBps(), 100, "one percent");
        _eq(desk.poolFeeBps(), 30, "Uniswap's own fee, read");
        _holds(desk.tradable(), "tradable");
        vm.prank(ADMIN);
        desk.setCommunityFeeBps(300);
        vm.prank(ADMIN);
        desk.setBurnBps(300);
        (, uint256 fee) = desk.quoteBuy(1_000e18);
        (, , uint256 burned) = desk.quoteSell(1_000e18);
        _eq(fee, 30e18, "3 % at most");
        _eq(burned, 30e18, "3 % at most");
        vm.prank(PAUSER);
        desk.pause();
        _holds(!desk.tradable(), "switched off");
    }

    function _kGrew(uint256 usdtBefore, uint256 openBefore) private view {
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        _holds(ofUsdt * ofOpen >= usdtBefore * openBefore, "C03: k fell");
        _holds(usdt.balanceOf(address(pair)) >= ofUsdt && open.balanceOf(address(pair)) >= ofOpen, "C03: reserves");
    }
}

/// @dev Who may stop, start and administer the desk.
contract SwapDeskRolesTest is Roles, SwapBase {
    function setUp() public {
        _openMarket(new PlainToken(18));
    }

    function _guarded() internal view override returns (Guarded) {
        return desk;
    }
}
