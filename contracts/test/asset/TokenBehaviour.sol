// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {TestBase} from "../kit/TestBase.sol";

/// @dev What every token of ours does. A concrete test names the token and how somebody comes to hold some.
abstract contract TokenBehaviour is TestBase {
    address internal constant ANNA = address(0xA11A);
    address internal constant BEN = address(0xBE11);
    address internal constant EVE = address(0xE7E);

    function _token() internal view virtual returns (IERC20);

    function _give(address to, uint256 amount) internal virtual;

    function testFuzz_refuses_transferBeyondBalance(uint256 held, uint256 asked) public {
        held = _bound(held, 0, 1e26);
        asked = _bound(asked, held + 1, type(uint256).max);
        _give(ANNA, held);
        bytes memory wanted = abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ANNA, held, asked);
        _refuses(ANNA, address(_token()), abi.encodeCall(IERC20.transfer, (BEN, asked)), wanted, "beyond the balance");
    }

    function testFuzz_refuses_strangerTakingMoney(address stranger, uint256 amount) public {
        amount = _bound(amount, 1, 1e26);
        if (stranger == ANNA || stranger == address(0) || stranger == address(vm)) stranger = EVE;
        _give(ANNA, amount);
        bytes memory take = abi.encodeCall(IERC20.transferFrom, (ANNA, stranger, amount));
        bytes memory wanted = abi.encodeWithSelector(
            IERC20Errors.ERC20InsufficientAllowance.selector,
            stranger,
            0,
            amount
        );
        _refuses(stranger, address(_token()), take, wanted, "C12: without an allowance");
        _eq(_token().balanceOf(ANNA), amount, "C12: balance untouched");
    }

    function testFuzz_refuses_takingBeyondAllowance(uint256 allowed, uint256 asked) public {
        allowed = _bound(allowed, 0, 1e26 - 1);
        asked = _bound(asked, allowed + 1, 1e26);
        _give(ANNA, 1e26);
        vm.prank(ANNA);
        _token().approve(EVE, allowed);
        bytes memory wanted = abi.encodeWithSelector(
            IERC20Errors.ERC20InsufficientAllowance.selector,
            EVE,
            allowed,
            asked
        );
        bytes memory take = abi.encodeCall(IERC20.transferFrom, (ANNA, EVE, asked));
        _refuses(EVE, address(_token()), take, wanted, "beyond the allowance");
    }

    function test_refuses_transferToZero() public {
        _give(ANNA, 1);
        bytes memory wanted = abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0));
        _refuses(ANNA, address(_token()), abi.encodeCall(IERC20.transfer, (address(0), 1)), wanted, "to zero");
    }

    function testFuzz_property_transferConserves(uint256 held, uint256 moved, address to) public {
        held = _bound(held, 1, 1e26);
        moved = _bound(moved, 0, held);
        if (to == address(0)) to = BEN;
        _give(ANNA, held);
        uint256 supply = _token().totalSupply();
        uint256 before = _token().balanceOf(to);
        vm.prank(ANNA);
        _holds(_token().transfer(to, moved), "transfer answers true");
        if (to != ANNA) {
            _eq(_token().balanceOf(ANNA), held - moved, "sender pays what is moved, no tax");
            _eq(_token().balanceOf(to), before + moved, "receiver gets what is moved, no tax");
        } else {
            _eq(_token().balanceOf(ANNA), held, "to oneself changes nothing");
        }
        _eq(_token().totalSupply(), supply, "C02: supply unchanged");
    }

    function testFuzz_property_allowanceIsUsedUp(uint256 allowed, uint256 taken) public {
        allowed = _bound(allowed, 1, 1e26);
        taken = _bound(taken, 1, allowed);
        _give(ANNA, allowed);
        vm.prank(ANNA);
        _token().approve(EVE, allowed);
        vm.prank(EVE);
        _token().transferFrom(ANNA, BEN, taken);
        _eq(_token().allowance(ANNA, EVE), allowed - taken, "allowance falls by what was taken");
        _eq(_token().balanceOf(BEN), taken, "receiver");
    }
}
