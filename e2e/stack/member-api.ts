import { randomBytes, randomUUID } from 'node:crypto';
import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { CompactEncrypt, importJWK } from 'jose';
import type { JWK } from 'jose';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { fund, sendUsdt, signer } from './chain.ts';
import { mailedCode } from './mailbox.ts';
import type { Stack } from './stack.ts';

export const payPassword = 'pay1234secret';
const membershipAbi = [
  {
    type: 'function',
    name: 'activate',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'inviter', type: 'address' }],
    outputs: [],
  },
] as const;

export class Refused extends Error {
  readonly code: string;
  readonly reason: string;

  constructor(path: string, envelope: Envelope) {
    super(`${path}: ${envelope.code} ${envelope.msg} ${JSON.stringify(envelope.data)}`);
    this.code = envelope.code;
    this.reason = (envelope.data as { reason?: string } | undefined)?.reason ?? '';
  }
}

/** Calls one origin of the stack as any client would: JSON body, headers Token and Lang. */
export async function callAt<P extends CallPath>(
  url: string,
  path: P,
  input: InputOf<P>,
  token?: string,
): Promise<CallResult<Calls[P]>> {
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Lang: '2', ...(token ? { Token: token } : {}) },
    body: JSON.stringify(input),
  });
  const envelope = (await response.json()) as Envelope;
  if (!envelope.success) throw new Refused(path, envelope);
  const list = envelope.list && { list: envelope.list, ...(envelope.data as object | undefined) };
  return (list ?? envelope.data) as CallResult<Calls[P]>;
}

/** Encrypts a secret for one call to the published key. */
export async function sealAt(url: string, value: string, path: CallPath): Promise<string> {
  const { list } = await callAt(url, 'Ctrls/GetConfig', {});
  const jwk = JSON.parse(list.find((row) => row.idx === 'crypto.jwk')?.val ?? '{}') as JWK & { kid: string };
  const plain = JSON.stringify({
    value,
    time: Date.now(),
    nonce: randomBytes(16).toString('hex'),
    call: path,
  });
  return new CompactEncrypt(new TextEncoder().encode(plain))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
}

function tooSoon(error: unknown): boolean {
  if (error instanceof Refused && error.code === 'ratelimited') return false;
  throw error;
}

/** A member with a session and a key, as the API sees them. */
export type Person = {
  email: string;
  token: string;
  userid: string;
  key: Hex;
  address: Hex;
  call: <P extends CallPath>(path: P, input: InputOf<P>) => Promise<CallResult<Calls[P]>>;
};

type Purpose = InputOf<'Ctrls/SendCode_Mail'>['purpose'];

/** Asks for a code and reads it from the mail. One code a minute to one address is a rule of the house: waits. */
export async function codeFor(stack: Stack, email: string, purpose: Purpose): Promise<string> {
  let since = 0;
  const send = async () => {
    since = Date.now() - 1000;
    await callAt(stack.facts.url, 'Ctrls/SendCode_Mail', { email, purpose });
    return true;
  };
  await until('the next code', () => send().catch((error: unknown) => tooSoon(error)), 90_000, 3_000);
  return mailedCode(stack.data, email, since);
}

/** Puts together who holds a session, made here or in a browser. */
export function personOf(
  stack: Stack,
  session: { email: string; token: string; userid: string },
  key: Hex,
): Person {
  return {
    ...session,
    key,
    address: privateKeyToAccount(key).address,
    call: (path, input) => callAt(stack.facts.url, path, input, session.token),
  };
}

/** Registers by e-mail and code, without a browser. */
export async function registerByApi(stack: Stack, name: string, invitecode: string): Promise<Person> {
  const { url } = stack.facts;
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  const emailcode = await codeFor(stack, email, 'register');
  const password = await sealAt(url, 'letters4digits', 'Users/Register');
  const { list } = await callAt(url, 'Ctrls/GetConfig', {});
  const agreements = list.find((row) => row.idx === 'agreement.versions')?.val ?? '';
  const session = await callAt(url, 'Users/Register', {
    email,
    emailcode,
    password,
    invitecode,
    country: 'SG',
    agreements,
  });
  return personOf(stack, { email, ...session }, generatePrivateKey());
}

