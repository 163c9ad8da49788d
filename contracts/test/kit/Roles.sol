// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {TestBase} from "./TestBase.sol";

/// @dev Who may stop, start and give roles: the same for every guarded contract (C09, C10).
abstract contract Roles is TestBase {
    address internal constant TIMELOCK = address(0x71AE);
    address internal constant GUARD = address(0x6A4D);
    bytes32 internal constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    function _guarded() internal view virtual returns (Guarded);

    function _lacks(address account, bytes32 role) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role);
    }

    function _pausedError() internal pure returns (bytes memory) {
        return abi.encodeWithSelector(Pausable.EnforcedPause.selector);
    }

    function _stranger(address any) internal view virtual returns (address) {
        if (any == TIMELOCK || any == GUARD || any == address(vm)) return address(0xE7E);
        return any;
    }

    function testFuzz_refuses_pauseByOthers(address any) public {
        any = _stranger(any);
        bytes memory wanted = _lacks(any, PAUSER_ROLE);
        _refuses(any, address(_guarded()), abi.encodeCall(Guarded.pause, ()), wanted, "C09: pause");
        _refuses(
            TIMELOCK,
            address(_guarded()),
            abi.encodeCall(Guarded.pause, ()),
            _lacks(TIMELOCK, PAUSER_ROLE),
            "C09"
        );
    }

    function testFuzz_refuses_unpauseByOthers(address any) public {
        any = _stranger(any);
        vm.prank(GUARD);
        _guarded().pause();
        bytes memory data = abi.encodeCall(Guarded.unpause, ());
        _refuses(any, address(_guarded()), data, _lacks(any, ADMIN_ROLE), "C09: unpause");
        _refuses(GUARD, address(_guarded()), data, _lacks(GUARD, ADMIN_ROLE), "C09: unpause by the guard");
        _holds(_guarded().paused(), "still paused");
    }

    function testFuzz_refuses_rolesGivenByOthers(address any, bytes32 role) public {
        any = _stranger(any);
        address target = address(_guarded());
        bytes memory wanted = _lacks(any, ADMIN_ROLE);
        _refuses(any, target, abi.encodeCall(IAccessControl.grantRole, (role, any)), wanted, "C09: grant");
        _refuses(any, target, abi.encodeCall(IAccessControl.revokeRole, (PAUSER_ROLE, GUARD)), wanted, "C09: revoke");
        // The deployer of a contract (this test) has no power over it.
        wanted = _lacks(address(this), ADMIN_ROLE);
        bytes memory grab = abi.encodeCall(IAccessControl.grantRole, (ADMIN_ROLE, address(this)));
        _refuses(address(this), target, grab, wanted, "C09: deployer");
    }

    function test_behavior_timelockReleases() public {
        vm.prank(GUARD);
        _guarded().pause();
        vm.prank(TIMELOCK);
        _guarded().unpause();
        _holds(!_guarded().paused(), "open again");
    }

    function test_behavior_onlyTimelockAdministers() public view {
        _holds(_guarded().hasRole(ADMIN_ROLE, TIMELOCK), "timelock");
        _holds(!_guarded().hasRole(ADMIN_ROLE, address(this)), "deployer");
        _holds(!_guarded().hasRole(ADMIN_ROLE, GUARD), "guard");
        _holds(_guarded().getRoleAdmin(PAUSER_ROLE) == ADMIN_ROLE, "admin of the guard");
    }
}
