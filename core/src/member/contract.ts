import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  chainAddress,
  countryCode,
  emailText,
  mailCodeText,
  puzzleText,
  nothing,
  secondFactor,
  secretText,
  timeOut,
  signatureText,
  walletProof,
} from '../kit/schema.ts';
import { identityStates } from './identity.ts';

export const memberInfo = z.object({
  userid: z.string(),
  username: z.string().nullable(),
  nickname: z.string(),
  avatar: z.string(),
  /** Own e-mail in full; empty when none is bound. */
  email: z.string(),
  /** Masked: `+65***67`. */
  phone: z.string(),
  country: z.string().nullable(),
  useraddress: z.string().nullable(),
  invitationcode: z.string(),
  /** Masked nickname and code of the inviter; null for the root. */
  inviter: z
    .object({ nickname: z.string(), invitationcode: z.string(), useraddress: z.string().nullable() })
    .nullable(),
  activated: z.boolean(),
  activation: z.enum(['none', 'pending', 'activated']),
  viplevel: z.number().int(),
  userlevel: z.enum(['visitor', 'registered', 'activated', 'miner', 'node']),
  registeredat: timeOut,
  haspassword: z.boolean(),
  haspaypassword: z.boolean(),
  /** Outgoing money is locked until then (payment-password reset); null when free. */
  lockeduntil: timeOut.nullable(),
  /** Frozen by its owner until they prove again; nothing leaves meanwhile. */
  frozen: z.boolean(),
  /** Until then the code of this session's own login counts as a fresh proof of the mailbox; null when it does not. */
  mailboxproveduntil: timeOut.nullable(),
  /** Published versions of the agreements that are not accepted yet, comma-separated; empty when all are. */
  agreementsdue: z.string(),
  /** The account may only leave: log in, read, export, withdraw. */
  exitonly: z.boolean(),
  antiphishing: z.string(),
  /** The second factor is on: an authenticator app. */
  hastotp: z.boolean(),
  /** Somebody asks to have the person's second factor taken off as lost; before `ready` no operator can. */
  factorreset: z.object({ id: z.string(), asked: timeOut, ready: timeOut }).nullable(),
  /** Passkeys that take the place of the app's code, the main account's where one acts as a sub-account. */
  passkeys: z.number().int(),
  /** How the person's identity check stands. */
  identity: z.enum(identityStates),
  /** The main account, while one acts as its sub-account; null for a main or independent account. */
  main: z.object({ userid: z.string(), nickname: z.string(), avatar: z.string() }).nullable(),
  /** How many sub-accounts this main account has. */
  subaccounts: z.number().int(),
  /** By the rule of the country nothing goes in until then (deposits, purchases); null when it does. Exits are open. */
  coolinguntil: timeOut.nullable(),
  /** What members of this country are told wherever money goes in; empty when nothing is. */
  countrywarning: z.string(),
});

export const info = defineCall({
  path: 'Users/Info',
  summary: 'The member’s own profile, levels and flags.',
  access: member,
  answer: 'data',
  input: nothing,
  output: memberInfo,
});

export const setNicknameHeadpic = defineCall({
  path: 'Users/SetNicknameHeadpic',
  summary:
    'Sets the nickname (≤ 20 characters as people count them) and the avatar (an uploaded picture’s address); what is left out stays, what `clear` names becomes empty.',
  access: member,
  answer: 'none',
  input: z.strictObject({
    nickname: z.string().max(200).optional(),
    headpic: z.string().max(200).optional(),
    clear: z
      .array(z.enum(['headpic']))
      .max(1)
      .optional(),
  }),
  output: z.undefined(),
  errors: ['member.nicknamelong', 'member.nicknamebad', 'member.nicknametaken', 'member.badavatar'],
});

export const bindEmail = defineCall({
  path: 'Users/BindEmaill',
  summary:
    'Starts binding an e-mail: sends a code to the new address; the login password, a code to the old address, or a signature of the bound wallet proves.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    email: emailText,
    password: secretText.optional(),
    /** A sub-account proves itself by its main account's payment password, and by nothing else. */
    paypassword: secretText.optional(),
    oldcode: mailCodeText.optional(),
    /** Of a refusal `ratelimited` that carried one: too many codes went to this address. */
    puzzle: puzzleText.optional(),
    ...walletProof,
    ...secondFactor,
  }),
  /** How many digits the code in the mail has, and for how many minutes more it works. */
  output: z.object({ length: z.number().int(), minutes: z.number().int() }),
  secrets: ['password', 'paypassword'],
  errors: [
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'ledger.locked',
    'ledger.frozen',
    'auth.slowdown',
    'auth.passwordwrong',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
    'auth.codetoosoon',
    'auth.codetoomany',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
  ],
});

