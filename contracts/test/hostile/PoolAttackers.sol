// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Attacker, Target} from "./Attacker.sol";

/// @dev Gifts to pair or desk, counted or taken back, around its own way in and out.
contract GiftAttacker is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function attack(uint256 usdtIn, uint256 giftUsdt, uint256 giftOpen, uint8 how) external {
        if (how % 2 == 0) _addAll(usdtIn);
        address to = how & 2 == 0 ? address(_t.pair) : address(_t.desk);
        _t.usdt.transfer(to, giftUsdt);
        _t.open.transfer(to, giftOpen);
        if (how & 4 == 0) _t.pair.sync();
        if (how & 8 == 0) _t.pair.skim(address(this));
        if (how % 2 == 1)
            try _t.desk.add(usdtIn, 1e26, 0, 0, LATER) {} catch {
                // The gift moved the price too far: then this attack ends here, poorer by the gift.
                return;
            }
        _removeAll();
        _redeemAll();
        // Shares that lie in the pair are everybody's: burning nothing of one's own must give nothing.
        try _t.pair.burn(address(this)) {} catch {
            return;
        }
    }
}

/// @dev Pushes the price within one call, adds there, pushes it back, takes out.
contract SpotAttacker is Attacker {
    bool public added;

    constructor(Target memory target) Attacker(target) {}

    function attack(bool buysFirst, uint256 amountIn, uint256 usdtIn) external {
        uint256 got = _swap(buysFirst, amountIn);
        try _t.desk.add(usdtIn, _t.open.balanceOf(address(this)), 0, 0, LATER) {
            added = true;
        } catch {
            added = false;
        }
        _swap(!buysFirst, got);
        _removeAll();
        _redeemAll();
    }
}

/// @dev First into an empty pool with as little as possible, then a gift that makes a single share dear.
contract FirstDepositor is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function open_(uint256 units) external {
        _t.usdt.transfer(address(_t.pair), units);
        _t.open.transfer(address(_t.pair), units * 20);
        _t.pair.mint(address(this));
    }

    function inflate(uint256 usdtGift) external {
        _t.usdt.transfer(address(_t.pair), usdtGift);
        _t.open.transfer(address(_t.pair), usdtGift * 20);
        _t.pair.sync();
    }

    function close() external {
        _t.pair.transfer(address(_t.pair), _t.pair.balanceOf(address(this)));
        _t.pair.burn(address(this));
    }
}

/// @dev Trades before somebody else's call and back after it.
contract Sandwicher is Attacker {
    bool private _bought;
    uint256 private _got;

    constructor(Target memory target) Attacker(target) {}

    function before(bool buys, uint256 amountIn) external {
        _bought = buys;
        _got = _swap(buys, amountIn);
    }

    function afterwards() external {
        _swap(!_bought, _got);
    }
}

/// @dev Borrows the pool's own coins and uses the desk while the pair waits for them to come back.
contract FlashAttacker is Attacker {
    bytes private _inside;
    bool public succeeded;

    constructor(Target memory target) Attacker(target) {}

    function prepare(uint256 usdtIn) external {
        _addAll(usdtIn);
    }

    function attack(bool borrowsUsdt, uint256 amount, bytes calldata inside) external {
        _inside = inside;
        bool first = (_t.pair.token0() == address(_t.usdt)) == borrowsUsdt;
        _t.pair.swap(first ? amount : 0, first ? 0 : amount, address(this), borrowsUsdt ? bytes("u") : bytes("o"));
    }

    function uniswapV2Call(address, uint256 amount0, uint256 amount1, bytes calldata which) external {
        (succeeded, ) = address(_t.desk).call(_inside);
        // 0.3 %, rounded up: what the pair asks for.
        uint256 back = ((amount0 + amount1) * 1_000) / 997 + 1;
        if (which[0] == "u") _t.usdt.transfer(address(_t.pair), back);
        else _t.open.transfer(address(_t.pair), back);
    }
}

/// @dev Round after round through the community's desk and through the pool itself, whichever way it likes.
contract LoopTrader is Attacker {
    constructor(Target memory target) Attacker(target) {}

    function attack(uint256 amount, uint256 rounds, uint256 ways) external {
        for (uint256 i = 0; i < rounds; i++) {
            uint256 got = (ways >> (2 * i)) & 1 == 0 ? _t.swapDesk.buy(amount, 0, LATER) : _swap(true, amount);
            if ((ways >> (2 * i)) & 2 == 0) _t.swapDesk.sell(got, 0, LATER);
            else _swap(false, got);
        }
    }
}
