// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Treasury} from "../../src/reserve/Treasury.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {TestBase} from "../kit/TestBase.sol";
import {Vm} from "../kit/TestBase.sol";

/// @dev The cold address changes in two steps: the timelock proposes, the new address itself accepts.
contract TreasuryColdTest is TestBase {
    address private constant TIMELOCK = address(0x71AE);
    address private constant GUARD = address(0x6A4D);
    address private constant PAYER = address(0x9A1E4);
    address private constant COLD = address(0xC01D);
    address private constant KEY = address(0xE7E);

    Treasury private _treasury;
    PlainToken private _usdt;
    /// @dev A contract, as a multisig is one.
    address private _vault;
    address private _other;

    function setUp() public {
        _usdt = new PlainToken(18);
        _vault = address(new PlainToken(18));
        _other = address(new PlainToken(18));
        _treasury = new Treasury(TIMELOCK, PAYER, GUARD, COLD, new address[](0), new uint256[](0));
        _usdt.mint(address(_treasury), 100);
    }

    function _propose(address next) private {
        vm.prank(TIMELOCK);
        _treasury.proposeCold(next);
    }

    function testFuzz_refuses_proposalByOthers(address any) public {
        if (any == TIMELOCK || any == address(vm)) any = KEY;
        address[4] memory callers = [any, PAYER, GUARD, COLD];
        for (uint256 i = 0; i < callers.length; i++) {
            vm.prank(callers[i]);
            (bool success, ) = address(_treasury).call(abi.encodeCall(Treasury.proposeCold, (callers[i])));
            _holds(!success, "only the timelock proposes");
        }
        _eq(_treasury.cold(), COLD, "cold");
        _eq(_treasury.pendingCold(), address(0), "pending");
    }

    function test_refuses_theTreasuryItself() public {
        bytes memory wanted = abi.encodeWithSelector(Treasury.BadReceiver.selector, address(_treasury));
        bytes memory data = abi.encodeCall(Treasury.proposeCold, (address(_treasury)));
        _refuses(TIMELOCK, address(_treasury), data, wanted, "money would go in a circle");
    }

    function testFuzz_refuses_acceptanceByOthers(address any) public {
        if (any == _vault || any == address(vm)) any = KEY;
        _propose(_vault);
        address[5] memory callers = [any, PAYER, GUARD, COLD, TIMELOCK];
        for (uint256 i = 0; i < callers.length; i++) {
            bytes memory wanted = abi.encodeWithSelector(Treasury.NotPendingCold.selector, callers[i]);
            _refuses(callers[i], address(_treasury), abi.encodeCall(Treasury.acceptCold, ()), wanted, "not asked");
        }
        _eq(_treasury.cold(), COLD, "cold");
    }

    function test_refuses_acceptanceByABareKey() public {
        _propose(KEY);
        bytes memory wanted = abi.encodeWithSelector(Treasury.NotAContract.selector, KEY);
        _refuses(
            KEY,
            address(_treasury),
            abi.encodeCall(Treasury.acceptCold, ()),
            wanted,
            "a single key is no cold address"
        );
    }

    function test_refuses_acceptanceOfAProposalThatWasReplacedOrTakenBack() public {
        _propose(_vault);
        _propose(_other);
        bytes memory wanted = abi.encodeWithSelector(Treasury.NotPendingCold.selector, _vault);
        _refuses(_vault, address(_treasury), abi.encodeCall(Treasury.acceptCold, ()), wanted, "replaced");
        _propose(address(0));
        wanted = abi.encodeWithSelector(Treasury.NotPendingCold.selector, _other);
        _refuses(_other, address(_treasury), abi.encodeCall(Treasury.acceptCold, ()), wanted, "taken back");
    }

    function test_behavior_coldChangesWhenTheNewAddressAccepts() public {
        vm.recordLogs();
        _propose(_vault);
        _eq(_treasury.pendingCold(), _vault, "pending");
        vm.prank(GUARD);
        _treasury.sweepToCold(address(_usdt), 40);
        _eq(_usdt.balanceOf(COLD), 40, "until then the old one");
        vm.prank(_vault);
        _treasury.acceptCold();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        _holds(logs[0].topics[0] == keccak256("ColdProposed(address,address)"), "proposed");
        Vm.Log memory last = logs[logs.length - 1];
        _holds(last.topics[0] == keccak256("ColdChanged(address,address)"), "changed");
        _eq(address(uint160(uint256(last.topics[1]))), COLD, "from");
        _eq(address(uint160(uint256(last.topics[2]))), _vault, "to");
        _eq(_treasury.cold(), _vault, "cold");
        _eq(_treasury.pendingCold(), address(0), "nothing pending");
        vm.prank(PAYER);
        _treasury.sweepToCold(address(_usdt), 60);
        _eq(_usdt.balanceOf(_vault), 60, "then the new one");
        _refuses(
            _vault,
            address(_treasury),
            abi.encodeCall(Treasury.acceptCold, ()),
            abi.encodeWithSelector(Treasury.NotPendingCold.selector, _vault),
            "once"
        );
    }
}
