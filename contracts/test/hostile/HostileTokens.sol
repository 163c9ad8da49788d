// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlainToken} from "./PlainToken.sol";

/// @dev Answers false and moves nothing, with a successful transaction ("fake deposit").
contract FalseToken is PlainToken(18) {
    function _move(address, address, uint256) internal pure override returns (bool) {
        return false;
    }
}

/// @dev Answers true and moves nothing.
contract LyingToken is PlainToken(18) {
    function _move(address, address, uint256) internal pure override returns (bool) {
        return true;
    }
}

/// @dev Moves and answers nothing at all, as the oldest stablecoins do.
contract SilentToken is PlainToken(18) {
    function _answer(bool) internal pure override returns (bool) {
        assembly {
            return(0, 0)
        }
    }
}

/// @dev The receiver gets one percent less than was sent.
contract FeeToken is PlainToken(18) {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        uint256 fee = amount / 100;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - fee;
        totalSupply -= fee;
        return true;
    }
}

/// @dev The sender loses one percent more than was sent.
contract SurchargeToken is PlainToken(18) {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        uint256 fee = amount / 100;
        balanceOf[from] -= amount + fee;
        balanceOf[to] += amount;
        totalSupply -= fee;
        return true;
    }
}

/// @dev Calls whatever it was armed with in the middle of each movement, once, and remembers how that went.
contract ReentrantToken is PlainToken(18) {
    address private _target;
    bytes private _data;
    bool public tried;
    bool public succeeded;

    function arm(address target, bytes calldata data) external {
        _target = target;
        _data = data;
        tried = false;
        succeeded = false;
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        balanceOf[from] -= amount;
        if (_target != address(0) && !tried) {
            tried = true;
            (succeeded, ) = _target.call(_data);
        }
        balanceOf[to] += amount;
        return true;
    }
}

/// @dev Behaves until it is turned, then takes one percent from every receiver.
contract TurncoatToken is PlainToken(18) {
    bool private _turned;

    function turn() external {
        _turned = true;
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        uint256 fee = _turned ? amount / 100 : 0;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - fee;
        totalSupply -= fee;
        return true;
    }
}

/// @dev Who is told of an arrival by the token below.
interface ITokenGuest {
    function tokensArrived(address from, uint256 amount) external;
}

/// @dev Tells each guest of what arrives, after it has arrived (as ERC-777 does). Whatever the guest does is let through,
/// so a guest's failure fails the movement.
contract HookedToken is PlainToken(18) {
    mapping(address guest => bool) private _invited;

    function invite() external {
        _invited[msg.sender] = true;
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        if (_invited[to]) ITokenGuest(to).tokensArrived(from, amount);
        return true;
    }
}

/// @dev Its issuer can stop all of it, as USDT's can.
contract FrozenToken is PlainToken(18) {
    bool private _frozen;
    error Frozen();

    function freeze(bool on) external {
        _frozen = on;
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        if (_frozen) revert Frozen();
        return super._move(from, to, amount);
    }
}

/// @dev Behaves, and misbehaves while it is turned; how, the kinds below say.
abstract contract TurningToken is PlainToken(18) {
    bool internal _turned;

    function turn(bool on) external {
        _turned = on;
    }
}

/// @dev While turned, the receiver gets one percent less, rounded down.
contract TurningFeeToken is TurningToken {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        uint256 fee = _turned ? amount / 100 : 0;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - fee;
        totalSupply -= fee;
        return true;
    }
}

/// @dev While turned, it answers false and moves nothing.
contract TurningFalseToken is TurningToken {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        return !_turned && super._move(from, to, amount);
    }
}

/// @dev While turned, it is stopped by its issuer, as USDT can be.
contract TurningFrozenToken is TurningToken {
    error Frozen();

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        if (_turned) revert Frozen();
        return super._move(from, to, amount);
    }
}
