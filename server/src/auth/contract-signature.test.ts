import { Fault } from '@openmere/core/kit/fault.ts';
import { concatHex, encodeAbiParameters, getCreate2Address, keccak256, pad } from 'viem';
import type { Address, Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRpc } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { startTestAnvil, waitMined } from '../platform/chain/test-anvil.ts';
import type { TestAnvil } from '../platform/chain/test-anvil.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { REGISTRANT, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';
import { createAskContract, gatherSigning } from './contract-signature.ts';
import type { AskContract } from './contract-signature.ts';
import { makeWalletMessage, takeWalletProof } from './wallet-message.ts';

/** The factory that stands at this address on every chain. */
const CREATE2: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT = pad('0x07');
const WRAPPED: Hex = `0x${'6492'.repeat(16)}`;
const HALF_ORDER_TIMES_2 = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Code that puts `runtime` on the chain: copies what follows these ten bytes. */
function initOf(runtime: string): Hex {
  const length = (runtime.length / 2).toString(16).padStart(2, '0');
  return `0x60${length}600a5f3960${length}5ff3${runtime}`;
}

/** A wallet of one owner: answers ERC-1271's word when ecrecover(hash, signature) is its owner. */
const walletOf = (owner: Address): string =>
  `60043560005260a43560001a60205260643560405260843560605260206080608060006001` +
  `5afa50608051` +
  `73${owner.slice(2).toLowerCase()}14631626ba7e0260e01b60005260206000f3`;
/** Says yes to everything. */
const YES = '631626ba7e60e01b60005260206000f3';
/** What wallets that mean harm, or are broken, do when they are asked. */
const HOSTILE: Readonly<Record<string, string>> = {
  'never ends': '5b600056',
  'takes memory without end': '5b5a5a52600056',
  reverts: '5f5ffd',
  'reverts with a megabyte': '621000005ffd',
  'answers nothing': '00',
  'answers 31 bytes': '631626ba7e60e01b5f52601f5ff3',
  'answers a megabyte of nothing': '621000005ff3',
  'answers one': '60015f5260205ff3',
  'answers another word': '631626ba7f60e01b5f5260205ff3',
  'ends itself': '5fff',
  'calls itself without end': '5b5f5f5f5f5f305af1600056',
};

let anvil: TestAnvil;
let ask: AskContract;
const owner = newSigner();
const stranger = newSigner();
const message = 'Openmere asks who this is';
beforeAll(async () => {
  anvil = await startTestAnvil();
  ask = createAskContract([anvil.rpc]);
}, 60_000);
afterAll(() => anvil.stop());

async function deploy(runtime: string): Promise<Address> {
  const initCode = initOf(runtime);
  const [from] = (await anvil.rpc.call('eth_accounts')) as Address[];
  const sent = await anvil.rpc.call('eth_sendTransaction', [
    { from, to: CREATE2, data: concatHex([SALT, initCode]) },
  ]);
  await waitMined(anvil.rpc, sent);
  return addressOf(initCode);
}

const addressOf = (initCode: Hex): Address =>
  getCreate2Address({ from: CREATE2, salt: SALT, bytecodeHash: keccak256(initCode) });

const wrap = (initCode: Hex, signature: Hex): Hex =>
  concatHex([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [CREATE2, concatHex([SALT, initCode]), signature],
    ),
    WRAPPED,
  ]);

test('refuses: another owner’s signature, a wallet without code, a mirrored one of a plain key, one that never ends', async () => {
  const wallet = await deploy(walletOf(owner.address));
  const signature = await stranger.signMessage({ message });
  expect(await ask({ address: wallet, message, signature })).toBe(false);
  const right = await owner.signMessage({ message });
  expect(await ask({ address: wallet, message: `${message}.`, signature: right })).toBe(false);
  expect(await ask({ address: addressOf(initOf(walletOf(stranger.address))), message, signature })).toBe(
    false,
  );
  const s = HALF_ORDER_TIMES_2 - BigInt(`0x${right.slice(66, 130)}`);
  const v = right.endsWith('1b') ? '1c' : '1b';
  const mirrored: Hex = `0x${right.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`;
  expect(await ask({ address: owner.address, message, signature: mirrored })).toBe(false);
  const wrapped = wrap(initOf(walletOf(owner.address)), mirrored);
  expect(await ask({ address: owner.address, message, signature: wrapped })).toBe(false);
});

test('refuses: contracts that revert, never end, eat memory or answer the wrong size, each within the limit of a question', async () => {
  const signature = await owner.signMessage({ message });
  for (const [what, code] of Object.entries(HOSTILE)) {
    const address = await deploy(code);
    const began = performance.now();
    const told = await ask({ address, message, signature });
    expect([what, told]).toEqual([what, false]);
    // The limit of both questions, and what a busy machine needs besides.
    expect(performance.now() - began).toBeLessThan(3_000);
    const initCode = initOf(code);
    expect([what, await ask({ address, message, signature: wrap(initCode, signature) })]).toEqual([
      what,
      false,
    ]);
  }
});

