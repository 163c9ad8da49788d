import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  chainAddress,
  countryCode,
  emailText,
  inviteCode,
  mailCodeText,
  nothing,
  puzzleText,
  secondFactor,
  secretText,
  signatureText,
  timeOut,
  walletProof,
  wholeNumber,
} from '../kit/schema.ts';

/** The wire names are the specification's, misspellings included (calls.md). */

const token = z.object({ token: z.string(), userid: z.string() });
/** What the second factor refuses (second-factor/contract.ts). */
const factorErrors = ['auth.needtotp', 'auth.totpslow', 'auth.badtotp', 'auth.badfactorkey'];
const agreements = z.string().max(200);
const username = z.string().trim().min(3).max(32);
/** Of one address: a login may take two calls, the second one with a solved puzzle. */
const loginRate = { perMinute: 20, burst: 10 };

export const sendCodeMail = defineCall({
  path: 'Ctrls/SendCode_Mail',
  summary:
    'Sends a 6-digit code to an e-mail address (longer while codes are being guessed); bound to its purpose, 10 minutes, 5 tries. A refusal `ratelimited` may carry a puzzle, whose solution goes on at once.',
  access: open,
  answer: 'data',
  input: z.strictObject({
    email: emailText,
    purpose: z.enum(['login', 'register', 'bind', 'password', 'paypassword', 'wallet']),
    puzzle: puzzleText.optional(),
  }),
  /** How many digits the code in the mail has, and for how many minutes more it works. */
  output: z.object({ length: z.number().int(), minutes: z.number().int() }),
  errors: ['auth.codetoosoon', 'auth.codetoomany'],
  rate: { perMinute: 20, burst: 10 },
});

export const register = defineCall({
  path: 'Users/Register',
  summary: 'Registers by e-mail with an invitation code; answers a session token.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    email: emailText,
    emailcode: mailCodeText,
    username: username.optional(),
    password: secretText,
    invitecode: inviteCode,
    country: countryCode,
    agreements,
  }),
  output: token,
  secrets: ['password'],
  errors: [
    'auth.badcode',
    'auth.codespent',
    'auth.badinvite',
    'auth.inviternotactivated',
    'auth.badcountry',
    'auth.barred',
    'auth.agreements',
    'auth.badusername',
    'auth.taken',
    'auth.passwordshort',
    'auth.passwordlong',
    'auth.passwordplain',
    'auth.passwordcommon',
  ],
  rate: { perMinute: 10, burst: 5 },
});

export const loginMail = defineCall({
  path: 'Users/LoginMail',
  summary:
    'Logs in by e-mail and code; an unknown address with invitation code, country and agreements registers.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    email: emailText,
    emailcode: mailCodeText,
    invitecode: inviteCode.optional(),
    country: countryCode.optional(),
    agreements: agreements.optional(),
    ...secondFactor,
  }),
  output: token,
  errors: [
    'auth.needinvite',
    'auth.badcode',
    'auth.codespent',
    'auth.badinvite',
    'auth.inviternotactivated',
    'auth.badcountry',
    'auth.barred',
    'auth.agreements',
    'auth.taken',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const userLogin = defineCall({
  path: 'Users/UserLogin',
  summary: 'Logs in by account (user name, e-mail or phone) and password.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    account: z.string().trim().min(3).max(254),
    password: secretText,
    ...secondFactor,
    puzzle: puzzleText.optional(),
    /** The code that `auth.needcode` mailed, of a login from somewhere unknown. */
    emailcode: mailCodeText.optional(),
  }),
  output: token,
  secrets: ['password'],
  errors: [
    'auth.badlogin',
    'auth.slowdown',
    'auth.passwordpaused',
    'auth.needcode',
    'auth.codetoosoon',
    'auth.codetoomany',
    'auth.badcode',
    'auth.codespent',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const getSign = defineCall({
  path: 'Users/getsign',
  summary: 'A nonce and the EIP-4361 message to sign; single use, 5 minutes.',
  access: open,
  answer: 'data',
  input: z.strictObject({ purpose: z.enum(['login', 'bind', 'gold']), address: chainAddress }),
  output: z.object({ nonce: z.string(), message: z.string() }),
  errors: ['request.notlogin'],
  rate: { perMinute: 20, burst: 10 },
});

export const loginWallet = defineCall({
  path: 'Users/LoginWallet',
  summary:
    'Logs in by a signed EIP-4361 message; an unknown wallet with invitation code, country and agreements registers.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    address: chainAddress,
    message: z.string().min(20).max(2000),
    signature: signatureText,
    invitecode: inviteCode.optional(),
    country: countryCode.optional(),
    agreements: agreements.optional(),
    ...secondFactor,
  }),
  output: token,
  errors: [
    'auth.needinvite',
    'auth.closed',
    'auth.badsignature',
    'auth.badmessage',
    'auth.noncespent',
    'auth.badinvite',
    'auth.inviternotactivated',
    'auth.badcountry',
    'auth.barred',
    'auth.agreements',
    'auth.taken',
    'member.badwallet',
    'member.otherinviter',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const inviter = defineCall({
  path: 'Users/Inviter',
  summary: 'Whose invitation code is this: masked nickname and whether activated.',
  access: open,
  answer: 'data',
  input: z.strictObject({ invitecode: inviteCode }),
  output: z.object({ nickname: z.string(), avatar: z.string(), activated: z.boolean() }),
  errors: ['auth.badinvite'],
  // Of one address: a form asks once per code, who tries codes through asks for ever.
  rate: { perMinute: 10, burst: 10 },
});

export const logout = defineCall({
  path: 'Users/Logout',
  summary: 'Ends this session; as a sub-account the whole login, the main account’s session with it.',
  access: member,
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});

export const sessions = defineCall({
  path: 'Users/Sessions',
  summary: 'The member’s sessions, newest use first.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({
    id: z.string(),
    device: z.string(),
    ip: z.string(),
    country: z.string().nullable(),
    created: timeOut,
    lastused: timeOut,
    current: z.boolean(),
  }),
});

export const sessionRevoke = defineCall({
  path: 'Users/SessionRevoke',
  summary: 'Ends one session by id, or all others when no id is given.',
  access: member,
  answer: 'none',
  input: z.strictObject({ id: z.string().max(64).optional() }),
  output: z.undefined(),
  errors: ['auth.nosession'],
});

/** A page that has been reading for longer than this before it asks for the socket's ticket may miss a message. */
export const READ_FOR_MAX_MS = 60_000;

export const socketTicket = defineCall({
  path: 'Users/SocketTicket',
  summary:
    'A one-use ticket, 30 s, for the socket. `seq` is the number of the last message; with `readfor` (ms), of the last one before that ' +
    'time: who has been reading, or away, for so long asks for what followed, and the socket begins with what everybody was told since.',
  access: member,
  answer: 'data',
  input: z.strictObject({ readfor: wholeNumber(0, READ_FOR_MAX_MS).optional() }),
  output: z.object({ ticket: z.string(), seq: z.number().int() }),
});

export const setLoginPassword = defineCall({
  path: 'Users/setloginpassword',
  summary:
    'Sets the first login password (and user name) of a member who has none; a fresh code or, without an e-mail, a wallet signature proves.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    password: secretText,
    username: username.optional(),
    emailcode: mailCodeText.optional(),
    ...walletProof,
    ...secondFactor,
  }),
  output: z.undefined(),
  secrets: ['password'],
  errors: [
    'member.noownlogin',
    'auth.passwordset',
    'auth.badusername',
    'auth.passwordshort',
    'auth.passwordlong',
    'auth.passwordplain',
    'auth.passwordcommon',
    'auth.paypasswordslow',
    'auth.passwordsame',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
    'auth.taken',
    ...factorErrors,
  ],
});

