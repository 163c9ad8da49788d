// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "../hostile/PlainToken.sol";
import {MintingBase} from "./MintingBase.sol";

/// @dev What a pushed price wins when hash power is minted by it, and what the push costs. Pool of 100,000 USDT and 2,000,000
/// OPEN, fee 0.3 % each way. She could have the power honestly for half a USDT each, so what she wins is the OPEN that she
/// saves. She mints with OPEN for `WEALTH` USDT, as much as the pool holds of it; more could not be sold there for that anyway.
/// The figures stand in docs/economics.md.
contract PushedPower is MintingBase {
    address private constant EVE = address(0xE7E);
    uint256 private constant WEALTH = 100_000;

    function setUp() public {
        _openMinting(new PlainToken(18));
        powerMint.update();
        _calm(6);
    }

    function _calm(uint256 means) private {
        for (uint256 i = 0; i < means; i++) {
            vm.warp(block.timestamp + 5 minutes);
            powerMint.update();
        }
    }

    function _swap(bool buys, uint256 amountIn) private returns (uint256 out) {
        address[] memory path = new address[](2);
        (path[0], path[1]) = buys ? (address(usdt), address(open)) : (address(open), address(usdt));
        vm.prank(EVE);
        usdt.approve(address(router), NEVER);
        vm.prank(EVE);
        open.approve(address(router), NEVER);
        vm.prank(EVE);
        return router.swapExactTokensForTokens(amountIn, 0, path, EVE, NEVER)[1];
    }

    /// @dev Bought with `amount`, held for a second in each of `times` means, sold again each time; nobody else trades, who
    /// would only make it dearer. Cost in USDT, what the plain average and what the power mint's price become in hundredths,
    /// and what is won of {WEALTH}, in USDT.
    function _pushForASecond(
        uint256 amount,
        uint256 times
    ) private returns (uint256 cost, uint256 average, uint256 valued, uint256 won) {
        (uint256 fair, uint256 fairValue) = (oracle.price(), powerMint.priceE18());
        for (uint256 i = 0; i < times; i++) {
            usdt.mint(EVE, amount);
            uint256 got = _swap(true, amount);
            vm.warp(block.timestamp + 1);
            cost += amount - _swap(false, got);
            vm.warp(block.timestamp + 5 minutes - 1);
            powerMint.update();
        }
        cost = cost / 1e18;
        average = (oracle.price() * 100) / fair;
        valued = (powerMint.priceE18() * 10_000) / fairValue;
        won = (WEALTH * (powerMint.priceE18() - fairValue)) / fairValue;
    }

    function _row(uint256 times, uint256 wantedCost, uint256 wantedAverage, uint256 wantedValue, uint256 most) private {
        (uint256 cost, uint256 average, uint256 valued, uint256 won) = _pushForASecond(10_000_000e18, times);
        _eq(cost, wantedCost, "cost in USDT");
        _eq(average, wantedAverage, "plain average, hundredths");
        _eq(valued, wantedValue, "valued, ten-thousandths");
        _eq(won, most, "won, USDT");
        _holds(won < cost, "a loss");
    }

    function test_property_aSecondInOneMeanIsALoss() public {
        _row(1, 596, 100, 10_000, 0);
    }

    function test_property_aSecondInTwoMeansIsALoss() public {
        _row(2, 1_196, 100, 10_000, 0);
    }

    function test_property_aSecondInThreeMeansIsALoss() public {
        _row(3, 1_800, 1_776, 10_046, 464);
    }

    function test_property_aSecondInAllSixMeansIsALoss() public {
        _row(6, 3_633, 3_442, 10_244, 2_444);
    }

    /// @dev The price doubled and held up for twenty minutes of thirty, with one other holder of OPEN who looks once a minute
    /// and sells into it until the price is fair again. She pays that holder each minute.
    function test_property_holdingThePriceUpWhileOneWatchesIsALoss() public {
        (uint256 fairValue, uint256 cost, uint256 left) = (powerMint.priceE18(), 0, 0);
        uint256 push = 41_500e18;
        for (uint256 minute = 1; minute <= 20; minute++) {
            usdt.mint(EVE, push);
            uint256 got = _swap(true, push);
            (cost, left) = (cost + push, left + got);
            vm.warp(block.timestamp + 1 minutes);
            // Back to the fair price: as much OPEN as was bought goes in again.
            open.transfer(address(HOLDER), got);
            _sellBack(got);
            if (minute % 5 == 0) powerMint.update();
        }
        // What she bought is hers, at the fair price.
        cost = cost / 1e18 - left / 20 / 1e18;
        uint256 won = (WEALTH * (powerMint.priceE18() - fairValue)) / fairValue;
        _eq(cost, 251_506, "cost, USDT");
        _eq(won, 100_703, "won");
        _holds(won < cost, "a loss");
    }

    /// @dev Straight into the pair, as somebody else's trade.
    function _sellBack(uint256 amount) private {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(open), address(usdt));
        vm.prank(HOLDER);
        open.approve(address(router), amount);
        vm.prank(HOLDER);
        router.swapExactTokensForTokens(amount, 0, path, HOLDER, NEVER);
    }

    /// @dev Pushed down, the price harms nobody for longer than it is pushed, and wins nothing: whoever mints names the least.
    function test_property_pushedDownNobodyWins() public {
        uint256 fairValue = powerMint.priceE18();
        for (uint256 i = 0; i < 3; i++) {
            open.transfer(EVE, 200_000_000e18);
            uint256 got = _swap(false, 200_000_000e18);
            vm.warp(block.timestamp + 1);
            _swap(true, got);
            vm.warp(block.timestamp + 5 minutes - 1);
            powerMint.update();
        }
        uint256 pushed = powerMint.priceE18();
        _holds(pushed < fairValue, "valued lower");
        (, uint256 power) = powerMint.quote(1_000e18);
        bytes memory call = abi.encodeWithSignature("mint(uint256,uint256,uint256)", 1_000e18, power + 1, NEVER);
        _reverts(MEMBER, address(powerMint), call, "less than was named");
        _calm(4);
        _holds(powerMint.priceE18() > (oracle.spot() * 99) / 100, "and fair again twenty minutes later");
    }
}
