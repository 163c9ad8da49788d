// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {Attacker, Target} from "./Attacker.sol";
import {HookedToken, ITokenGuest} from "./HostileTokens.sol";

/// @dev Told by the token of every arrival, it calls the desk and OUSD again, in the middle of whatever goes on.
contract HookAttacker is Attacker, ITokenGuest {
    address private _place;
    bytes private _again;
    uint256 public tried;
    uint256 public succeeded;

    constructor(Target memory target) Attacker(target) {}

    function invite() external {
        HookedToken(address(_t.usdt)).invite();
    }

    function attack(uint256 usdtIn, address place, bytes calldata again) external {
        (_place, _again, tried, succeeded) = (place, again, 0, 0);
        _addAll(usdtIn);
        _t.desk.remove(_t.desk.lpOf(address(this)) / 2, 0, 0, LATER);
        _redeemAll();
        delete _place;
    }

    /// @dev The same with OUSD refusing inside its own call, so that the way out pays USDT, which brings it here again.
    function attackThroughDollar(uint256 usdtIn) external {
        _addAll(usdtIn);
        _t.desk.remove(_t.desk.lpOf(address(this)) / 2, 0, 0, LATER);
        (_place, tried, succeeded) = (address(_t.desk), 0, 0);
        _again = abi.encodeCall(LiquidityDesk.remove, (_t.desk.lpOf(address(this)), 0, 0, LATER));
        _redeemAll();
        delete _place;
    }

    function tokensArrived(address, uint256) external {
        if (_place == address(0)) return;
        tried++;
        (bool done, ) = _place.call(_again);
        if (done) succeeded++;
    }
}

/// @dev Wants what is held for others, or its own before the time.
contract HoldThief is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function prepare(uint256 usdtIn) external {
        _addAll(usdtIn);
        _removeAll();
    }

    /// @return taken How many of the tries went through.
    function attack(address victim, uint256 id) external returns (uint256 taken) {
        uint256[] memory ids = new uint256[](1);
        ids[0] = id;
        try _t.desk.release(victim, ids) {
            taken++;
        } catch {
            taken += 0;
        }
        // More than is held, with a minimum that only somebody else's would reach.
        uint256 own = _t.desk.heldOf(address(this));
        try _t.desk.readd(own + 1, 0, 1e24, own + 1, 0, LATER) {
            taken++;
        } catch {
            taken += 0;
        }
    }
}

/// @dev Somebody has allowed the desk (and trusts it) with everything: every call of the desk with any numbers, and any
/// calldata at all, sent by somebody else.
contract AllowanceThief is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function attack(address victim, uint256 a, uint256 b, bytes calldata any) external returns (uint256 through) {
        uint256[] memory ids = new uint256[](1);
        ids[0] = a;
        bytes[6] memory tries = [
            abi.encodeCall(LiquidityDesk.add, (a, b, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.readd, (0, a, b, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.readd, (a, 0, b, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.remove, (a, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.release, (victim, ids)),
            any
        ];
        for (uint256 i = 0; i < 6; i++) {
            (bool done, ) = address(_t.desk).call(tries[i]);
            if (done) through++;
        }
    }
}

/// @dev In and out in the smallest steps there are, hoping that rounding falls its way.
contract DustGrinder is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function attack(uint256 usdtIn, uint256 step, uint256 rounds) external {
        _addAll(usdtIn);
        for (uint256 i = 0; i < rounds; i++) {
            _t.desk.remove(step, 0, 0, LATER);
            uint256 held = _t.desk.heldOf(address(this));
            try _t.desk.readd(held, step, 1e24, 0, 0, LATER) {} catch {
                // Too little to come back with: it stays outside, which is no gain either.
                continue;
            }
        }
        _removeFree();
    }
}

/// @dev Takes out with so little gas that minting OUSD might fail while the rest still goes through.
contract GasMiser is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function prepare(uint256 usdtIn) external returns (uint256 lp) {
        return _addAll(usdtIn);
    }

    function attack(uint256 lp, uint256 gas_) external returns (bool done) {
        (done, ) = address(_t.desk).call{gas: gas_}(abi.encodeCall(LiquidityDesk.remove, (lp, 0, 0, LATER)));
    }
}

/// @dev Re-adds what is held and takes it out again, to have the whole of it without waiting.
contract HoldCycler is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function attack(uint256 usdtIn, uint256 rounds) external {
        _addAll(usdtIn);
        _removeAll();
        for (uint256 i = 0; i < rounds; i++) {
            uint256 held = _t.desk.heldOf(address(this));
            if (held < 1e6) break;
            _t.desk.readd(held, 0, _t.open.balanceOf(address(this)), 0, 0, LATER);
            _removeFree();
        }
    }
}

/// @dev Who lends anything within a transaction, and wants it back.
contract Lender {
    error NotPaidBack(uint256 lent, uint256 there);

    function lend(IERC20 usdt, IERC20 open, uint256 usdtAmount, uint256 openAmount) external {
        usdt.transfer(msg.sender, usdtAmount);
        open.transfer(msg.sender, openAmount);
        FlashEquity(msg.sender).use(usdtAmount, openAmount);
        if (usdt.balanceOf(address(this)) < usdtAmount) revert NotPaidBack(usdtAmount, usdt.balanceOf(address(this)));
        if (open.balanceOf(address(this)) < openAmount) revert NotPaidBack(openAmount, open.balanceOf(address(this)));
    }
}

/// @dev Adds, removes and re-adds in turns with borrowed money, within one transaction: for EQUITY, and to have the fifth that
/// is held without waiting.
contract FlashEquity is Attacker {
    uint256 private _rounds;
    bool private _readds;

    constructor(Target memory target) Attacker(target) {}

    function attack(Lender lender, uint256 usdtAmount, uint256 openAmount, uint256 rounds, bool readds) external {
        (_rounds, _readds) = (rounds, readds);
        lender.lend(IERC20(address(_t.usdt)), _t.open, usdtAmount, openAmount);
    }

    function use(uint256 usdtAmount, uint256 openAmount) external {
        _t.desk.add(usdtAmount, openAmount, 0, 0, LATER);
        _removeFree();
        for (uint256 i = 0; i < _rounds; i++) {
            uint256 held = _readds ? _t.desk.heldOf(address(this)) : 0;
            _t.desk.readd(held, _t.ousd.balanceOf(address(this)), openAmount, 0, 0, LATER);
            _removeFree();
        }
        _redeemAll();
        _t.usdt.transfer(msg.sender, usdtAmount);
        _t.open.transfer(msg.sender, openAmount);
    }
}
