import type { PlantedGroup } from './plant.ts';

const file = 'src/member/Membership.sol';

export const membershipBugs: PlantedGroup = {
  caughtBy: 'test/invariant/MembershipInvariant.t.sol',
  bugs: [
    {
      name: 'activating does nothing',
      file,
      text: '        _activate(msg.sender, inviter);\n',
      replacement: '',
    },
    {
      name: 'activated twice',
      file,
      text: '        if (own.activatedAt != 0) revert AlreadyActive(msg.sender, own.activatedAt);\n',
      replacement: '',
    },
    {
      name: 'under somebody who is not active',
      file,
      text: 'if (_entries[inviter].activatedAt == 0) revert',
      replacement: 'if (inviter == address(0)) revert',
    },
    {
      name: 'under oneself',
      file,
      text: 'if (_entries[inviter].activatedAt == 0) revert',
      replacement: 'if (_entries[inviter].activatedAt == 0 && inviter != msg.sender) revert',
    },
    {
      name: 'while paused',
      file,
      text: 'function activate(address inviter) external whenNotPaused {',
      replacement: 'function activate(address inviter) external {',
    },
    {
      name: 'the inviter is lost',
      file,
      text: 'Entry({inviter: inviter, activatedAt: uint64(block.timestamp)})',
      replacement: 'Entry({inviter: address(0), activatedAt: uint64(block.timestamp)})',
    },
  ],
};