export const bindEmailConfirm = defineCall({
  path: 'Users/BindEmaill_c',
  summary:
    'Confirms the new e-mail by its code; ends the other sessions. A sub-account gets its first login password and becomes independent.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    email: emailText,
    emailcode: mailCodeText,
    /** The first login password of a sub-account. */
    password: secretText.optional(),
  }),
  output: z.undefined(),
  secrets: ['password'],
  errors: [
    'member.bindfirst',
    'auth.badcode',
    'auth.codespent',
    'member.emailtaken',
    'member.noinitialpassword',
    'auth.passwordshort',
    'auth.passwordplain',
    'auth.passwordcommon',
    'auth.paypasswordslow',
    'auth.passwordsame',
    'ledger.locked',
    'ledger.frozen',
  ],
});

export const bindAddress = defineCall({
  path: 'Users/Bind_address',
  summary: 'Starts binding a wallet, for ever: answers the message to sign.',
  access: member,
  answer: 'data',
  input: z.strictObject({ address: chainAddress }),
  output: z.object({ nonce: z.string(), message: z.string() }),
  errors: [
    'member.wallettaken',
    'member.walletbound',
    'ledger.frozen',
    'member.badwallet',
    'member.otherinviter',
  ],
});

export const bindAddressConfirm = defineCall({
  path: 'Users/Bind_address_c',
  summary:
    'Binds the wallet by its signature and, when the member has an e-mail, a fresh proof of the mailbox (a code, or that of this session’s own login for 15 minutes); permanent. A sub-account, whose main account’s payment password is asked, becomes independent.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    address: chainAddress,
    message: z.string().min(20).max(2000),
    signature: signatureText,
    emailcode: mailCodeText.optional(),
    ...secondFactor,
    /** Of the main account, when a sub-account binds. */
    paypassword: secretText.optional(),
  }),
  output: z.undefined(),
  secrets: ['paypassword'],
  errors: [
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'ledger.locked',
    'ledger.frozen',
    'auth.badsignature',
    'auth.badmessage',
    'auth.noncespent',
    'auth.badcode',
    'auth.codespent',
    'member.wallettaken',
    'member.walletbound',
    'member.badwallet',
    'member.otherinviter',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
  ],
});

export const bindCountry = defineCall({
  path: 'Users/BindCountry',
  summary: 'Declares the country, once.',
  access: member,
  answer: 'none',
  input: z.strictObject({ country: countryCode }),
  output: z.undefined(),
  errors: ['auth.badcountry', 'auth.barred', 'member.countryset'],
});

export const addressAny = defineCall({
  path: 'Users/AddressAny',
  summary: 'Is this chain address, invitation code or recharge address a member? Masked nickname and avatar.',
  access: member,
  answer: 'data',
  input: z.strictObject({ target: z.string().trim().min(4).max(64) }),
  output: z.object({
    member: z.boolean(),
    nickname: z.string().optional(),
    avatar: z.string().optional(),
    self: z.boolean().optional(),
    /** What was matched: money is transferred to a code or a recharge address, never to a wallet. */
    kind: z.enum(['wallet', 'recharge', 'code']).optional(),
    /** The month in which they joined, UTC, `2026-05`: what an account made to look like another one cannot show. */
    joined: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
  }),
  rate: { perMinute: 20, burst: 10 },
});

export const bindAntiWithdrawAddress = defineCall({
  path: 'Users/BindAntiWithdrawAddress',
  summary: 'Sets the word shown in every mail; confirms the withdrawal address once more where one is bound.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    address: chainAddress.optional(),
    word: z.string().trim().min(2).max(40),
    paypassword: secretText,
  }),
  output: z.undefined(),
  secrets: ['paypassword'],
  errors: [
    'member.badwallet',
    'member.badword',
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
  ],
});

export const activation = defineCall({
  path: 'Chain/Activation',
  summary: 'State of the activation on chain: what it needs, pending transaction, confirmations.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    state: z.enum([
      'barred',
      'nowallet',
      'nocountry',
      'inviternotactivated',
      'ready',
      'pending',
      'activated',
    ]),
    inviteraddress: z.string().nullable(),
    contract: z.string().nullable(),
    hash: z.string().nullable(),
    confirmations: z.number().int(),
    confirmationsneeded: z.number().int(),
    activatedat: timeOut.nullable(),
  }),
});

export const activationMoved = definePush({
  push: 'tx.activation',
  summary: 'The activation is seen in a block, final, or gone again.',
  to: 'member',
  data: z.strictObject({
    state: z.enum(['none', 'pending', 'activated']),
    hash: z.string().optional(),
    confirmations: z.number().int().optional(),
  }),
});
