// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A well-behaved token with an open mint; the hostile ones differ from it in `_move` or in what they answer.
contract PlainToken {
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        totalSupply += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _answer(_move(msg.sender, to, amount));
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _answer(_move(from, to, amount));
    }

    function _move(address from, address to, uint256 amount) internal virtual returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function _answer(bool moved) internal virtual returns (bool) {
        return moved;
    }
}
