// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BuyBack} from "../../src/reserve/BuyBack.sol";
import {ReentrantToken} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {BuyBackBase} from "./BuyBackBase.sol";

/// @dev Anyone may carry out a signed order, at the moment and in the middle of whatever they like.
contract BuyBackAttacks is BuyBackBase {
    uint256 private constant NEVER = type(uint256).max;
    bytes32 private constant ID = keccak256("bbk_1");
    bytes private _inside;
    bool private _tried;
    bool private _succeeded;

    function setUp() public {
        _openBuyBack(new PlainToken(18), 10_000e18);
        open.transfer(address(0xD1E), open.balanceOf(address(this)));
        // Somebody has looked: a movement takes away no average.
        oracle.update();
    }

    function _order(bytes32 id, uint256 usdtIn, uint256 least) private view returns (bytes memory) {
        Order memory order = Order(id, usdtIn, least, NEVER, block.chainid, address(buyBack));
        return abi.encodeCall(BuyBack.buy, (id, usdtIn, least, NEVER, _sign(PAYER_KEY, order)));
    }

    function _trade(bool buys, uint256 amount) private returns (uint256) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(usdt), address(open)) : (address(open), address(usdt));
        usdt.approve(address(router), NEVER);
        open.approve(address(router), NEVER);
        return router.swapExactTokensForTokens(amount, 0, path, address(this), NEVER)[1];
    }

    /// @dev Bought before the order, which is carried out at once, and sold after it. An order without a minimum of its own loses
    /// what {BuyBack-MAX_ABOVE_BPS} allows and no more; one that demands what was quoted is not worth the pool's fees.
    function testFuzz_property_aSandwichGainsNoMoreThanTheOrderAllows(uint256 push, uint256 spent, bool exact) public {
        (push, spent) = (_bound(push, 1e15, 5_000e18), _bound(spent, 1e15, 1_000e18));
        (uint256 quoted, ) = buyBack.quote(spent);
        bytes memory order = _order(ID, spent, exact ? quoted : 0);
        uint256 supply = open.totalSupply();
        usdt.mint(address(this), push);
        uint256 got = _trade(true, push);
        (bool passed, ) = address(buyBack).call(order);
        _holds(!(passed && exact), "the pool gives less than was quoted");
        _trade(false, got);
        uint256 most = push + (passed ? (spent * 3) / 100 : 0);
        _holds(usdt.balanceOf(address(this)) <= most, "gained more than 3 % of the order");
        if (passed) _holds((supply - open.totalSupply()) * 515 >= spent * 10_000, "no dearer than 0.0515 USDT");
    }

    function uniswapV2Call(address, uint256 amount0, uint256 amount1, bytes calldata) external {
        _tried = true;
        (_succeeded, ) = address(buyBack).call(_inside);
        // 0.3 %, rounded up: what the pair asks for.
        uint256 back = ((amount0 + amount1) * 1_000) / 997 + 1;
        if (usdt.balanceOf(address(this)) >= back) usdt.transfer(address(pair), back);
        else open.transfer(address(pair), back);
    }

    /// @dev The pair lends its own coins meanwhile. The treasury pays nothing, and the order is as good as before.
    function testFuzz_refuses_inTheMiddleOfAFlashLoan(bool ofUsdt, uint256 amount) public {
        amount = _bound(amount, 1e6, 90_000e18);
        if (ofUsdt) usdt.mint(address(this), amount);
        else {
            vm.prank(address(0xD1E));
            open.transfer(address(this), amount);
        }
        _inside = _order(ID, 500e18, 0);
        bool first = (pair.token0() == address(usdt)) == ofUsdt;
        pair.swap(first ? amount : 0, first ? 0 : amount, address(this), "lend");
        _holds(_tried && !_succeeded, "the pair is locked while it lends");
        _eq(usdt.balanceOf(address(treasury)), 10_000e18, "nothing was paid");
        _holds(!buyBack.isDone(ID), "not done");
    }

    /// @dev A dollar that calls back in the middle of the payment finds the doors shut, here and at the treasury.
    function test_refuses_anotherOrderInTheMiddleOfOne() public {
        ReentrantToken calling = new ReentrantToken();
        _openBuyBack(calling, 10_000e18);
        bytes32 other = keccak256("bbk_2");
        bytes memory first = _order(ID, 500e18, 0);
        calling.arm(address(buyBack), _order(other, 500e18, 0));
        (bool passed, ) = address(buyBack).call(first);
        _holds(passed && calling.tried() && !calling.succeeded(), "one after the other only");
        _eq(usdt.balanceOf(address(treasury)), 9_500e18, "paid once");
        _holds(buyBack.isDone(ID) && !buyBack.isDone(other), "the other is as good as before");
    }
}
