// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReservedAddress} from "../../src/kit/ReservedAddress.sol";
import {Membership} from "../../src/member/Membership.sol";
import {TestBase} from "./TestBase.sol";

contract ReservedAddressTest is TestBase {
    address private constant ROOT = address(0x4007);

    function _creation(address root) private pure returns (bytes memory) {
        return abi.encodePacked(type(Membership).creationCode, abi.encode(root, ROOT, ROOT));
    }

    function testFuzz_refuses_whoDidNotMakeIt(address any) public {
        if (any == address(this) || any == address(vm)) any = ROOT;
        ReservedAddress place = new ReservedAddress();
        bytes memory call = abi.encodeCall(ReservedAddress.create, (_creation(ROOT)));
        bytes memory wanted = abi.encodeWithSelector(ReservedAddress.NotMaker.selector, any);
        _refuses(any, address(place), call, wanted, "a stranger");
        _eq(place.reserved().code.length, 0, "nothing there");
    }

    function test_refuses_asSecondContract() public {
        ReservedAddress place = new ReservedAddress();
        place.create(_creation(ROOT));
        bytes memory call = abi.encodeCall(ReservedAddress.create, (_creation(address(this))));
        _reverts(address(this), address(place), call, "again");
    }

    function test_refuses_whatItsConstructorRefuses_andStaysFree() public {
        ReservedAddress place = new ReservedAddress();
        bytes memory call = abi.encodeCall(ReservedAddress.create, (_creation(address(0))));
        _reverts(address(this), address(place), call, "no root");
        _eq(place.create(_creation(ROOT)), place.reserved(), "still free");
    }

    function test_behavior_theContractIsWhereItWasPromised() public {
        ReservedAddress place = new ReservedAddress();
        address promised = place.reserved();
        _eq(place.create(_creation(ROOT)), promised, "there");
        _holds(Membership(promised).isActive(ROOT), "and it works");
    }
}
