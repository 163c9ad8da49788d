// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {OpenToken} from "../../src/asset/OpenToken.sol";
import {DevUsdt} from "../../src/dev/DevUsdt.sol";
import {TokenBehaviour} from "./TokenBehaviour.sol";

contract OpenTokenTest is TokenBehaviour {
    bytes32 private constant PERMIT = keccak256(
        "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
    );
    uint256 private constant KEY = 0xA11CE;

    OpenToken private _open;

    function setUp() public {
        _open = new OpenToken(address(this));
    }

    function _token() internal view override returns (IERC20) {
        return _open;
    }

    function _give(address to, uint256 amount) internal override {
        _open.transfer(to, amount);
    }

    function test_refuses_zeroHolder() public {
        bytes memory wanted = abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0));
        try new OpenToken(address(0)) {
            revert NotRefused("supply to zero");
        } catch (bytes memory got) {
            if (keccak256(got) != keccak256(wanted)) revert WrongRefusal("supply to zero", got, wanted);
        }
    }

    function testFuzz_refuses_burningBeyondBalance(uint256 held, uint256 burned) public {
        held = _bound(held, 0, 1e26);
        burned = _bound(burned, held + 1, type(uint256).max);
        _give(ANNA, held);
        bytes memory wanted = abi.encodeWithSelector(
            IERC20Errors.ERC20InsufficientBalance.selector,
            ANNA,
            held,
            burned
        );
        _refuses(ANNA, address(_open), abi.encodeWithSignature("burn(uint256)", burned), wanted, "burn");
    }

    function test_refuses_ownerPowers() public {
        string[6] memory powers = [
            "mint(address,uint256)",
            "pause()",
            "blacklist(address)",
            "setTax(uint256)",
            "transferOwnership(address)",
            "owner()"
        ];
        for (uint256 i = 0; i < powers.length; i++) {
            bytes memory data = abi.encodePacked(bytes4(keccak256(bytes(powers[i]))), abi.encode(address(this), 1));
            _reverts(address(this), address(_open), data, powers[i]);
        }
    }

    function testFuzz_refuses_permitUsedTwice(uint256 value) public {
        bytes memory data = _permit(KEY, value, 0, block.timestamp);
        (bool first, ) = address(_open).call(data);
        _holds(first, "a permit works once");
        _eq(_open.allowance(vm.addr(KEY), BEN), value, "permitted");
        _reverts(address(this), address(_open), data, "C11: the same permit again");
    }

    function testFuzz_refuses_permitAfterDeadline(uint256 late) public {
        late = _bound(late, 1, 3650 days);
        uint256 deadline = block.timestamp;
        bytes memory data = _permit(KEY, 1e18, 0, deadline);
        vm.warp(deadline + late);
        bytes memory wanted = abi.encodeWithSelector(ERC20Permit.ERC2612ExpiredSignature.selector, deadline);
        _refuses(address(this), address(_open), data, wanted, "C11: after the deadline");
    }

    function testFuzz_refuses_permitOfSomebodyElse(uint256 otherKey) public {
        otherKey = _bound(otherKey, 1, type(uint128).max);
        if (otherKey == KEY) otherKey = KEY + 1;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            otherKey,
            _digest(address(_open), vm.addr(KEY), 1e18, 0, block.timestamp)
        );
        bytes memory data = abi.encodeCall(ERC20Permit.permit, (vm.addr(KEY), BEN, 1e18, block.timestamp, v, r, s));
        bytes memory wanted = abi.encodeWithSelector(
            ERC20Permit.ERC2612InvalidSigner.selector,
            vm.addr(otherKey),
            vm.addr(KEY)
        );
        _refuses(address(this), address(_open), data, wanted, "C11: signed by another key");
    }

    function test_refuses_permitOfAnotherContract() public {
        OpenToken twin = new OpenToken(address(this));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, _digest(address(twin), vm.addr(KEY), 1e18, 0, block.timestamp));
        bytes memory data = abi.encodeCall(ERC20Permit.permit, (vm.addr(KEY), BEN, 1e18, block.timestamp, v, r, s));
        _reverts(address(this), address(_open), data, "C11: signed for another contract");
    }

    function testFuzz_property_burnLowersSupply(uint256 amount) public {
        amount = _bound(amount, 0, _open.INITIAL_SUPPLY());
        _open.burn(amount);
        _eq(_open.totalSupply(), _open.INITIAL_SUPPLY() - amount, "C02: supply falls by what is burned");
    }

    function test_behavior_fixedSupplyToHolder() public view {
        _eq(_open.totalSupply(), 1_000_000_000e18, "supply");
        _eq(_open.balanceOf(address(this)), 1_000_000_000e18, "holder has all");
        _eq(_open.decimals(), 18, "decimals");
        _holds(keccak256(bytes(_open.symbol())) == keccak256("OPEN"), "symbol");
    }

    function _digest(
        address token,
        address holder,
        uint256 value,
        uint256 nonce,
        uint256 deadline
    ) private view returns (bytes32) {
        bytes32 message = keccak256(abi.encode(PERMIT, holder, BEN, value, nonce, deadline));
        return keccak256(abi.encodePacked(hex"1901", OpenToken(token).DOMAIN_SEPARATOR(), message));
    }

    function _permit(uint256 key, uint256 value, uint256 nonce, uint256 deadline) private view returns (bytes memory) {
        address holder = vm.addr(key);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(address(_open), holder, value, nonce, deadline));
        return abi.encodeCall(ERC20Permit.permit, (holder, BEN, value, deadline, v, r, s));
    }
}

contract DevUsdtTest is TokenBehaviour {
    DevUsdt private _usdt;

    function setUp() public {
        _usdt = new DevUsdt();
    }

    function _token() internal view override returns (IERC20) {
        return _usdt;
    }

    function _give(address to, uint256 amount) internal override {
        _usdt.mint(to, amount);
    }

    function testFuzz_refuses_mintByOthers(address stranger) public {
        if (stranger == address(this) || stranger == address(vm)) stranger = EVE;
        bytes memory wanted = abi.encodeWithSelector(DevUsdt.OnlyMinter.selector, stranger);
        _refuses(stranger, address(_usdt), abi.encodeCall(DevUsdt.mint, (stranger, 1)), wanted, "C02: rogue minter");
    }

    function test_behavior_countsLikeBscUsdt() public view {
        _eq(_usdt.decimals(), 18, "decimals");
        _holds(keccak256(bytes(_usdt.name())) == keccak256("Tether USD"), "name");
    }
}
