// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {BackedDollar} from "../../src/asset/BackedDollar.sol";
import {HashPowerMint} from "../../src/minting/HashPowerMint.sol";
import {UsdoMint} from "../../src/minting/UsdoMint.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {SwapBase} from "../swap/SwapBase.sol";

/// @dev The market, and on top of it what mints hash power and USDO. MEMBER is activated and has means; HOLDER only has means.
abstract contract MintingBase is SwapBase {
    uint256 internal constant NEVER = type(uint256).max;
    uint256 internal constant MEANS = 1_000_000e18;

    TwapOracle internal inverse;
    BackedDollar internal usdo;
    HashPowerMint internal powerMint;
    UsdoMint internal usdoMint;

    function _openMinting(PlainToken usdt_) internal {
        _openMarket(usdt_);
        inverse = new TwapOracle(pair, address(usdt_));
        powerMint = _newPowerMint(oracle, inverse, address(treasury));
        usdo = new BackedDollar("", "USDO", IERC20Metadata(address(usdt_)), ADMIN, PAUSER, new address[](0));
        usdoMint = _newUsdoMint(desk);
        address[2] memory people = [MEMBER, HOLDER];
        for (uint256 i = 0; i < people.length; i++) {
            usdt.mint(people[i], MEANS);
            open.transfer(people[i], MEANS);
            _allowMinting(people[i]);
        }
    }

    function _newPowerMint(
        TwapOracle oracle_,
        TwapOracle inverse_,
        address treasury_
    ) internal returns (HashPowerMint) {
        return new HashPowerMint(address(usdt), open, membership, oracle_, inverse_, treasury_, ADMIN, PAUSER);
    }

    /// @dev The new contract may mint USDO.
    function _newUsdoMint(SwapDesk desk_) internal returns (UsdoMint made) {
        made = new UsdoMint(usdo, desk_, ADMIN, PAUSER);
        bytes32 minter = usdo.MINTER_ROLE();
        vm.prank(ADMIN);
        usdo.grantRole(minter, address(made));
    }

    function _allowMinting(address who) internal {
        vm.prank(who);
        open.approve(address(powerMint), NEVER);
        vm.prank(who);
        open.approve(address(usdoMint), NEVER);
        vm.prank(who);
        usdt.approve(address(usdoMint), NEVER);
    }

    function _mintPower(address who, uint256 openIn) internal returns (uint256) {
        vm.prank(who);
        return powerMint.mint(openIn, 0, block.timestamp);
    }

    function _usdoFromOpen(address who, uint256 openIn, uint256 least) internal returns (uint256) {
        vm.prank(who);
        return usdoMint.mintFromOpen(openIn, least, block.timestamp);
    }

    function _usdoFromUsdt(address who, uint256 usdtIn) internal {
        vm.prank(who);
        usdoMint.mintFromUsdt(usdtIn);
    }

    /// @dev Whatever was minted, nothing stays with who mints, and nothing is left allowed.
    function _mintersAreEmpty() internal view {
        _eq(
            usdt.balanceOf(address(powerMint)) + open.balanceOf(address(powerMint)),
            0,
            "the power mint holds something"
        );
        _eq(usdt.balanceOf(address(usdoMint)), 0, "the USDO mint holds USDT");
        _eq(open.balanceOf(address(usdoMint)), 0, "the USDO mint holds OPEN");
        _eq(usdo.balanceOf(address(usdoMint)), 0, "the USDO mint holds USDO");
        _eq(usdt.allowance(address(usdoMint), address(usdo)), 0, "an allowance is left");
    }
}
