import { getAddress, keccak256, parseSignature, serializeSignature, toHex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REGISTRANT, newSigner, openAuthApp, reasonOf, tally } from '../test/visitors.ts';
import type { AuthApp } from '../test/visitors.ts';

const HALF_PLUS = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const ask = async (address: string, purpose = 'login', token?: string): Promise<string> => {
  const answer = await app.call('Users/getsign', { purpose, address }, token === undefined ? {} : { token });
  return (answer.data as { message: string }).message;
};
const send = (address: string, message: string, signature: string, more: object = {}) =>
  app.call('Users/LoginWallet', { address, message, signature, ...more });
const registrant = () => ({ invitecode: app.root.invitationCode, ...REGISTRANT });

/** A wallet that is a member's. */
async function member(): Promise<PrivateKeyAccount> {
  const wallet = newSigner();
  const message = await ask(wallet.address);
  const answer = await send(wallet.address, message, await wallet.signMessage({ message }), registrant());
  expect(reasonOf(answer)).toBe('ok');
  return wallet;
}

describe('Users/LoginWallet (T04)', () => {
  const changes: [string, (message: string) => string][] = [
    ['domain', (text) => text.replace('app.openmere.example wants', 'app.openmere.evil wants')],
    ['port', (text) => text.replace('app.openmere.example wants', 'app.openmere.example:8443 wants')],
    ['scheme', (text) => text.replace('URI: https://', 'URI: http://')],
    [
      'uri',
      (text) => text.replace('URI: https://app.openmere.example', 'URI: https://app.openmere.example/x'),
    ],
    ['chain id', (text) => text.replace('Chain ID: 31337', 'Chain ID: 56')],
    ['nonce', (text) => text.replace(/Nonce: (.)/, (_all, first) => `Nonce: ${first === 'a' ? 'b' : 'a'}`)],
    ['issued at', (text) => text.replace(/Issued At: \d{4}/, 'Issued At: 2031')],
    ['expiry', (text) => text.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2031')],
    ['statement', (text) => text.replace('Log in to Openmere.', 'Give me everything.')],
    ['resources', (text) => text.replace('urn:openmere:login', 'urn:openmere:bind')],
    ['version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['white space', (text) => `${text} `],
  ];
  test.each(changes)('refuses: a signed message with another %s', async (_what, change) => {
    const wallet = await member();
    const message = change(await ask(wallet.address));
    const answer = await send(wallet.address, message, await wallet.signMessage({ message }));
    expect(['auth.badmessage', 'auth.noncespent']).toContain(reasonOf(answer));
  });

  test('refuses: another address in the message or beside it', async () => {
    const [wallet, other] = [await member(), await member()];
    const message = await ask(wallet.address);
    const signature = await other.signMessage({ message });
    expect(reasonOf(await send(other.address, message, signature))).toBe('auth.badmessage');
    expect(reasonOf(await send(wallet.address, message, signature))).toBe('auth.badsignature');
    const changed = message.replace(getAddress(wallet.address), getAddress(other.address));
    expect(reasonOf(await send(other.address, changed, await other.signMessage({ message: changed })))).toBe(
      'auth.badmessage',
    );
  });

  test('refuses: a raw signature, typed data, the mirrored s, a compact form, and none at all', async () => {
    const wallet = await member();
    const message = await ask(wallet.address);
    const good = await wallet.signMessage({ message });
    const { r, s, yParity } = parseSignature(good);
    const mirrored = serializeSignature({
      r,
      s: toHex(HALF_PLUS - BigInt(s), { size: 32 }),
      yParity: 1 - yParity,
    });
    const raw = await wallet.sign({ hash: keccak256(toHex(message)) });
    const typed = await wallet.signTypedData({
      domain: { name: 'Token', chainId: 31337 },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: wallet.address, value: 1n },
    });
    for (const signature of [
      mirrored,
      raw,
      typed,
      good.slice(0, 130),
      `${good}00`,
      '0x00',
      `0x${'00'.repeat(65)}`,
    ]) {
      expect(reasonOf(await send(wallet.address, message, signature))).toBe('auth.badsignature');
    }
    expect(reasonOf(await send(wallet.address, message, good))).toBe('ok');
  });

  test('refuses: a message of another purpose, one made for a member, and one older than five minutes', async () => {
    const wallet = await member();
    const refused = await app.call('Users/getsign', { purpose: 'bind', address: wallet.address });
    expect([refused.code, reasonOf(refused)]).toEqual(['notlogin', 'request.notlogin']);
    const { token } = await app.register('binds@example.org');
    const asked = await app.call('Users/getsign', { purpose: 'bind', address: wallet.address }, { token });
    const { message: bind } = asked.data as { message: string };
    expect(reasonOf(await send(wallet.address, bind, await wallet.signMessage({ message: bind })))).toBe(
      'auth.badmessage',
    );
    const late = await ask(wallet.address);
    app.advance(5 * 60_000);
    expect(reasonOf(await send(wallet.address, late, await wallet.signMessage({ message: late })))).toBe(
      'auth.badmessage',
    );
  });

  test('refuses: a message that we never made, or that has no nonce', async () => {
    const wallet = await member();
    for (const message of ['Log in to Openmere, please.', `Nonce: ${'f'.repeat(32)} and so on`]) {
      const answer = await send(wallet.address, message, await wallet.signMessage({ message }));
      expect(['auth.badmessage', 'auth.noncespent']).toContain(reasonOf(answer));
    }
  });

  test('refuses: all but one of a hundred copies in the same moment', async () => {
    const wallet = await member();
    const message = await ask(wallet.address);
    const signature = await wallet.signMessage({ message });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(wallet.address, message, signature)),
    );
    expect(tally(answers)).toEqual({ ok: 1, 'auth.noncespent': 99 });
    const sessions = await app.db
      .selectFrom('auth_session')
      .innerJoin('member', 'member.id', 'auth_session.member_id')
      .select('auth_session.id')
      .where('wallet_address', '=', wallet.address.toLowerCase())
      .execute();
    expect(sessions).toHaveLength(2);
  });

  test('refuses: a registrant without a code as needinvite, and keeps the message good for the second try', async () => {
    const wallet = newSigner();
    const message = await ask(wallet.address);
    const signature = await wallet.signMessage({ message });
    expect((await send(wallet.address, message, signature)).code).toBe('needinvite');
    expect(reasonOf(await send(wallet.address, message, signature, { ...registrant(), country: 'US' }))).toBe(
      'auth.barred',
    );
    expect(reasonOf(await send(wallet.address, message, signature, registrant()))).toBe('ok');
    expect(reasonOf(await send(wallet.address, message, signature))).toBe('auth.noncespent');
  });

  test('behavior: the address in any case is the same member', async () => {
    const wallet = await member();
    const ids: unknown[] = [];
    for (const address of [
      wallet.address,
      wallet.address.toLowerCase(),
      `0x${wallet.address.slice(2).toUpperCase()}`,
    ]) {
      const message = await ask(address);
      const answer = await send(address, message, await wallet.signMessage({ message }));
      ids.push((answer.data as { userid: string }).userid);
    }
    expect(new Set(ids).size).toBe(1);
  });
});
