import type { PlantedGroup } from './plant.ts';

const file = 'src/reserve/BuyBack.sol';

export const buyBackBugs: PlantedGroup = {
  caughtBy: 'test/invariant/BuyBackInvariant.t.sol',
  bugs: [
    {
      name: 'buying does nothing',
      file,
      text: '        if (usdtIn == 0) revert ZeroAmount();',
      replacement:
        '        if (usdtIn == 0) revert ZeroAmount();\n        if (id != bytes32(type(uint256).max)) return 0;',
    },
    {
      name: 'buying while paused',
      file,
      text: 'external whenNotPaused nonReentrant returns (uint256 openBurned)',
      replacement: 'external nonReentrant returns (uint256 openBurned)',
    },
    {
      name: 'an order never expires',
      file,
      text: '        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);\n',
      replacement: '',
    },
    {
      name: 'an order expires a second early',
      file,
      text: 'if (block.timestamp > deadline) revert',
      replacement: 'if (block.timestamp >= deadline) revert',
    },
    {
      name: 'nothing is an order',
      file,
      text: '        if (usdtIn == 0) revert ZeroAmount();\n',
      replacement: '',
    },
    {
      name: 'anybody signs',
      file,
      text: '        if (!treasury.hasRole(treasury.PAYER_ROLE(), signer)) revert WrongOrder(signer);\n',
      replacement: '        if (signer == address(0)) revert WrongOrder(signer);\n',
    },
    {
      name: 'no signature is one',
      file,
      text: 'if (!treasury.hasRole(treasury.PAYER_ROLE(), signer)) revert',
      replacement: 'if (signer != address(0) && !treasury.hasRole(treasury.PAYER_ROLE(), signer)) revert',
    },
    {
      name: 'another role signs',
      file,
      text: 'treasury.hasRole(treasury.PAYER_ROLE(), signer)',
      replacement: 'treasury.hasRole(treasury.PAUSER_ROLE(), signer)',
    },
    {
      name: 'the id is not signed',
      file,
      text: 'abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)',
      replacement: 'abi.encode(_ORDER_TYPE, bytes32(0), usdtIn, minOpenOut, deadline)',
    },
    {
      name: 'the amount is not signed',
      file,
      text: 'abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)',
      replacement: 'abi.encode(_ORDER_TYPE, id, uint256(0), minOpenOut, deadline)',
    },
    {
      name: 'the minimum is not signed',
      file,
      text: 'abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)',
      replacement: 'abi.encode(_ORDER_TYPE, id, usdtIn, uint256(0), deadline)',
    },
    {
      name: 'the deadline is not signed',
      file,
      text: 'abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)',
      replacement: 'abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, uint256(0))',
    },
    {
      name: 'an order of another contract and chain',
      file,
      text: '_hashTypedDataV4(keccak256(abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline)))',
      replacement: 'keccak256(abi.encode(_ORDER_TYPE, id, usdtIn, minOpenOut, deadline))',
    },
    {
      name: 'nobody looks at the oracle',
      file,
      text: '        oracle.update();\n',
      replacement: '',
    },
    {
      name: 'the price of this moment',
      file,
      text: '        uint256 priceE18 = oracle.price();',
      replacement: '        uint256 priceE18 = oracle.spot();',
    },
    {
      name: 'the order’s own minimum is forgotten',
      file,
      text: '        if (minOpenOut > least) least = minOpenOut;\n',
      replacement: '',
    },
    {
      name: 'the order’s minimum replaces the average’s',
      file,
      text: '        if (minOpenOut > least) least = minOpenOut;\n',
      replacement: '        if (minOpenOut > 0) least = minOpenOut;\n',
    },
    {
      name: 'no minimum at all',
      file,
      text: '        if (out < least) revert TooLittleReceived(out, least);\n',
      replacement: '        if (false) revert TooLittleReceived(out, least);\n        least = 0;\n',
    },
    {
      name: 'a unit less than the minimum',
      file,
      text: 'if (out < least) revert TooLittleReceived(out, least);',
      replacement:
        'if (out + 1 < least) revert TooLittleReceived(out, least);\n        if (out < least) least = out;',
    },
    {
      name: 'a unit more than the minimum',
      file,
      text: 'if (out < least) revert',
      replacement: 'if (out <= least) revert',
    },
    {
      name: 'nothing is burned',
      file,
      text: '        open.burn(openBurned);\n',
      replacement: '',
    },
    {
      name: 'a unit stays',
      file,
      text: 'open.burn(openBurned)',
      replacement: 'open.burn(openBurned - 1)',
    },
    {
      name: 'all that lies here is burned',
      file,
      text: 'open.burn(openBurned)',
      replacement: 'open.burn(open.balanceOf(address(this)))',
    },
    {
      name: 'gifts count as bought',
      file,
      text: 'received = open.balanceOf(address(this)) - held;',
      replacement: 'received = open.balanceOf(address(this)) - held * 0;',
    },
    {
      name: 'whoever calls gets the OPEN',
      file,
      text: '        open.burn(openBurned);\n',
      replacement: '        open.transfer(msg.sender, openBurned);\n',
    },
    {
      name: 'it says another amount',
      file,
      text: 'emit Bought(id, usdtIn, openBurned, priceE18);',
      replacement: 'emit Bought(id, usdtIn, least, priceE18);',
    },
    {
      name: 'it says another price',
      file,
      text: 'emit Bought(id, usdtIn, openBurned, priceE18);',
      replacement: 'emit Bought(id, usdtIn, openBurned, oracle.spot());',
    },
    {
      name: 'less is asked of the pool than it gives',
      file,
      text: 'openBurned = _buy(id, usdtIn, out);',
      replacement: 'openBurned = _buy(id, usdtIn, least);',
    },
    {
      name: 'more is paid than was ordered',
      file,
      text: 'treasury.pay(id, address(usdt), address(pair), usdtIn);',
      replacement: 'treasury.pay(id, address(usdt), address(pair), usdtIn + 1);',
    },
    {
      name: 'every order has an id of its own',
      file,
      text: 'treasury.pay(id, address(usdt)',
      replacement: 'treasury.pay(keccak256(abi.encode(id, usdtIn, amountOut)), address(usdt)',
    },
    {
      name: 'what arrives is not measured',
      file,
      text: '        if (arrived != usdtIn) revert TransferMismatch(usdtIn, arrived);\n',
      replacement: '        arrived = 0;\n',
    },
    {
      name: 'the pool’s sides are mistaken',
      file,
      text: '_usdtIsFirst ? (reserve0, reserve1) : (reserve1, reserve0)',
      replacement: '(reserve0, reserve1)',
    },
    {
      name: 'the pool’s fee is forgotten',
      file,
      text: 'usdtIn * (_WHOLE_BPS - poolFeeBps)',
      replacement: 'usdtIn * _WHOLE_BPS',
    },
    {
      name: 'what the pool gives is rounded up',
      file,
      text: 'counted.mulDivDown(ofOpen, ofUsdt * _WHOLE_BPS + counted)',
      replacement: 'counted.mulDivUp(ofOpen, ofUsdt * _WHOLE_BPS + counted)',
    },
    {
      name: 'ten times dearer than allowed',
      file,
      text: 'uint256 public constant MAX_ABOVE_BPS = 300;',
      replacement: 'uint256 public constant MAX_ABOVE_BPS = 3_000;',
    },
    {
      name: 'the least is rounded down',
      file,
      text: 'usdtIn.mulDivUp(1e18',
      replacement: 'usdtIn.mulDivDown(1e18',
    },
    {
      name: 'done is what was not',
      file,
      text: 'return treasury.paid(id);',
      replacement: 'return !treasury.paid(id);',
    },
  ],
};
