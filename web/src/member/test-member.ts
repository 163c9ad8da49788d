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
  factorreset: null,
  passkeys: 0,
  identity: 'none',
  main: null,
  subaccounts: 0,
  coolinguntil: null,
  countrywarning: '',
};

/** The same one, activated. */
export const activatedMember: OutputOf<'Users/Info'> = {
  ...memberInfo,
  activated: true,
  activation: 'activated',
  userlevel: 'activated',
};

/** The accounts of this member: one sub-account beside the main one. */
export const ownAccounts: OutputOf<'Users/myaccount'> = {
  limit: 10,
  accounts: [
    {
      userid: 'mem_1',
      nickname: 'Heron',
      avatar: '',
      invitationcode: 'ZA5KZD',
      main: true,
      current: true,
      registeredat: '2026-11-01T10:00:00.000Z',
      balances: [{ coinid: 'USDT', balance: '120.5' }],
    },
    {
      userid: 'mem_2',
      nickname: 'Harbour',
      avatar: '',
      invitationcode: 'ZB5KZ1',
      main: false,
      current: false,
      registeredat: '2026-11-02T10:00:00.000Z',
      balances: [],
    },
  ],
};

/** The same person, acting as that sub-account. */
export const actingMember: OutputOf<'Users/Info'> = {
  ...memberInfo,
  userid: 'mem_2',
  nickname: 'Harbour',
  email: '',
  useraddress: null,
  haspassword: false,
  main: { userid: 'mem_1', nickname: 'Heron', avatar: '' },
};
