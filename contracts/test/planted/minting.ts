import type { PlantedGroup } from './plant.ts';

const power = 'src/minting/HashPowerMint.sol';
const usdo = 'src/minting/UsdoMint.sol';
const quoted = `        if (value < minimumValue) revert ValueBelowMinimum(value, minimumValue);\n`;

export const mintingBugs: PlantedGroup = {
  caughtBy: 'test/invariant/MintingInvariant.t.sol',
  bugs: [
    {
      name: 'minting power does nothing',
      file: power,
      text: '        uint256 toMarket = openIn / 2;\n',
      replacement: '        if (power > 0) return 0;\n        uint256 toMarket = openIn / 2;\n',
    },
    {
      name: 'power for nothing',
      file: power,
      text: `        IERC20(address(open)).moveIn(msg.sender, address(this), openIn);
        open.burn(burned);
        IERC20(address(open)).moveOut(treasury, toMarket);\n`,
      replacement: '',
    },
    {
      name: 'the burned half goes to the treasury, too',
      file: power,
      text: '        open.burn(burned);\n',
      replacement: '        IERC20(address(open)).moveOut(treasury, burned);\n',
    },
    {
      name: 'the odd unit is not burned',
      file: power,
      text: 'uint256 burned = openIn - toMarket;',
      replacement: 'uint256 burned = toMarket;',
    },
    {
      name: 'half of the OPEN stays with the mint',
      file: power,
      text: '        IERC20(address(open)).moveOut(treasury, toMarket);\n',
      replacement: '',
    },
    {
      name: 'valued at the higher average',
      file: power,
      text: 'return Math.min(oracle.price(),',
      replacement: 'return Math.max(oracle.price(),',
    },
    {
      name: 'valued at the plain average alone',
      file: power,
      text: 'return Math.min(oracle.price(), uint256(1e18).mulDivDown(1e18, inverseOracle.price()));',
      replacement: 'return oracle.price();',
    },
    {
      name: 'valued at the price of the moment',
      file: power,
      text: 'return Math.min(oracle.price(), uint256(1e18).mulDivDown(1e18, inverseOracle.price()));',
      replacement: 'return oracle.spot();',
    },
    { name: 'the least value is not asked for', file: power, text: quoted, replacement: '' },
    {
      name: 'what the member named is not asked for',
      file: power,
      text: '        if (power < minPower) revert TooLittleReceived(power, minPower);\n',
      replacement: '',
    },
    {
      name: 'power for everybody',
      file: power,
      text: '        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);\n',
      replacement: '',
    },
    {
      name: 'power while paused',
      file: power,
      text: ') external whenNotPaused nonReentrant returns (uint256 power) {',
      replacement: ') external nonReentrant returns (uint256 power) {',
    },
    {
      name: 'USDO without a payment',
      file: usdo,
      text: '        usdt.moveIn(msg.sender, address(this), usdtIn);\n        _mint(usdtIn);\n',
      replacement: '        usdtIn = usdt.balanceOf(address(this));\n        _mint(usdtIn);\n',
    },
    {
      name: 'no fee from OPEN',
      file: usdo,
      text: '_split(_sell(out), swapDesk.communityFeeBps());',
      replacement: '_split(_sell(out), 0);',
    },
    {
      name: 'the fee stays with the mint',
      file: usdo,
      text: '        if (fee > 0) usdt.safeTransfer(treasury, fee);\n',
      replacement: '',
    },
    {
      name: 'nothing of the OPEN is burned',
      file: usdo,
      text: '(uint256 burned, uint256 rest) = _split(openIn, swapDesk.burnBps());',
      replacement: '(uint256 burned, uint256 rest) = _split(openIn, 0);',
    },
    {
      name: 'the fee of yesterday',
      file: usdo,
      text: '_split(_sell(out), swapDesk.communityFeeBps());',
      replacement: '_split(_sell(out), 50);',
    },
    {
      name: 'more is allowed than is taken',
      file: usdo,
      text: 'usdt.forceApprove(address(usdo), amount);',
      replacement: 'usdt.forceApprove(address(usdo), amount + 1);',
    },
    {
      name: 'the desk’s switch does not count',
      file: usdo,
      text: '        if (!swapDesk.tradable()) revert NotTradable();\n',
      replacement: '',
    },
    {
      name: 'USDO for everybody',
      file: usdo,
      text: '        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);\n',
      replacement: '',
    },
    {
      name: 'the dust of a sale is a surprise',
      file: usdo,
      text: 'counted.mulDivDown(ofUsdt, ofOpen * _WHOLE_BPS + counted)',
      replacement: 'counted.mulDivDown(ofUsdt, ofOpen * _WHOLE_BPS)',
    },
  ],
};
