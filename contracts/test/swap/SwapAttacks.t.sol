// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {FalseToken, FeeToken, LyingToken, ReentrantToken, SilentToken} from "../hostile/HostileTokens.sol";
import {SurchargeToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {SwapBase} from "./SwapBase.sol";
import {MarketErrors, MoneyErrors} from "../../src/kit/Errors.sol";

/// @dev A dollar that misbehaves: the trade fails whole, or is right to the unit. Never anything in between.
contract SwapHostileTokensTest is SwapBase {
    function _openWith(PlainToken token) private {
        _openMarket(token);
        _giveUsdt(MEMBER, 1_000e18);
        _giveOpen(MEMBER, 1_000e18);
    }

    function _refusesBuy(bytes memory wanted, string memory what) private {
        bytes memory data = abi.encodeCall(SwapDesk.buy, (100e18, 0, block.timestamp));
        uint256 held = usdt.balanceOf(MEMBER);
        _refuses(MEMBER, address(desk), data, wanted, what);
        _eq(usdt.balanceOf(MEMBER), held, what);
        _deskIsEmpty();
    }

    function test_refuses_aTokenThatAnswersFalse() public {
        _openWith(new FalseToken());
        _refusesBuy(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usdt), "buy");
        bytes memory data = abi.encodeCall(SwapDesk.sell, (100e18, 0, block.timestamp));
        _reverts(MEMBER, address(desk), data, "sell");
        _eq(open.balanceOf(MEMBER), 1_000e18, "OPEN stays");
    }

    function test_refuses_aTokenThatLies() public {
        _openWith(new LyingToken());
        _refusesBuy(abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 99.5e18, 0), "buy");
        bytes memory data = abi.encodeCall(SwapDesk.sell, (100e18, 0, block.timestamp));
        bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, 0, 0);
        _refuses(MEMBER, address(desk), data, wanted, "sell");
        _eq(open.balanceOf(MEMBER), 1_000e18, "OPEN stays");
    }

    function test_refuses_aTokenThatTakesAFee() public {
        _openWith(new FeeToken());
        _refusesBuy(abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, 99.5e18, 98.505e18), "buy");
    }

    function test_refuses_aTokenThatTakesMoreFromTheSender() public {
        _openWith(new SurchargeToken());
        uint256 held = usdt.balanceOf(MEMBER);
        _buyAs(MEMBER, 100e18, 0);
        _eq(usdt.balanceOf(MEMBER), held - 101e18, "the buyer pays what the token takes");
        _eq(usdt.balanceOf(address(treasury)), 0.5e18, "the fee is whole");
        bytes memory data = abi.encodeCall(SwapDesk.sell, (100e18, 0, block.timestamp));
        _reverts(MEMBER, address(desk), data, "sell");
        _deskIsEmpty();
    }

    function test_behavior_sellingCountsWhatArrivedOfATokenWithFee() public {
        _openWith(new FeeToken());
        (uint256 quoted, uint256 fee, ) = desk.quoteSell(100e18);
        uint256 arrived = quoted + fee - (quoted + fee) / 100;
        uint256 paid = _sellAs(MEMBER, 100e18, 0);
        _eq(paid, arrived - (arrived * 50 + 9_999) / 10_000, "out of what arrived, not of what was promised");
        _deskIsEmpty();
    }

    function test_behavior_aTokenThatAnswersNothingIsTraded() public {
        _openWith(new SilentToken());
        (uint256 quoted, ) = desk.quoteBuy(100e18);
        _eq(_buyAs(MEMBER, 100e18, quoted), quoted, "bought");
        (quoted, , ) = desk.quoteSell(100e18);
        _eq(_sellAs(MEMBER, 100e18, quoted), quoted, "sold");
        _deskIsEmpty();
    }

    function test_refuses_reentry_whileTheTradeGoesOn() public {
        ReentrantToken token = new ReentrantToken();
        _openWith(token);
        // The attacker is an activated member with money and allowances of its own.
        vm.prank(address(token));
        membership.activate(ROOT);
        _giveUsdt(address(token), 1_000e18);
        _giveOpen(address(token), 1_000e18);
        bytes[2] memory calls = [
            abi.encodeCall(SwapDesk.buy, (10e18, 0, block.timestamp)),
            abi.encodeCall(SwapDesk.sell, (10e18, 0, block.timestamp))
        ];
        for (uint256 i = 0; i < 4; i++) {
            token.arm(address(desk), calls[i % 2]);
            (uint256 quoted, ) = desk.quoteBuy(100e18);
            if (i < 2) _eq(_buyAs(MEMBER, 100e18, quoted), quoted, "bought as quoted");
            else {
                (quoted, , ) = desk.quoteSell(100e18);
                _eq(_sellAs(MEMBER, 100e18, quoted), quoted, "sold as quoted");
            }
            _holds(token.tried() && !token.succeeded(), "reentered");
            _deskIsEmpty();
        }
        _eq(open.balanceOf(address(token)), 1_000e18, "nothing was traded on the way");
    }

    function test_refuses_reentry_byItsName() public {
        ReentrantToken token = new ReentrantToken();
        _openWith(token);
        Echo echo = new Echo(address(desk));
        token.arm(address(echo), abi.encodeCall(Echo.reenter, (abi.encodeCall(SwapDesk.sell, (1e18, 0, 0)))));
        _buyAs(MEMBER, 100e18, 0);
        bytes4 wanted = ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector;
        _holds(bytes4(echo.answer()) == wanted, "not the guard");
    }
}