/** A member by wallet alone: no e-mail, so no code to wait for; the wallet is bound by its login. */
export async function registerByWallet(
  stack: Stack,
  invitecode: string,
  key: Hex = generatePrivateKey(),
): Promise<Person> {
  const { url } = stack.facts;
  const { address, signMessage } = privateKeyToAccount(key);
  const { message } = await callAt(url, 'Users/getsign', { purpose: 'login', address });
  const { list } = await callAt(url, 'Ctrls/GetConfig', {});
  const agreements = list.find((row) => row.idx === 'agreement.versions')?.val ?? '';
  const session = await callAt(url, 'Users/LoginWallet', {
    address,
    message,
    signature: await signMessage({ message }),
    invitecode,
    country: 'SG',
    agreements,
  });
  return personOf(stack, { email: '', ...session }, key);
}

/** A member who can do everything: bound, with a payment password, funded on chain, activated. */
export async function readyMember(
  stack: Stack,
  invitecode: string,
  usdt: string,
  key?: Hex,
): Promise<Person> {
  const person = await registerByWallet(stack, invitecode, key);
  await setPayPassword(stack, person);
  await fund(stack.facts, person.address, usdt);
  await activate(stack, person);
  return person;
}

/** Sends USDT to the member's deposit address on chain and waits until it is credited. */
export async function depositByChain(stack: Stack, person: Person, usdt: string): Promise<void> {
  const before = (await person.call('Wallet/Deposits', {})).list.length;
  const target = await person.call('Wallet/DepositAddress', { coinid: 'USDT' });
  await sendUsdt(stack.facts, person.key, target.address as Hex, usdt);
  await until('the deposit to be credited', async () => {
    const { list } = await person.call('Wallet/Deposits', {});
    return list.length > before && list[0]?.status === 'credited';
  });
}

/** What of a coin the member may spend, a plain decimal. */
export async function availableOf(person: Person, coinid = 'USDT'): Promise<string | undefined> {
  const { list } = await person.call('Users/Balance', {});
  return list.find((row) => row.coinid === coinid)?.available;
}

/** Sets the first payment password; the bound wallet's signature proves. */
export async function setPayPassword(stack: Stack, person: Person): Promise<void> {
  const { message } = await person.call('Users/getsign', { purpose: 'bind', address: person.address });
  const signature = await privateKeyToAccount(person.key).signMessage({ message });
  const paypassword = await sealAt(stack.facts.url, payPassword, 'Users/SetPaypassword');
  await person.call('Users/SetPaypassword', { paypassword, message, signature });
}

/** Changes it to the same with one letter more: what goes out is locked for a while. */
export async function changePayPassword(stack: Stack, person: Person): Promise<void> {
  const seal = (value: string) => sealAt(stack.facts.url, value, 'Users/SetPaypassword');
  const [old, paypassword] = [await seal(payPassword), await seal(`${payPassword}x`)];
  await person.call('Users/SetPaypassword', { old, paypassword });
}

/** Activates on chain with the person's own wallet (it needs gas) and waits until the indexer knows. */
export async function activate(stack: Stack, person: Person): Promise<void> {
  const { inviteraddress, contract } = await person.call('Chain/Activation', {});
  await signer(stack.facts, person.key).writeContract({
    address: contract as `0x${string}`,
    abi: membershipAbi,
    functionName: 'activate',
    args: [inviteraddress as `0x${string}`],
  });
  await until('the activation to be known', async () => (await person.call('Users/Info', {})).activated);
}

export async function sealedPayPassword(stack: Stack, path: CallPath): Promise<string> {
  return sealAt(stack.facts.url, payPassword, path);
}

/** Waits for a condition, with a bound. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  withinMs = 30_000,
  everyMs = 150,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
