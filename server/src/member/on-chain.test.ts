import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { sql } from 'kysely';
import { toEventSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { setBarred } from '../test/people.ts';
import { REGISTRANT, newSigner, openAuthApp, reasonOf } from '../test/visitors.ts';
import type { AuthApp, Person } from '../test/visitors.ts';
import { memberHandlers } from './on-chain.ts';

const MEMBERSHIP: Hex = `0x${'3e'.repeat(20)}`;

let app: AuthApp;
let handler: LogHandler;
beforeAll(async () => {
  app = await openAuthApp();
  handler = memberHandlers()[0] as LogHandler;
  const contracts = JSON.stringify({ membership: MEMBERSHIP });
  await sql`insert into config (idx, val, version, changed_by) values ('chain.contracts', ${contracts}, 1, 'test')`.execute(
    app.owner,
  );
});
afterAll(() => app.close());

let block = 100n;
function log(wallet: string, inviter: string, more: Partial<ChainLog> = {}): ChainLog {
  block += 1n;
  const hash: Hex = `0x${block.toString(16).padStart(64, '0')}`;
  const topics = [eventTopics.activated, formatAddressWord(wallet as Hex), formatAddressWord(inviter as Hex)];
  return {
    chainId: 31337,
    blockNumber: block,
    blockHash: hash,
    blockTime: app.now(),
    txHash: hash,
    logIndex: 0,
    address: MEMBERSHIP,
    topics,
    data: '0x',
    ...more,
  };
}
const final = (one: ChainLog) => inTransaction(app.db, (tx) => handler.onFinal(tx, one));
const seen = (logs: ChainLog[], head: bigint) =>
  inTransaction(app.db, async (tx) => handler.onPending?.(tx, logs, head));
const stateOf = async (person: Person) =>
  (await app.call('Chain/Activation', {}, { token: person.token })).data as Record<string, unknown>;
const messagesTo = async (person: Person) =>
  (
    await sql<{
      data: object;
    }>`select data from socket_message where member_id = ${person.id} and type = 'tx' order by seq`.execute(
      app.db,
    )
  ).rows.map((row) => row.data);
const root = () => app.root.walletAddress ?? '';

async function withWallet(): Promise<{ person: Person; wallet: string }> {
  const wallet = newSigner();
  const asked = await app.call('Users/getsign', { purpose: 'login', address: wallet.address });
  const { message } = asked.data as { message: string };
  const proof = { address: wallet.address, message, signature: await wallet.signMessage({ message }) };
  const answer = await app.call('Users/LoginWallet', {
    ...proof,
    invitecode: app.root.invitationCode,
    ...REGISTRANT,
  });
  const { token, userid } = answer.data as { token: string; userid: string };
  return { person: { token, id: userid, email: '' }, wallet: wallet.address };
}

describe('activation on chain', () => {
  test('refuses: logs that only look like one', async () => {
    const { person, wallet } = await withWallet();
    await final(log(wallet, root(), { topics: [eventTopics.activated, formatAddressWord(wallet as Hex)] }));
    await final(
      log(wallet, root(), {
        topics: [eventTopics.activated, `0x${'11'.repeat(32)}`, formatAddressWord(root() as Hex)],
      }),
    );
    expect(await stateOf(person)).toMatchObject({ state: 'ready', hash: null });
  });

  test('refuses: to activate an exit-only account or one without a country, until the country is there', async () => {
    const { person, wallet } = await withWallet();
    await app.db.updateTable('member').set({ exit_only: true }).where('id', '=', person.id).execute();
    await final(log(wallet, root()));
    expect(await stateOf(person)).toMatchObject({ state: 'barred', activatedat: null });

    const bare = newSigner().address.toLowerCase();
    await sql`insert into member (id, nickname, nickname_key, invitation_code, inviter_id, wallet_address, wallet_bound_at)
      values ('mem_bare', 'bare', 'bare', '666666', ${app.root.id}, ${bare}, now())`.execute(app.owner);
    await final(log(bare, root()));
    await sql`update auth_session set member_id = 'mem_bare' where member_id = ${person.id}`.execute(
      app.owner,
    );
    expect(await stateOf(person)).toMatchObject({ state: 'nocountry' });
    expect(reasonOf(await app.call('Users/BindCountry', { country: 'TH' }, { token: person.token }))).toBe(
      'ok',
    );
    expect(await stateOf(person)).toMatchObject({ state: 'activated' });
  });

  test('behavior: who is barred by a changed setting is not asked to pay for it; once off the list they are activated at the next look', async () => {
    const { person, wallet } = await withWallet();
    await setBarred(app, 'CN,US,SG');
    expect(await stateOf(person)).toMatchObject({ state: 'barred' });
    const one = log(wallet, root());
    await final(one);
    expect(await stateOf(person)).toMatchObject({ state: 'barred', hash: one.txHash, activatedat: null });
    await setBarred(app, 'CN,US');
    expect(await stateOf(person)).toMatchObject({ state: 'activated', activatedat: expect.any(String) });
    expect(await messagesTo(person)).toMatchObject([{ state: 'activated', hash: one.txHash }]);
  });

  test('behavior: ready → pending with confirmations → gone in a reorganisation → pending → activated, once', async () => {
    const { person, wallet } = await withWallet();
    expect(await stateOf(person)).toMatchObject({
      state: 'ready',
      inviteraddress: root(),
      contract: MEMBERSHIP,
    });
    const one = log(wallet, root());
    await seen([one], one.blockNumber);
    await seen([one], one.blockNumber + 2n);
    await seen([one], one.blockNumber + 2n);
    expect(await stateOf(person)).toMatchObject({ state: 'pending', confirmations: 3, hash: one.txHash });
    await seen([], one.blockNumber + 3n);
    expect(await stateOf(person)).toMatchObject({ state: 'ready', hash: null });
    const moved = log(wallet, root());
    await seen([moved], moved.blockNumber);
    await final(moved);
    await final(moved);
    await seen([], moved.blockNumber + 20n);
    expect(await stateOf(person)).toMatchObject({ state: 'activated', hash: moved.txHash });
    const told = await messagesTo(person);
    expect(told.map((data) => (data as { state: string }).state)).toEqual([
      'pending',
      'pending',
      'none',
      'pending',
      'activated',
    ]);
    const { data } = await app.call('Users/Info', {}, { token: person.token });
    expect(data).toMatchObject({ activated: true, activation: 'activated', userlevel: 'activated' });
  });

  test('refuses: a wallet that the chain knows under another inviter, to be bound or to register with', async () => {
    const wallet = newSigner();
    const other = log(wallet.address, newSigner().address);
    await seen([other], other.blockNumber);
    const person = await app.register('elsewhere@example.org');
    const asked = await app.call('Users/Bind_address', { address: wallet.address }, { token: person.token });
    expect(reasonOf(asked)).toBe('member.otherinviter');
    const begun = await app.call('Users/getsign', { purpose: 'login', address: wallet.address });
    const { message } = begun.data as { message: string };
    const signature = await wallet.signMessage({ message });
    const proof = { address: wallet.address, message, signature };
    const invitation = { invitecode: app.root.invitationCode, ...REGISTRANT };
    expect(reasonOf(await app.call('Users/LoginWallet', { ...proof, ...invitation }))).toBe(
      'member.otherinviter',
    );
    // It was only seen, and is gone: the wallet is as good as any.
    await seen([], other.blockNumber + 1n);
    expect(reasonOf(await app.call('Users/LoginWallet', { ...proof, ...invitation }))).toBe('ok');
  });

  test('behavior: a wallet activated on chain before it was known activates its owner when bound', async () => {
    const wallet = newSigner();
    await final(log(wallet.address, root()));
    const person = await app.register('early@example.org');
    const emailcode = await app.codeFor(person.email, 'wallet', { token: person.token });
    const begun = await app.call('Users/Bind_address', { address: wallet.address }, { token: person.token });
    const { message } = begun.data as { message: string };
    const input = {
      address: wallet.address,
      message,
      signature: await wallet.signMessage({ message }),
      emailcode,
    };
    expect(reasonOf(await app.call('Users/Bind_address_c', input, { token: person.token }))).toBe('ok');
    expect(await stateOf(person)).toMatchObject({ state: 'activated' });
    const invited = await app.register('child@example.org', { invitecode: await codeOf(person) });
    expect(await stateOf(invited)).toMatchObject({
      state: 'nowallet',
      inviteraddress: wallet.address.toLowerCase(),
    });
  });

  test('behavior: the handler listens to the Membership contract and its event', async () => {
    expect(await inTransaction(app.db, (tx) => handler.addresses(tx))).toEqual([MEMBERSHIP]);
    const event = membershipAbi.find((item) => item.type === 'event' && item.name === 'Activated');
    expect(event && event.type === 'event' && toEventSelector(event)).toBe(handler.topic0);
  });
});

async function codeOf(person: Person): Promise<string> {
  const { data } = await app.call('Users/Info', {}, { token: person.token });
  return (data as { invitationcode: string }).invitationcode;
}
