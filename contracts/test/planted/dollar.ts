import type { PlantedGroup } from './plant.ts';

const file = 'src/asset/BackedDollar.sol';
const mintBody = `        backing.moveIn(msg.sender, address(this), amount);
        _mint(to, amount);
        emit Minted(msg.sender, to, amount);`;
const redeemBody = `        _burn(msg.sender, amount);`;

export const dollarBugs: PlantedGroup = {
  caughtBy: 'test/invariant/DollarInvariant.t.sol',
  bugs: [
    {
      name: 'mint does nothing',
      file,
      text: mintBody,
      replacement: '        emit Minted(msg.sender, to, amount);',
    },
    {
      name: 'redeem does nothing',
      file,
      text: `        if (amount == 0) revert ZeroAmount();\n${redeemBody}`,
      replacement: '        if (amount > 0) return;',
    },
    {
      name: 'mint without backing',
      file,
      text: '        backing.moveIn(msg.sender, address(this), amount);\n',
      replacement: '',
    },
    {
      name: 'one unit more than was paid',
      file,
      text: '_mint(to, amount);',
      replacement: '_mint(to, amount + 1);',
    },
    {
      name: 'minted to the payer',
      file,
      text: '_mint(to, amount);',
      replacement: '_mint(msg.sender, amount);',
    },
    { name: 'redeemed and not burned', file, text: `${redeemBody}\n`, replacement: '' },
    {
      name: 'redeeming costs a unit',
      file,
      text: 'backing.moveOut(msg.sender, amount);',
      replacement: 'if (amount > 1) backing.moveOut(msg.sender, amount - 1);',
    },
    {
      name: 'redeeming is paused, too',
      file,
      text: 'function redeem(uint256 amount) external nonReentrant {',
      replacement: 'function redeem(uint256 amount) external whenNotPaused nonReentrant {',
    },
    {
      name: 'minting while paused',
      file,
      text: 'onlyRole(MINTER_ROLE) whenNotPaused nonReentrant {',
      replacement: 'onlyRole(MINTER_ROLE) nonReentrant {',
    },
    {
      name: 'anybody mints',
      file,
      text: 'onlyRole(MINTER_ROLE) whenNotPaused nonReentrant {',
      replacement: 'whenNotPaused nonReentrant {',
    },
    {
      name: 'minting within minting',
      file,
      text: 'onlyRole(MINTER_ROLE) whenNotPaused nonReentrant {',
      replacement: 'onlyRole(MINTER_ROLE) whenNotPaused {',
    },
    {
      name: 'what arrived is believed',
      file: 'src/kit/MeasuredTransfer.sol',
      text: 'if (arrived != amount) revert MoneyErrors.TransferMismatch(amount, arrived);',
      replacement: 'if (arrived > amount) revert MoneyErrors.TransferMismatch(amount, arrived);',
    },
    {
      name: 'anybody unpauses',
      file: 'src/kit/Guarded.sol',
      text: 'function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {',
      replacement: 'function unpause() external {',
    },
  ],
};