export const setPassword = defineCall({
  path: 'Users/SetPassword',
  summary:
    'Changes the login password by the old one, or sets a forgotten one by e-mail code (open). Ends the other sessions.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    password: secretText,
    old: secretText.optional(),
    email: emailText.optional(),
    emailcode: mailCodeText.optional(),
    ...secondFactor,
  }),
  output: z.undefined(),
  secrets: ['password', 'old'],
  errors: [
    'auth.slowdown',
    'auth.badcode',
    'auth.codespent',
    'auth.passwordwrong',
    'auth.passwordshort',
    'auth.passwordlong',
    'auth.passwordplain',
    'auth.passwordcommon',
    'auth.paypasswordslow',
    'auth.passwordsame',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const setPaypassword = defineCall({
  path: 'Users/SetPaypassword',
  summary:
    'Sets, changes (old) or resets (code) the payment password; all but the first lock outgoing money for 24 h.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    paypassword: secretText,
    emailcode: mailCodeText.optional(),
    ...walletProof,
    old: secretText.optional(),
    ...secondFactor,
  }),
  output: z.object({ lockeduntil: timeOut.optional() }),
  secrets: ['paypassword', 'old'],
  errors: [
    'member.mainpaypassword',
    'auth.passwordshort',
    'auth.passwordlong',
    'auth.passwordplain',
    'auth.passwordcommon',
    'auth.passwordsame',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const acceptAgreements = defineCall({
  path: 'Users/AcceptAgreements',
  summary:
    'Accepts the named versions of the agreements; with those accepted before they are all that are published now.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ agreements }),
  output: z.undefined(),
  errors: ['auth.agreements'],
});

export const freeze = defineCall({
  path: 'Users/Freeze',
  summary:
    'Freezes the account by the link of a mail about an attack: ends all sessions, and nothing leaves until the owner proves again.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ link: z.string().min(20).max(128) }),
  output: z.undefined(),
  errors: ['auth.badfreezelink'],
  rate: loginRate,
});

export const freezeOwn = defineCall({
  path: 'Users/FreezeOwn',
  summary:
    'Freezes the member’s main account and with it all accounts of the family, as a mail’s link does. It asks for no proof: it only protects.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});

export const unfreeze = defineCall({
  path: 'Users/Unfreeze',
  summary:
    'Lifts a freeze by a fresh proof of the mailbox or wallet and, where one is set, the payment password.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    paypassword: secretText.optional(),
    emailcode: mailCodeText.optional(),
    ...walletProof,
    ...secondFactor,
  }),
  output: z.undefined(),
  secrets: ['paypassword'],
  errors: [
    'auth.notfrozen',
    'auth.freezeproof',
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
    ...factorErrors,
  ],
  rate: loginRate,
});

export const newDevice = definePush({
  push: 'notice.newdevice',
  summary: 'A login from a device that was not seen before.',
  to: 'member',
  data: z.strictObject({ device: z.string(), ip: z.string(), country: z.string(), time: timeOut }),
});

export const paypasswordSet = definePush({
  push: 'notice.paypassword',
  summary: 'The payment password was set, changed or reset; until when nothing leaves.',
  to: 'member',
  data: z.strictObject({
    setting: z.enum(['first', 'change', 'reset']),
    lockeduntil: timeOut.nullable(),
  }),
});

export const accountUnfrozen = definePush({
  push: 'notice.unfrozen',
  summary: 'The owner proved again; the freeze is over.',
  to: 'member',
  data: z.strictObject({}),
});
