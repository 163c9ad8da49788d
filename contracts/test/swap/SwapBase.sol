// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {Membership} from "../../src/member/Membership.sol";
import {Treasury} from "../../src/reserve/Treasury.sol";
import {IPoolRouter} from "../../src/swap/PublicPool.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {ICreatePair, IPairMoves, PublicPoolKit} from "../kit/PublicPoolKit.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev A market on the published pool: 100,000 USDT and 2,000,000 OPEN, half an hour old, with one activated member.
abstract contract SwapBase is TestBase, PublicPoolKit {
    address internal constant ADMIN = address(0x71AE);
    address internal constant PAUSER = address(0x6A4D);
    address internal constant ROOT = address(0x2007);
    address internal constant MEMBER = address(0x3E3B);
    address internal constant HOLDER = address(0x401D);
    uint256 internal constant START = 2_000_000_000;
    uint256 internal constant FIRST_USDT = 100_000e18;
    uint256 internal constant FIRST_OPEN = 2_000_000e18;

    PlainToken internal usdt;
    OpenToken internal open;
    ICreatePair internal factory;
    IPoolRouter internal router;
    IPairMoves internal pair;
    Membership internal membership;
    Treasury internal treasury;
    TwapOracle internal oracle;
    SwapDesk internal desk;

    /// @dev The market with `usdt_` as its dollar; whoever runs the test holds what is not in the pool.
    function _openMarket(PlainToken usdt_) internal {
        vm.warp(START);
        usdt = usdt_;
        open = new OpenToken(address(this));
        (factory, router) = _deployExchange();
        pair = IPairMoves(factory.createPair(address(usdt_), address(open)));
        membership = new Membership(ROOT, ADMIN, PAUSER);
        treasury = new Treasury(ADMIN, address(0x9A1E), PAUSER, address(0xC01D), new address[](0), new uint256[](0));
        vm.prank(MEMBER);
        membership.activate(ROOT);
        _fillPool(FIRST_USDT, FIRST_OPEN);
        oracle = new TwapOracle(pair, address(open));
        desk = _deployDesk(address(pair), oracle, address(treasury));
        vm.warp(START + 30 minutes);
    }

    /// @dev The same on a pair of another dollar, into which nobody has put anything.
    function _openEmptyMarket() internal {
        usdt = new PlainToken(18);
        pair = IPairMoves(factory.createPair(address(usdt), address(open)));
        oracle = new TwapOracle(pair, address(open));
        desk = _deployDesk(address(pair), oracle, address(treasury));
    }

    function _deployDesk(address pair_, TwapOracle oracle_, address treasury_) internal returns (SwapDesk) {
        return
            new SwapDesk(
                IERC20(address(usdt)),
                open,
                IPairMoves(pair_),
                router,
                membership,
                oracle_,
                treasury_,
                ADMIN,
                PAUSER
            );
    }

    function _fillPool(uint256 usdtAmount, uint256 openAmount) internal {
        usdt.mint(address(pair), usdtAmount);
        open.transfer(address(pair), openAmount);
        pair.mint(address(0xD1E));
    }

    /// @dev Gives `who` USDT and lets the desk take it.
    function _giveUsdt(address who, uint256 amount) internal {
        usdt.mint(who, amount);
        vm.prank(who);
        usdt.approve(address(desk), type(uint256).max);
    }

    /// @dev Gives `who` OPEN and lets the desk take it.
    function _giveOpen(address who, uint256 amount) internal {
        open.transfer(who, amount);
        vm.prank(who);
        open.approve(address(desk), type(uint256).max);
    }

    function _buyAs(address who, uint256 usdtIn, uint256 minimum) internal returns (uint256) {
        vm.prank(who);
        return desk.buy(usdtIn, minimum, block.timestamp);
    }

    function _sellAs(address who, uint256 openIn, uint256 minimum) internal returns (uint256) {
        vm.prank(who);
        return desk.sell(openIn, minimum, block.timestamp);
    }

    function _reserves() internal view returns (uint256 ofUsdt, uint256 ofOpen) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        return pair.token0() == address(open) ? (reserve1, reserve0) : (reserve0, reserve1);
    }

    /// @dev Between calls the desk has nothing, owes nothing and allows nothing (donations aside).
    function _deskIsEmpty() internal view {
        _eq(usdt.balanceOf(address(desk)), 0, "desk holds USDT");
        _eq(open.balanceOf(address(desk)), 0, "desk holds OPEN");
        _eq(usdt.allowance(address(desk), address(router)), 0, "USDT allowance left");
        _eq(open.allowance(address(desk), address(router)), 0, "OPEN allowance left");
    }
}
