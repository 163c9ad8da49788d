// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {PancakeFactory, PancakePair, PancakeRouter} from "./PancakePool.sol";
import {TestBase} from "./TestBase.sol";

/// @dev That the test pool follows PancakeSwap's published rules: the fee in its K check, the router's formula, the cut.
contract PancakePoolTest is TestBase {
    address private constant OPERATOR = address(0x0BE4A702);
    address private constant MAKER = address(0x3A4E);
    address private constant TRADER = address(0x78AD);

    PancakeFactory private _factory;
    PancakeRouter private _router;
    PancakePair private _pair;
    PlainToken private _first;
    PlainToken private _second;

    function setUp() public {
        _factory = new PancakeFactory(OPERATOR);
        _router = new PancakeRouter(_factory);
        (PlainToken a, PlainToken b) = (new PlainToken(18), new PlainToken(18));
        (_first, _second) = address(a) < address(b) ? (a, b) : (b, a);
        _pair = PancakePair(_factory.createPair(address(b), address(a)));
    }

    function _fill(uint256 reserve0, uint256 reserve1) private {
        _first.mint(address(_pair), reserve0);
        _second.mint(address(_pair), reserve1);
        _pair.mint(MAKER);
    }

    function testFuzz_refuses_oneUnitMoreThanTheRouterSays(uint256 reserve0, uint256 reserve1, uint256 amount) public {
        reserve0 = _bound(reserve0, 1e6, 1e30);
        reserve1 = _bound(reserve1, 1e6, 1e30);
        amount = _bound(amount, 1, reserve0 * 2);
        _fill(reserve0, reserve1);
        uint256 out = _router.getAmountOut(amount, reserve0, reserve1);
        _eq(out, (amount * 9_975 * reserve1) / (reserve0 * 10_000 + amount * 9_975), "25 of 10,000 stay");
        _first.mint(address(_pair), amount);
        bytes memory wanted = abi.encodeWithSignature("Error(string)", "Pancake: K");
        bytes memory more = abi.encodeCall(PancakePair.swap, (0, out + 1, TRADER, ""));
        if (out + 1 < reserve1) _refuses(TRADER, address(_pair), more, wanted, "one unit more");
        if (out > 0) _pair.swap(0, out, TRADER, "");
        _eq(_second.balanceOf(TRADER), out, "what the router says is given");
    }

    /// @dev Of what fees added to the root of x·y the operator's new shares are worth 8 of 25 parts, rounded down.
    function testFuzz_property_theCutIsEightOfTwentyFiveParts(
        uint256 reserve0,
        uint256 reserve1,
        uint256 amount
    ) public {
        reserve0 = _bound(reserve0, 1e18, 1e28);
        reserve1 = _bound(reserve1, 1e18, 1e28);
        amount = _bound(amount, reserve0 / 1_000, reserve0);
        _fill(reserve0, reserve1);
        uint256 before = Math.sqrt(_pair.kLast());
        _eq(before, Math.sqrt(reserve0 * reserve1), "counted from the first adding");
        _first.mint(address(_pair), amount);
        _pair.swap(0, _router.getAmountOut(amount, reserve0, reserve1), TRADER, "");
        (uint256 now0, uint256 now1, ) = _pair.getReserves();
        uint256 root = Math.sqrt(now0 * now1);
        _first.mint(address(_pair), now0);
        _second.mint(address(_pair), now1);
        uint256 supply = _pair.totalSupply();
        _pair.mint(TRADER);
        uint256 cut = _pair.balanceOf(OPERATOR);
        uint256 worth = (cut * root) / (supply + cut);
        uint256 wanted = ((root - before) * 8) / 25;
        _holds(worth <= wanted, "no more than 8 of 25 parts");
        _holds(worth + 10 + wanted / 1e6 >= wanted, "and no less, rounding aside");
        _eq(_pair.kLast(), uint256(4) * now0 * now1, "counted anew from here");
    }

    function test_behavior_noCutWithoutGrowthOrOperator() public {
        _fill(1e20, 1e20);
        _fill(1e20, 1e20);
        _eq(_pair.balanceOf(OPERATOR), 0, "nothing grew");
        _factory = new PancakeFactory(address(0));
        _pair = PancakePair(_factory.createPair(address(_first), address(_second)));
        _fill(1e20, 1e20);
        _eq(_pair.kLast(), 0, "nobody to give it to");
    }
}