test('refuses: to wait longer than a second for a node, which is a fault and never a yes', async () => {
  const slow: Rpc = {
    call: (_method, _params, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Fault('chain.unreachable', { retry: true })));
      }),
    batch: () => Promise.reject(new Fault('chain.unreachable', { retry: true })),
  };
  const began = performance.now();
  const asked = createAskContract([slow])({ address: owner.address, message, signature: '0x12' });
  await expect(asked).rejects.toBeInstanceOf(Fault);
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('behavior: a wallet on the chain signs by its owner (ERC-1271); one that is not there yet brings its making (ERC-6492)', async () => {
  const signature = await owner.signMessage({ message });
  const wallet = await deploy(walletOf(owner.address));
  expect(await ask({ address: wallet, message, signature })).toBe(true);
  const later = newSigner();
  const initCode = initOf(walletOf(later.address));
  const address = addressOf(initCode);
  const theirs = await later.signMessage({ message });
  expect(await ask({ address, message, signature: wrap(initCode, theirs) })).toBe(true);
  expect(await ask({ address, message, signature: wrap(initCode, signature) })).toBe(false);
  expect(await anvil.rpc.call('eth_getCode', [address, 'latest'])).toBe('0x');
});

test('refuses: a contract that says yes to everything says so for itself alone', async () => {
  const yes = await deploy(YES);
  const signature: Hex = `0x${'12'.repeat(65)}`;
  expect(await ask({ address: yes, message, signature })).toBe(true);
  const victim = await deploy(walletOf(owner.address));
  expect(await ask({ address: victim, message, signature })).toBe(false);
  expect(await ask({ address: owner.address, message, signature: wrap(initOf(YES), signature) })).toBe(false);
  expect(await ask({ address: victim, message, signature: wrap(initOf(YES), signature) })).toBe(false);
});

test('refuses: nobody where the node does not answer: that is a fault, never a yes', async () => {
  const dead = createAskContract([createRpc('http://127.0.0.1:9')]);
  const asked = dead({ address: owner.address, message, signature: `0x${'12'.repeat(65)}` });
  await expect(asked).rejects.toBeInstanceOf(Fault);
});

/** A node that says of everything that it is a contract which has signed. */
const liar: Rpc = {
  call: async (method) => (method === 'eth_getCode' ? '0x60' : '0x1'),
  batch: () => Promise.reject(new Fault('chain.unreachable', { retry: true })),
};

test('refuses: what one node alone says, where there are more (T04, T14)', async () => {
  const forged = { address: owner.address, message, signature: `0x${'12'.repeat(65)}` } as const;
  const dead = createRpc('http://127.0.0.1:9');
  expect(await createAskContract([liar])(forged)).toBe(true);
  expect(await createAskContract([liar, anvil.rpc])(forged)).toBe(false);
  await expect(createAskContract([liar, dead])(forged)).rejects.toBeInstanceOf(Fault);
  const signature = await owner.signMessage({ message });
  const wallet = await deploy(walletOf(owner.address));
  const honest = createAskContract([anvil.rpc, dead, anvil.rpc]);
  expect(await honest({ address: wallet, message, signature })).toBe(true);
});

test('refuses: a node’s word for a wallet that a key has signed for, at the login and in a session (T04, T14)', async () => {
  const app = await openAuthApp({ rpc: liar });
  const key = newSigner();
  const { address } = key;
  const sign = async (purpose: string, token?: string) => {
    const asked = await app.call('Users/getsign', { purpose, address }, token === undefined ? {} : { token });
    return (asked.data as { message: string }).message;
  };
  const login = async (message: string, signature: string) =>
    app.call('Users/LoginWallet', {
      address,
      message,
      signature,
      invitecode: app.root.invitationCode,
      ...REGISTRANT,
    });
  const own = await sign('login');
  const opened = await login(own, await key.signMessage({ message: own }));
  expect(reasonOf(opened)).toBe('ok');
  const { token } = opened.data as { token: string };
  const signature = `0x${'12'.repeat(65)}`;
  expect(reasonOf(await login(await sign('login'), signature))).toBe('auth.badsignature');
  const set = await app.call(
    'Users/SetPaypassword',
    {
      paypassword: await app.seal('Users/SetPaypassword', 'pay word 7'),
      message: await sign('bind', token),
      signature,
    },
    { token },
  );
  expect(reasonOf(set)).toBe('auth.badsignature');
  await app.close();
}, 60_000);

