// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolFactory, IPoolPair, IPoolRouter} from "../../src/swap/PublicPool.sol";

interface VmFiles {
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseBytes(string calldata hexText) external pure returns (bytes memory);
}

interface ICreatePair is IPoolFactory {
    function createPair(address tokenA, address tokenB) external returns (address pair);
}

interface IPairMoves is IPoolPair {
    function mint(address to) external returns (uint256 liquidity);
    function burn(address to) external returns (uint256 amount0, uint256 amount1);
    function skim(address to) external;
    function kLast() external view returns (uint256);
}

/// @dev Puts the published bytecode of the public exchange on the test machine: the pool that is tested is the pool that is
/// deployed, not a copy of its source.
abstract contract PublicPoolKit {
    VmFiles private constant FILES = VmFiles(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    string private constant PUBLISHED = "../node_modules/@uniswap/";

    function _deployExchange() internal virtual returns (ICreatePair factory, IPoolRouter router) {
        bytes memory code = _published("v2-core/build/UniswapV2Factory.json", ".bytecode");
        factory = ICreatePair(_create(abi.encodePacked(code, abi.encode(address(0)))));
        code = _published("v2-periphery/build/UniswapV2Router02.json", ".bytecode");
        // The router's wrapped coin is never used here; any address will do.
        router = IPoolRouter(_create(abi.encodePacked(code, abi.encode(address(factory), address(0xE7)))));
    }

    function _published(string memory file, string memory key) private view returns (bytes memory) {
        string memory json = FILES.readFile(string.concat(PUBLISHED, file));
        string memory code = FILES.parseJsonString(json, key);
        return FILES.parseBytes(string.concat("0x", code));
    }

    function _create(bytes memory code) private returns (address made) {
        assembly {
            made := create(0, add(code, 0x20), mload(code))
        }
        require(made != address(0), "the published bytecode does not deploy");
    }
}
