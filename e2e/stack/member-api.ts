import { randomBytes, randomUUID } from 'node:crypto';
import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallResult, Envelope } from '@openmere/core/kit/call.ts';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signer } from './chain.ts';
import { mailedCode } from './mailbox.ts';
import type { Stack } from './stack.ts';

const payPassword = 'pay1234secret';
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

export type Person = Awaited<ReturnType<typeof registerByApi>>;

/** Registers by e-mail and code, without a browser. */
export async function registerByApi(stack: Stack, name: string, invitecode: string) {
  const { url } = stack.facts;
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  const codeFor = async (purpose: InputOf<'Ctrls/SendCode_Mail'>['purpose']) => {
    let since = 0;
    const send = async () => {
      since = Date.now() - 1000;
      await callAt(stack.facts.url, 'Ctrls/SendCode_Mail', { email, purpose });
      return true;
    };
    // One code a minute to one address is a rule of the house.
    await until('the next code', () => send().catch((error: unknown) => tooSoon(error)), 90_000, 3_000);
    return mailedCode(stack.data, email, since);
  };
  const emailcode = await codeFor('register');
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
  const call = <P extends CallPath>(path: P, input: InputOf<P>) =>
    callAt(stack.facts.url, path, input, session.token);
  const key = generatePrivateKey();
  return {
    email,
    token: session.token,
    userid: session.userid,
    codeFor,
    call,
    key,
    address: privateKeyToAccount(key).address,
  };
}

/** Binds the person's wallet by signature and code, for ever. */
export async function bindWallet(person: Person): Promise<void> {
  const { message } = await person.call('Users/Bind_address', { address: person.address });
  const signature = await privateKeyToAccount(person.key).signMessage({ message });
  const emailcode = await person.codeFor('wallet');
  await person.call('Users/Bind_address_c', { address: person.address, message, signature, emailcode });
}

/** Sets the first payment password; the bound wallet's signature proves. */
export async function setPayPassword(stack: Stack, person: Person): Promise<void> {
  const { message } = await person.call('Users/getsign', { purpose: 'bind', address: person.address });
  const signature = await privateKeyToAccount(person.key).signMessage({ message });
  const paypassword = await sealAt(stack.facts.url, payPassword, 'Users/SetPaypassword');
  await person.call('Users/SetPaypassword', { paypassword, message, signature });
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