test('behavior: the chain is asked before the transaction, and only about a message that waits to be signed', async () => {
  const app: AuthApp = await openAuthApp();
  const wallet = await deploy(walletOf(owner.address));
  const asked: string[] = [];
  const counting: AskContract = (proof) => {
    asked.push(proof.address);
    return ask(proof);
  };
  const ctx = { db: app.db, signing: app.deps.signing, askContract: counting };
  const wanted = { purpose: 'login', memberId: null } as const;
  const made = await inTransaction(app.db, (tx) =>
    makeWalletMessage({ tx, now: app.now(), ...ctx }, { ...wanted, address: wallet }),
  );
  const signature = await owner.signMessage({ message: made.message });
  const proof = { address: wallet, message: made.message, signature };
  const foreign = { ...proof, message: made.message.replace(made.nonce, '0'.repeat(32)) };
  await gatherSigning(ctx, foreign);
  expect(asked).toEqual([]);
  const facts = await gatherSigning(ctx, proof);
  const taken = await inTransaction(app.db, (tx) =>
    takeWalletProof({ tx, now: app.now(), ...facts }, { proof, wanted }),
  );
  expect([taken, asked]).toEqual([wallet.toLowerCase(), [wallet]]);
  await app.close();
}, 60_000);

test('behavior: a contract wallet registers, sets its first payment password and an e-mail by its signature alone', async () => {
  const app = await openAuthApp({ rpc: anvil.rpc });
  const address = await deploy(walletOf(owner.address));
  const sign = async (purpose: string, by = owner, token?: string) => {
    const asked = await app.call('Users/getsign', { purpose, address }, token === undefined ? {} : { token });
    const { message: text } = asked.data as { message: string };
    return { message: text, signature: await by.signMessage({ message: text }) };
  };
  const login = async (by = owner) =>
    app.call('Users/LoginWallet', {
      address,
      ...(await sign('login', by)),
      invitecode: app.root.invitationCode,
      ...REGISTRANT,
    });
  expect(reasonOf(await login(stranger))).toBe('auth.badsignature');
  const opened = await login();
  expect(reasonOf(opened)).toBe('ok');
  const { token } = opened.data as { token: string };
  const set = async (proof: object) =>
    app.call(
      'Users/SetPaypassword',
      { paypassword: await app.seal('Users/SetPaypassword', 'pay word 7'), ...proof },
      { token },
    );
  expect(reasonOf(await set(await sign('bind', stranger, token)))).toBe('auth.badsignature');
  const proof = await sign('bind', owner, token);
  expect(reasonOf(await set(proof))).toBe('ok');
  expect(reasonOf(await set(proof))).toBe('auth.noncespent');
  const bind = async (by: typeof owner) =>
    app.call(
      'Users/BindEmaill',
      { email: 'vault@example.org', ...(await sign('bind', by, token)) },
      { token },
    );
  expect(reasonOf(await bind(stranger))).toBe('auth.badsignature');
  expect(reasonOf(await bind(owner))).toBe('ok');
  await app.close();
}, 60_000);

test('behavior: a contract wallet that is not on the chain yet closes its account by a long signature', async () => {
  const app = await openAuthApp({ rpc: anvil.rpc });
  const initCode = initOf(`${walletOf(owner.address)}${'00'.repeat(8)}`);
  const address = addressOf(initCode);
  const sign = async (purpose: string, by = owner, token?: string) => {
    const asked = await app.call('Users/getsign', { purpose, address }, token === undefined ? {} : { token });
    const { message: text } = asked.data as { message: string };
    return { message: text, signature: wrap(initCode, await by.signMessage({ message: text })) };
  };
  const opened = await app.call('Users/LoginWallet', {
    address,
    ...(await sign('login')),
    invitecode: app.root.invitationCode,
    ...REGISTRANT,
  });
  const { token } = opened.data as { token: string };
  const close = async (proof: object) => reasonOf(await app.call('Users/Delete', proof, { token }));
  expect(await close(await sign('bind', stranger, token))).toBe('auth.badsignature');
  // Of a wallet of many owners it is longer; it is looked at, not called malformed.
  expect(await close({ ...(await sign('bind', owner, token)), signature: `0x${'12'.repeat(4000)}` })).toBe(
    'auth.badsignature',
  );
  expect(await close(await sign('bind', owner, token))).toBe('ok');
  await app.close();
}, 60_000);

test('refuses: more than five questions to the chain about one message', async () => {
  const app = await openAuthApp();
  const address = await deploy(walletOf(owner.address));
  let asked = 0;
  const askContract: AskContract = () => {
    asked += 1;
    return Promise.resolve(false);
  };
  const made = await inTransaction(app.db, (tx) =>
    makeWalletMessage(
      { tx, now: app.now(), signing: app.deps.signing },
      { purpose: 'login', memberId: null, address },
    ),
  );
  const proof = { address, message: made.message, signature: '0x12' };
  const ctx = { db: app.db, signing: app.deps.signing, askContract };
  await Promise.all(Array.from({ length: 9 }, () => gatherSigning(ctx, proof)));
  expect(asked).toBe(5);
  await app.close();
}, 60_000);
