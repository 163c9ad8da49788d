// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "../hostile/PlainToken.sol";
import {SwapBase} from "./SwapBase.sol";

/// @dev What it costs to push the price for a second, and what that does to a plain average of 30 minutes and to the oracle.
/// The figures stand in docs/economics.md; pool of 100,000 USDT and 2,000,000 OPEN, fee 0.3 % each way, the same block's trades
/// and the arbitrage of others left out (both only make it dearer).
contract PushCost is SwapBase {
    address private constant EVE = address(0xE7E);

    function setUp() public {
        _openMarket(new PlainToken(18));
        oracle.update();
        for (uint256 i = 0; i < 6; i++) {
            vm.warp(block.timestamp + 5 minutes);
            oracle.update();
        }
    }

    /// @dev Bought with `amount`, held for a second, sold again. Gives the cost in USDT and the price-seconds beyond the fair.
    function _pushOnce(uint256 amount) private returns (uint256 cost, uint256 extra) {
        usdt.mint(EVE, amount);
        vm.prank(EVE);
        usdt.approve(address(router), amount);
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(usdt), address(open));
        uint256 fair = oracle.spot();
        vm.prank(EVE);
        uint256 got = router.swapExactTokensForTokens(amount, 0, path, EVE, block.timestamp)[1];
        extra = oracle.spot() - fair;
        vm.warp(block.timestamp + 1);
        vm.prank(EVE);
        open.approve(address(router), got);
        (path[0], path[1]) = (path[1], path[0]);
        vm.prank(EVE);
        cost = amount - router.swapExactTokensForTokens(got, 0, path, EVE, block.timestamp)[1];
    }

    /// @dev `times` such pushes, each in a mean of its own, by one who looks in between. In hundredths of the fair price.
    function _push(uint256 amount, uint256 times) private returns (uint256 cost, uint256 plain, uint256 median) {
        uint256 fair = oracle.price();
        uint256 extra = 0;
        for (uint256 i = 0; i < times; i++) {
            (uint256 paid, uint256 more) = _pushOnce(amount);
            (cost, extra) = (cost + paid, extra + more);
            vm.warp(block.timestamp + 5 minutes - 1);
            oracle.update();
        }
        plain = ((fair + extra / 30 minutes) * 100) / fair;
        median = (oracle.price() * 100) / fair;
        cost = cost / 1e18;
    }

    function _row(uint256 amount, uint256 times, uint256 cost, uint256 plain, uint256 median) private {
        (uint256 c, uint256 p, uint256 m) = _push(amount, times);
        _eq(c, cost, "cost in USDT");
        _eq(p, plain, "plain average, hundredths");
        _eq(m, median, "oracle, hundredths");
    }

    function test_property_oneBlock_threeTimesThePool() public {
        _row(300_000e18, 1, 451, 100, 100);
    }

    function test_property_oneBlock_fortyTimesThePool() public {
        _row(4_000_000e18, 1, 587, 193, 100);
    }

    function test_property_oneBlock_hundredTimesThePool() public {
        _row(10_000_000e18, 1, 596, 664, 100);
    }

    function test_property_twoMeans() public {
        _row(10_000_000e18, 2, 1_196, 1_226, 100);
    }

    function test_property_threeMeans() public {
        _row(10_000_000e18, 3, 1_800, 1_785, 1_776);
    }
}
