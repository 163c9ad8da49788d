import type { PlantedGroup } from './plant.ts';

const file = 'src/node/Medal.sol';
const bought = '        if (hasBought[msg.sender]) revert AlreadyBought(msg.sender);\n';

export const medalBugs: PlantedGroup = {
  caughtBy: 'test/invariant/MedalInvariant.t.sol',
  bugs: [
    {
      name: 'subscribing does nothing',
      file,
      text: '        _mint(recipient, tokenId);\n',
      replacement: '',
    },
    {
      name: 'a medal for nothing',
      file,
      text: '        usdt.moveIn(msg.sender, address(this), price);\n        usdt.moveOut(treasury, price);\n',
      replacement: '',
    },
    {
      name: 'the price stays with the medal',
      file,
      text: '        usdt.moveOut(treasury, price);\n',
      replacement: '',
    },
    {
      name: 'gold at the price of diamond',
      file,
      text: 'if (tokenType == GOLD) return 2_000e18;',
      replacement: 'if (tokenType == GOLD) return 1_000e18;',
    },
    { name: 'bought twice', file, text: bought, replacement: '' },
    {
      name: 'buying is not remembered',
      file,
      text: '        hasBought[msg.sender] = true;\n',
      replacement: '',
    },
    {
      name: 'the recipient bought, not the buyer',
      file,
      text: 'hasBought[msg.sender] = true;',
      replacement: 'hasBought[recipient] = true;',
    },
    {
      name: 'two medals in one hand',
      file,
      text: '        if (to != address(0) && balanceOf(to) != 0) revert AlreadyHolds(to);\n',
      replacement: '',
    },
    {
      name: 'moved to a holder',
      file,
      text: 'if (to != address(0) && balanceOf(to) != 0)',
      replacement: 'if (_ownerOf(tokenId) == address(0) && balanceOf(to) != 0)',
    },
    {
      name: 'a sale that has closed goes on',
      file,
      text: 'if (block.timestamp < opens || block.timestamp >= closes)',
      replacement: 'if (block.timestamp < opens)',
    },
    {
      name: 'gold without a permit',
      file,
      text: '        if (tokenType == GOLD) revert PermitNeeded(tokenType);\n',
      replacement: '',
    },
    {
      name: 'anybody signs permits',
      file,
      text: 'if (!hasRole(SIGNER_ROLE, signer)) revert',
      replacement: 'if (signer == address(0)) revert',
    },
    {
      name: 'a permit for anybody',
      file,
      text: 'tokenType, msg.sender, deadline)));',
      replacement: 'tokenType, recipient, deadline)));',
    },
    {
      name: 'a permit for ever',
      file,
      text: '        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);\n',
      replacement: '',
    },
    {
      name: 'for whoever is not activated',
      file,
      text: '        if (!membership.isActive(recipient)) revert NotActive(recipient);\n',
      replacement: '',
    },
    {
      name: 'ids of one type run into the next',
      file,
      text: 'tokenId = first + sold;',
      replacement: 'tokenId = first + sold + 1;',
    },
    {
      name: 'subscribing while paused',
      file,
      text: 'function mint(uint8 tokenType, address recipient) external whenNotPaused nonReentrant',
      replacement: 'function mint(uint8 tokenType, address recipient) external nonReentrant',
    },
  ],
};