/// @dev Calls on and keeps the answer.
contract Echo {
    address private immutable _target;
    bytes public answer;

    constructor(address target) {
        _target = target;
    }

    function reenter(bytes calldata data) external {
        (, answer) = _target.call(data);
    }
}

/// @dev Others trading before and after, gifts, and the pool's own levers: nobody gains but from who chose to have no
/// minimum.
contract SwapAttacksTest is SwapBase {
    address private constant EVE = address(0xE7E);
    uint256 private constant RICH = 10_000_000e18;

    function setUp() public {
        _openMarket(new PlainToken(18));
        _giveUsdt(MEMBER, 1_000_000e18);
        _giveOpen(MEMBER, 1_000_000e18);
        usdt.mint(EVE, RICH);
    }

    /// @dev Straight through the public router, without our fee: the strongest attacker.
    function _swapAsEve(IERC20 from, IERC20 to, uint256 amount) private returns (uint256) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(from), address(to));
        vm.prank(EVE);
        from.approve(address(router), amount);
        vm.prank(EVE);
        return router.swapExactTokensForTokens(amount, 0, path, EVE, block.timestamp)[1];
    }

    function testFuzz_refuses_theSandwichThatTheMinimumForbids(
        uint256 usdtIn,
        uint256 push,
        uint256 toleranceBps
    ) public {
        usdtIn = _bound(usdtIn, 1e18, 50_000e18);
        push = _bound(push, 1e18, RICH);
        (uint256 quoted, ) = desk.quoteBuy(usdtIn);
        uint256 minimum = (quoted * (10_000 - _bound(toleranceBps, 0, 5_000))) / 10_000;
        uint256 bought = _swapAsEve(IERC20(address(usdt)), open, push);
        (uint256 left, ) = desk.quoteBuy(usdtIn);
        bytes memory data = abi.encodeCall(SwapDesk.buy, (usdtIn, minimum, block.timestamp));
        if (left < minimum) {
            bytes memory wanted = abi.encodeWithSelector(MarketErrors.TooLittleReceived.selector, left, minimum);
            _refuses(MEMBER, address(desk), data, wanted, "a price beyond the tolerance");
            _eq(usdt.balanceOf(MEMBER), 1_000_000e18, "nothing paid");
            _swapAsEve(open, IERC20(address(usdt)), bought);
            _holds(usdt.balanceOf(EVE) < RICH, "Eve paid the pool's fee twice for nothing");
        } else {
            _holds(_buyAs(MEMBER, usdtIn, minimum) >= minimum, "less than the minimum");
        }
    }

    function testFuzz_property_aSandwichWithoutMinimumHarmsOnlyWhoChoseIt(uint256 usdtIn, uint256 push) public {
        usdtIn = _bound(usdtIn, 1e18, 50_000e18);
        push = _bound(push, 1e18, RICH);
        _giveUsdt(HOLDER, 77e18);
        _giveOpen(HOLDER, 77e18);
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        (uint256 quoted, uint256 fee) = desk.quoteBuy(usdtIn);
        uint256 bought = _swapAsEve(IERC20(address(usdt)), open, push);
        uint256 received = _buyAs(MEMBER, usdtIn, 0);
        _swapAsEve(open, IERC20(address(usdt)), bought);
        _holds(received <= quoted, "who chose zero receives less");
        // What Eve gained is out of that one trade, at most all of it; everybody else has what they had.
        _holds(usdt.balanceOf(EVE) <= RICH + usdtIn - fee, "gained more than the member put in");
        (uint256 nowUsdt, uint256 nowOpen) = _reserves();
        _holds(nowUsdt * nowOpen >= ofUsdt * ofOpen, "C03: the pool lost");
        _eq(usdt.balanceOf(address(treasury)), fee, "the fee is the same");
        _eq(usdt.balanceOf(HOLDER) + open.balanceOf(HOLDER), 154e18, "somebody else lost");
        _eq(usdt.balanceOf(EVE) + usdt.balanceOf(MEMBER) + nowUsdt + fee, RICH + 1_000_000e18 + ofUsdt, "dollars made");
        _deskIsEmpty();
    }

    function testFuzz_property_movingThePoolAloneGainsNothing(uint256 push, bool buysFirst) public {
        push = _bound(push, 1e9, 1_000_000e18);
        if (buysFirst) {
            uint256 got = _swapAsEve(IERC20(address(usdt)), open, push);
            _swapAsEve(open, IERC20(address(usdt)), got);
            _holds(usdt.balanceOf(EVE) <= RICH, "C05");
        } else {
            open.transfer(EVE, push);
            uint256 got = _swapAsEve(open, IERC20(address(usdt)), push);
            _swapAsEve(IERC20(address(usdt)), open, got);
            _holds(open.balanceOf(EVE) <= push, "C05");
        }
    }

    function testFuzz_property_giftsToThePoolKeepQuotesExact(uint256 gift, bool inUsdt, uint256 lever) public {
        gift = _bound(gift, 1, 1_000_000e18);
        if (inUsdt) usdt.mint(address(pair), gift);
        else open.transfer(address(pair), gift);
        lever = lever % 3;
        if (lever == 1) pair.skim(EVE);
        if (lever == 2) pair.sync();
        (uint256 ofUsdt, uint256 ofOpen) = _reserves();
        (uint256 quoted, ) = desk.quoteBuy(500e18);
        _eq(_buyAs(MEMBER, 500e18, quoted), quoted, "bought as quoted");
        (quoted, , ) = desk.quoteSell(500e18);
        _eq(_sellAs(MEMBER, 500e18, quoted), quoted, "sold as quoted");
        (uint256 nowUsdt, uint256 nowOpen) = _reserves();
        _holds(nowUsdt * nowOpen >= ofUsdt * ofOpen, "C03");
        _deskIsEmpty();
    }

    function testFuzz_property_giftsToTheDeskTouchNoTrade(uint256 usdtGift, uint256 openGift) public {
        (usdtGift, openGift) = (_bound(usdtGift, 0, 1e24), _bound(openGift, 0, 1e24));
        usdt.mint(address(desk), usdtGift);
        open.transfer(address(desk), openGift);
        (uint256 quoted, ) = desk.quoteBuy(500e18);
        _eq(_buyAs(MEMBER, 500e18, quoted), quoted, "bought as quoted");
        (quoted, , ) = desk.quoteSell(500e18);
        _eq(_sellAs(MEMBER, 500e18, quoted), quoted, "sold as quoted");
        _eq(usdt.balanceOf(address(desk)), usdtGift, "USDT gift lies where it fell");
        _eq(open.balanceOf(address(desk)), openGift, "OPEN gift lies where it fell");
        _eq(usdt.allowance(address(desk), address(router)) + open.allowance(address(desk), address(router)), 0, "none");
    }

    function test_property_nobodyTradesOutOfAnothersWallet() public {
        // C12: Eve is active, has nothing, and the member has allowed the desk everything.
        vm.prank(EVE);
        membership.activate(ROOT);
        vm.prank(EVE);
        usdt.transfer(address(1), RICH);
        _reverts(EVE, address(desk), abi.encodeCall(SwapDesk.buy, (1e18, 0, block.timestamp)), "buy");
        _reverts(EVE, address(desk), abi.encodeCall(SwapDesk.sell, (1e18, 0, block.timestamp)), "sell");
        _eq(usdt.balanceOf(MEMBER) + open.balanceOf(MEMBER), 2_000_000e18, "untouched");
    }
}
