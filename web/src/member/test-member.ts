import type { OutputOf } from '@openmere/core/calls.ts';

/** A member who registered by e-mail, bound a wallet, and is not activated yet. */
export const memberInfo: OutputOf<'Users/Info'> = {
  userid: 'mem_1',
  username: null,
  nickname: 'Heron',
  avatar: '',
  email: 'heron@example.org',
  phone: '',
  country: 'DE',
  useraddress: '0x00000000000000000000000000000000000000aa',
  invitationcode: 'ZA5KZD',
  inviter: { nickname: 'O***e', invitationcode: '6MVGA1', useraddress: null },
  activated: false,
  activation: 'none',
  viplevel: 0,
  userlevel: 'registered',
  registeredat: '2026-11-01T10:00:00.000Z',
  haspassword: true,
  haspaypassword: true,
  lockeduntil: null,
  frozen: false,
  mailboxproveduntil: null,
  agreementsdue: '',
  exitonly: false,
  antiphishing: '',
  hastotp: false,
  identity: 'none',
};

/** The same one, activated. */
export const activatedMember: OutputOf<'Users/Info'> = {
  ...memberInfo,
  activated: true,
  activation: 'activated',
  userlevel: 'activated',
};
