// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {HoldBook} from "../../src/liquidity/HoldBook.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {Membership} from "../../src/member/Membership.sol";
import {IPoolPair} from "../../src/swap/PublicPool.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {Roles} from "../kit/Roles.sol";
import {MarketBase} from "./MarketBase.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";

/// @dev Every refusal of the desk, in the order in which they come, with the numbers that they carry.
contract LiquidityDeskRefusals is Roles, MarketBase {
    function setUp() public {
        _buildMarket(true);
        _fund(ANNA, 1_000e18, 20_000e18);
    }

    function _guarded() internal view override returns (Guarded) {
        return _desk;
    }

    function _stranger(address any) internal view override returns (address) {
        return any == address(_desk) ? EVE : super._stranger(any);
    }

    function _addCall(uint256 usdt, uint256 open) private pure returns (bytes memory) {
        return abi.encodeCall(LiquidityDesk.add, (usdt, open, 0, 0, LATER));
    }

    function _pause() private {
        vm.prank(GUARD);
        _desk.pause();
    }

    /// @dev ANNA holds 200 OUSD of 1,000 removed.
    function _hold() private {
        _remove(ANNA, _fundAndAdd(ANNA, 1_000e18));
    }

    function test_refuses_addWhilePaused() public {
        _pause();
        bytes memory data = abi.encodeCall(LiquidityDesk.add, (0, 0, 0, 0, 0));
        _refuses(EVE, address(_desk), data, _pausedError(), "C10: add, before everything else");
        data = abi.encodeCall(LiquidityDesk.readd, (1, 0, 0, 0, 0, 0));
        _refuses(EVE, address(_desk), data, _pausedError(), "C10: readd, before everything else");
    }

    function test_refuses_afterTheDeadline() public {
        bytes memory wanted = abi.encodeWithSelector(
            MarketErrors.Expired.selector,
            block.timestamp - 1,
            block.timestamp
        );
        uint256 past = block.timestamp - 1;
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.add, (0, 0, 0, 0, past)), wanted, "add");
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.readd, (1, 0, 0, 0, 0, past)), wanted, "readd");
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.remove, (0, 0, 0, past)), wanted, "remove");
        vm.prank(ANNA);
        _desk.add(100e18, 2_000e18, 0, 0, block.timestamp);
    }

    function test_refuses_nothing() public {
        bytes memory wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        _refuses(EVE, address(_desk), _addCall(0, 1), wanted, "add without USDT");
        _refuses(EVE, address(_desk), _addCall(1, 0), wanted, "add without OPEN");
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.readd, (0, 0, 1, 0, 0, LATER)), wanted, "readd");
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.readd, (0, 1, 0, 0, 0, LATER)), wanted, "readd");
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.remove, (0, 0, 0, LATER)), wanted, "remove");
        bytes memory data = abi.encodeCall(LiquidityDesk.release, (ANNA, new uint256[](0)));
        _refuses(EVE, address(_desk), data, wanted, "release");
    }

    function test_refuses_whoIsNotActive() public {
        _fund(EVE, 1_000e18, 20_000e18);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.NotActive.selector, EVE);
        _refuses(EVE, address(_desk), _addCall(100e18, 2_000e18), wanted, "add");
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (0, 1, 1, 0, 0, LATER));
        _refuses(EVE, address(_desk), data, wanted, "readd");
    }

    function test_refuses_emptyPool() public {
        PlainToken other = new PlainToken(18);
        _usdt = other;
        _pair = IPairMoves(_factory.createPair(address(other), address(_open)));
        _oracle = new TwapOracle(IPoolPair(address(_pair)), address(_open));
        _ousd = new BackedDollar("", "", IERC20Metadata(address(other)), ADMIN, STOPPER, new address[](0));
        _desk = _newDesk();
        _fund(ANNA, 1_000e18, 1_000e18);
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.PoolEmpty.selector);
        _refuses(ANNA, address(_desk), _addCall(100e18, 100e18), wanted, "no ratio");
    }

    function test_refuses_beforeTheAverageIsReady() public {
        _pair.sync();
        _oracle = new TwapOracle(IPoolPair(address(_pair)), address(_open));
        _desk = _newDesk();
        _allow(ANNA, address(_desk));
        vm.warp(block.timestamp + 30 minutes - 1);
        // Five means until now (the first of nearly ten minutes); the sixth takes five more, or a second of calm.
        bytes memory wanted = abi.encodeWithSelector(TwapOracle.NotReady.selector, block.timestamp + 5 minutes);
        _refuses(ANNA, address(_desk), _addCall(100e18, 2_000e18), wanted, "a second early");
        vm.warp(block.timestamp + 1);
        _add(ANNA, 100e18, 2_000e18);
    }

    /// @dev The bound itself is allowed; a single base unit of price beyond it is not.
    function test_refuses_priceFurtherThanAFifthFromTheAverage() public {
        // The pair's fixed point has no exact 0.05: the average is one step below it, for ever.
        uint256 average = 0.05e18 - 1;
        uint256 bound = average + average / 5;
        _raiseSpot(bound);
        _eq(_oracle.price(), average, "a moment does not move the average");
        _add(ANNA, 100e18, 20_000e18);
        _raiseSpot(bound + 1);
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.PriceTooFar.selector, bound + 1, average, 2_000);
        _refuses(ANNA, address(_desk), _addCall(100e18, 20_000e18), wanted, "add, one step beyond");
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (0, 1e18, 20_000e18, 0, 0, LATER));
        _refuses(ANNA, address(_desk), data, wanted, "readd, one step beyond");
    }

    /// @dev Gifts set the reserves exactly.
    function _raiseSpot(uint256 priceE18) private {
        (uint256 reserveUsdt, uint256 reserveOpen) = _reserves();
        _usdt.mint(address(_pair), (reserveOpen * priceE18 + 1e18 - 1) / 1e18 - reserveUsdt);
        _pair.sync();
        _eq(_oracle.spot(), priceE18, "where it was pushed");
    }

    function test_refuses_priceFurtherBelowTheAverage() public {
        _giveOpen(address(_pair), 500_000e18);
        _pair.sync();
        _eq(_oracle.spot(), 0.04e18, "at the bound");
        _add(ANNA, 100e18, 20_000e18);
        _giveOpen(address(_pair), 1e18);
        _pair.sync();
        bytes memory wanted = abi.encodeWithSelector(
            LiquidityDesk.PriceTooFar.selector,
            _oracle.spot(),
            _oracle.price(),
            2_000
        );
        _refuses(ANNA, address(_desk), _addCall(100e18, 20_000e18), wanted, "beyond");
    }

    /// @dev n - 1, n, n + 1 of the least USDT, counted on what the pool takes and not on what was offered.
    function test_refuses_lessThanTheMinimum() public {
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.BelowMinimum.selector, 10e18 - 1, 10e18);
        _refuses(ANNA, address(_desk), _addCall(10e18 - 1, 20_000e18), wanted, "n - 1");
        wanted = abi.encodeWithSelector(LiquidityDesk.BelowMinimum.selector, 5e18, 10e18);
        _refuses(ANNA, address(_desk), _addCall(1_000e18, 100e18), wanted, "offered much, taken little");
        _add(ANNA, 10e18, 20_000e18);
        _add(ANNA, 10e18 + 1, 19_000e18);
        vm.prank(ADMIN);
        _desk.setMinimumAdd(20e18);
        wanted = abi.encodeWithSelector(LiquidityDesk.BelowMinimum.selector, 20e18 - 1, 20e18);
        _refuses(ANNA, address(_desk), _addCall(20e18 - 1, 19_000e18), wanted, "as set by the timelock");
    }

    function test_refuses_lessTakenThanWanted() public {
        bytes memory data = abi.encodeCall(LiquidityDesk.add, (100e18, 1_000e18, 50e18 + 1, 0, LATER));
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleTaken.selector, 50e18, 50e18 + 1);
        _refuses(ANNA, address(_desk), data, wanted, "USDT");
        data = abi.encodeCall(LiquidityDesk.add, (100e18, 3_000e18, 0, 2_000e18 + 1, LATER));
        wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleTaken.selector, 2_000e18, 2_000e18 + 1);
        _refuses(ANNA, address(_desk), data, wanted, "OPEN");
        vm.prank(ANNA);
        _desk.add(100e18, 3_000e18, 100e18, 2_000e18, LATER);
        _hold();
        data = abi.encodeCall(LiquidityDesk.readd, (100e18, 0, 1_000e18, 50e18 + 1, 0, LATER));
        _giveOpen(ANNA, 3_000e18);
        wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleTaken.selector, 50e18, 50e18 + 1);
        _refuses(ANNA, address(_desk), data, wanted, "OUSD");
    }

    function test_refuses_withoutAllowanceOrMoney() public {
        bytes4 short = IERC20Errors.ERC20InsufficientAllowance.selector;
        vm.prank(ANNA);
        _open.approve(address(_desk), 2_000e18 - 1);
        bytes memory wanted = abi.encodeWithSelector(short, address(_desk), 2_000e18 - 1, 2_000e18);
        _refuses(ANNA, address(_desk), _addCall(100e18, 3_000e18), wanted, "OPEN allowed for one unit less");
        _eq(_usdt.balanceOf(ANNA), 1_000e18, "nothing was taken");
        vm.prank(ANNA);
        _open.approve(address(_desk), 2_000e18);
        _add(ANNA, 100e18, 3_000e18);
        _eq(_open.allowance(ANNA, address(_desk)), 0, "exact allowance suffices");
        _reverts(ANNA, address(_desk), _addCall(1e24, 2e25), "more USDT than there is");
    }

    function test_refuses_moreSharesThanOnesOwn() public {
        _fundAndAdd(BEN, 500e18);
        uint256 lp = _add(ANNA, 100e18, 2_000e18);
        bytes memory wanted = abi.encodeWithSelector(HoldBook.NothingHeld.selector, 1);
        _refuses(ANNA, address(_desk), abi.encodeCall(LiquidityDesk.release, (ANNA, _ids(1))), wanted, "no hold yet");
        wanted = abi.encodeWithSelector(LiquidityDesk.LpInsufficient.selector, lp + 1, lp);
        bytes memory data = abi.encodeCall(LiquidityDesk.remove, (lp + 1, 0, 0, LATER));
        _refuses(ANNA, address(_desk), data, wanted, "n + 1");
        wanted = abi.encodeWithSelector(LiquidityDesk.LpInsufficient.selector, 1, 0);
        _refuses(EVE, address(_desk), abi.encodeCall(LiquidityDesk.remove, (1, 0, 0, LATER)), wanted, "a stranger");
        _remove(ANNA, lp);
        wanted = abi.encodeWithSelector(LiquidityDesk.LpInsufficient.selector, lp, 0);
        _refuses(ANNA, address(_desk), abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER)), wanted, "twice");
    }

    function test_refuses_lessReceivedThanWanted() public {
        uint256 lp = _add(ANNA, 100e18, 2_000e18);
        uint256 usdtOut = ((POOL_USDT + 100e18) * lp) / _pair.totalSupply();
        uint256 openOut = ((POOL_OPEN + 2_000e18) * lp) / _pair.totalSupply();
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, usdtOut, usdtOut + 1);
        bytes memory data = abi.encodeCall(LiquidityDesk.remove, (lp, usdtOut + 1, 0, LATER));
        _refuses(ANNA, address(_desk), data, wanted, "USDT");
        wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, openOut, openOut + 1);
        data = abi.encodeCall(LiquidityDesk.remove, (lp, usdtOut, openOut + 1, LATER));
        _refuses(ANNA, address(_desk), data, wanted, "OPEN");
        vm.prank(ANNA);
        _desk.remove(lp, usdtOut, openOut, LATER);
    }

    /// @dev More than is held is all of it: whoever pays the hold out to her just before makes only her own minimum decide.
    function test_behavior_readdingMoreThanIsHeldTakesAllOfIt() public {
        _hold();
        uint256 held = _desk.heldOf(ANNA);
        _giveOpen(ANNA, 20_000e18);
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (held + 1, 0, 20_000e18, held + 1, 0, LATER));
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleTaken.selector, held, held + 1);
        _refuses(ANNA, address(_desk), data, wanted, "her minimum");
        wanted = abi.encodeWithSelector(MoneyErrors.ZeroAmount.selector);
        data = abi.encodeCall(LiquidityDesk.readd, (held, 0, 20_000e18, 0, 0, LATER));
        _refuses(BEN, address(_desk), data, wanted, "somebody else's");
        vm.prank(ANNA);
        (uint256 used, , ) = _desk.readd(held + 1, 0, 20_000e18, held, 0, LATER);
        _eq(used, held, "all of it");
    }

    /// @dev Fewer than a thousand shares are refused, whatever brought the price of a share up.
    function test_refuses_readdingDust() public {
        _remove(ANNA, _fundAndAdd(ANNA, 1_000e18));
        bytes memory data = abi.encodeCall(LiquidityDesk.readd, (100, 0, 1e18, 0, 0, LATER));
        bytes memory wanted = abi.encodeWithSelector(LiquidityDesk.TooLittleLp.selector, 446, 1_000);
        _refuses(ANNA, address(_desk), data, wanted, "446 shares");
        data = abi.encodeCall(LiquidityDesk.readd, (1, 0, 19, 0, 0, LATER));
        _reverts(ANNA, address(_desk), data, "nothing of the other side");
        vm.prank(ANNA);
        _desk.readd(1_000, 0, 1e18, 0, 0, LATER);
    }

    /// @dev 30 days to the second: n - 1, n, n + 1.
    function test_refuses_releaseBeforeItsTime() public {
        _hold();
        uint256 releaseAt = block.timestamp + 30 days;
        _fundAndAdd(ANNA, 100e18);
        vm.warp(releaseAt - 1);
        _remove(ANNA, 10e18);
        bytes memory wanted = abi.encodeWithSelector(HoldBook.NotYet.selector, 1, releaseAt);
        bytes memory data = abi.encodeCall(LiquidityDesk.release, (ANNA, _ids(1)));
        _refuses(ANNA, address(_desk), data, wanted, "n - 1");
        vm.warp(releaseAt);
        wanted = abi.encodeWithSelector(HoldBook.NotYet.selector, 2, releaseAt - 1 + 30 days);
        bytes memory both = abi.encodeCall(LiquidityDesk.release, (ANNA, _ids(1, 2)));
        _refuses(ANNA, address(_desk), both, wanted, "not before its time, in a list either");
        uint256 before = _ousd.balanceOf(ANNA);
        uint256 held = _desk.holdsOf(ANNA)[0].amount;
        _desk.release(ANNA, _ids(1));
        _eq(_ousd.balanceOf(ANNA) - before, held, "n");
        vm.warp(releaseAt + 1);
        wanted = abi.encodeWithSelector(HoldBook.NothingHeld.selector, 1);
        _refuses(ANNA, address(_desk), data, wanted, "n + 1, but paid already");
    }

    function test_refuses_releaseOfWhatIsNotThere() public {
        _hold();
        vm.warp(block.timestamp + 31 days);
        uint256[3] memory numbers = [uint256(0), 2, type(uint256).max];
        for (uint256 i = 0; i < 3; i++) {
            bytes memory wrong = abi.encodeWithSelector(HoldBook.NothingHeld.selector, numbers[i]);
            bytes memory data = abi.encodeCall(LiquidityDesk.release, (ANNA, _ids(numbers[i])));
            _refuses(ANNA, address(_desk), data, wrong, "no such number");
        }
        bytes memory wanted = abi.encodeWithSelector(HoldBook.NothingHeld.selector, 1);
        bytes memory foreign = abi.encodeCall(LiquidityDesk.release, (BEN, _ids(1)));
        _refuses(ANNA, address(_desk), foreign, wanted, "under another name");
        uint256 held = _desk.heldOf(ANNA);
        uint256 wallet = _ousd.balanceOf(ANNA);
        _desk.release(ANNA, _ids(1, 1));
        _eq(_ousd.balanceOf(ANNA) - wallet, held, "the same twice in one call is paid once");
        _refuses(
            ANNA,
            address(_desk),
            abi.encodeCall(LiquidityDesk.release, (ANNA, _ids(1, 1))),
            wanted,
            "nothing left"
        );
    }

    function testFuzz_refuses_minimumSetByOthersOrTooHigh(address any, uint256 amount) public {
        any = _stranger(any);
        bytes memory data = abi.encodeCall(LiquidityDesk.setMinimumAdd, (amount));
        _refuses(any, address(_desk), data, _lacks(any, ADMIN_ROLE), "C09: minimum");
        amount = _bound(amount, 1_000e18 + 1, type(uint256).max);
        data = abi.encodeCall(LiquidityDesk.setMinimumAdd, (amount));
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.AboveCap.selector, amount, 1_000e18);
        _refuses(ADMIN, address(_desk), data, wanted, "the cap in the code");
        vm.prank(ADMIN);
        _desk.setMinimumAdd(1_000e18);
    }

    function deskOutside() external {
        _newDesk();
    }

    function _refusesDesk(bytes memory wanted, string memory what) private {
        _refuses(address(this), address(this), abi.encodeCall(this.deskOutside, ()), wanted, what);
    }

    function test_refuses_wrongNeighbours() public {
        (BackedDollar ousd, TwapOracle oracle) = (_ousd, _oracle);
        PlainToken other = new PlainToken(18);
        address strange = _factory.createPair(address(other), address(_open));
        _ousd = new BackedDollar("", "", IERC20Metadata(address(other)), ADMIN, STOPPER, new address[](0));
        _refusesDesk(abi.encodeWithSelector(LiquidityDesk.WrongBacking.selector, address(other)), "other backing");
        _ousd = ousd;
        _oracle = new TwapOracle(IPoolPair(strange), address(_open));
        address right = address(_pair);
        _refusesDesk(abi.encodeWithSelector(MarketErrors.WrongPair.selector, strange, right), "oracle of another pair");
        _oracle = oracle;
        _pair = IPairMoves(strange);
        _refusesDesk(abi.encodeWithSelector(MarketErrors.WrongPair.selector, strange, right), "another pair");
        _pair = IPairMoves(right);
        _membership = Membership(address(0xDEAD));
        _refusesDesk(abi.encodeWithSelector(MarketErrors.WithoutCode.selector, address(0xDEAD)), "no membership");
    }
}
