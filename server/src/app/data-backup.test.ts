import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberBalance } from '../ledger/balances.ts';
import { endHalt, listHalts } from '../ledger/halt.ts';
import { postEntry } from '../ledger/post.ts';
import { transferEntry } from '../ledger/test-ledger.ts';
import { haltChange } from '../operator/halts.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Embedded } from '../platform/db/embedded.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { openOwnDatabase } from '../platform/db/test-database.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { memoryJournal } from '../platform/signing/journal.ts';
import { openTestContext } from '../test/context.ts';
import type { TestContext } from '../test/context.ts';
import { addMember, addOperator } from '../test/people.ts';
import type { TestMember, TestOperator } from '../test/people.ts';
import { request } from '../test/withdrawals.ts';
import { decideWithdrawal } from '../withdrawal/decide.ts';
import { PAID_ALREADY } from '../withdrawal/payout-id.ts';
import { signPayout } from '../withdrawal/sign.ts';
import { makeFollower, startPayouts } from '../withdrawal/test-payout.ts';
import type { Payouts } from '../withdrawal/test-payout.ts';
import { confirmPayment, listUnmatched, proposePayment } from '../withdrawal/unmatched.ts';
import { readConfig } from './config.ts';
import { checkRestored, CopyFault, makeCopy, restoreCopy } from './data-backup.ts';
import { openDataFolder } from './data-folder.ts';
import { prepareDatabase } from './installation.ts';
import { ensureSecrets } from './secrets.ts';

const quiet = (): void => undefined;

let folder: string;
let copy: string;
let links: string[];
let embedded: Embedded;
let database: TestDatabase;
let context: TestContext;
let payouts: Payouts;
let first: TestOperator;
let second: TestOperator;
let payer: TestMember;
let friend: TestMember;
/** Asked for and approved before the copy, paid after it. */
let paidSince: string;

/** An installation with money in it, a copy, and what happened after the copy. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-copy-'));
  const data = join(folder, 'data');
  copy = join(folder, 'copy');
  await mkdir(join(data, 'files'), { recursive: true });
  await writeFile(join(data, 'version.json'), '{"version":1}\n');
  await ensureSecrets(join(data, 'secrets.json'));
  // What people of tests have is sealed by the key of tests.
  const secrets = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as object;
  const fieldKey = Buffer.alloc(32, 1).toString('base64');
  await writeFile(join(data, 'secrets.json'), JSON.stringify({ ...secrets, fieldKey }));
  await writeFile(join(data, 'files', 'picture.webp'), 'picture');
  await writeFile(join(data, 'signer-journal.jsonl'), '{}\n');
  embedded = await startEmbedded(join(data, 'postgres'), quiet);
  database = await openOwnDatabase(embedded.url);
  context = await openTestContext({ on: database });
  payouts = await startPayouts(context);
  [first, second] = [await addOperator(context), await addOperator(context)];
  payer = await addMember(context, { coins: 100 });
  friend = await addMember(context);
  paidSince = (await request(context, payer, '20')).id;
  await inTransaction(context.db, (tx) =>
    decideWithdrawal({ tx, actor: first }, { id: paidSince, decision: 'approve', reason: 'looked at it' }),
  );
  await transfer('before', 10);
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(data, 'files', 'shared'));
  links = await makeCopy(data, copy);
  await transfer('after', 5);
  await payouts.round();
}, 120_000);

afterAll(async () => {
  await payouts?.close();
  await context?.close();
  await embedded?.stop();
  await rm(folder, { recursive: true, force: true });
});

const transfer = (key: string, coins: number) =>
  inTransaction(context.db, (tx) =>
    postEntry(tx, transferEntry(key, payer.id, friend.id, BigInt(coins) * oneCoin)),
  );
const folderOf = (dataDir: string) => ({ dataDir, secretsFile: join(dataDir, 'secrets.json') });
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Puts the copy back and opens it; what `work` does with it is done when this resolves. */
async function onRestored(name: string, work: (restored: TestDatabase) => Promise<void>): Promise<void> {
  const data = join(folder, name);
  expect(await restoreCopy(copy, folderOf(data), quiet)).toEqual([]);
  const server = await startEmbedded(join(data, 'postgres'), quiet);
  const restored = await openOwnDatabase(server.url);
  try {
    await work(restored);
  } finally {
    await restored.drop();
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

describe('what is not copied or put back', () => {
  test('refuses: to write over anything, a copy inside of its own original, and what is no installation', async () => {
    const data = join(folder, 'data');
    await expect(makeCopy(data, data)).rejects.toThrow(CopyFault);
    await expect(makeCopy(data, join(data, 'files', 'copy'))).rejects.toThrow(
      'inside of what is to be copied',
    );
    await expect(restoreCopy(copy, folderOf(data), quiet)).rejects.toThrow('nothing is written over');
    const empty = join(folder, 'nothing');
    await expect(makeCopy(empty, join(folder, 'copy-of-nothing'))).rejects.toThrow('There is no database');
  });

  test('refuses: to call a copy whole without naming the links that it lacks', async () => {
    expect(links).toEqual([join('files', 'shared')]);
    expect(await isThere(join(copy, 'files', 'picture.webp'))).toBe(true);
    expect(await isThere(join(copy, 'files', 'shared'))).toBe(false);
  });

  test('refuses: a copy that was cut off, and a start on a copy', async () => {
    const torn = join(folder, 'torn');
    await mkdir(join(torn, 'postgres'), { recursive: true });
    await expect(restoreCopy(torn, folderOf(join(folder, 'from-torn')), quiet)).rejects.toThrow(
      'is no whole copy',
    );
    expect(await isThere(join(folder, 'from-torn'))).toBe(false);
    await expect(openDataFolder(copy)).rejects.toThrow('is not a data folder of this version');
  });

  test('refuses: a copy whose books were changed; nothing starts on what came of it', async () => {
    const forged = join(folder, 'forged-copy');
    await onRestored('forged', async (restored) => {
      await sql`update ledger.account set balance = balance + 1 where name = ${`member:${payer.id}:available`}`.execute(
        restored.connect('owner').db,
      );
      await makeCopy(join(folder, 'forged'), forged);
    });
    const data = join(folder, 'from-forged');
    expect((await restoreCopy(forged, folderOf(data), quiet)).join('\n')).toContain(payer.id);
    await expect(openDataFolder(data)).rejects.toThrow('is not a data folder of this version');
  }, 60_000);

  test('refuses: a database of other secrets, halted and otherwise left as it is; one without any', async () => {
    const other = join(folder, 'other', 'secrets.json');
    await ensureSecrets(other);
    const dataDir = join(folder, 'with-others');
    const refused = restoreCopy(copy, { dataDir, secretsFile: other }, quiet);
    await expect(refused).rejects.toThrow(CopyFault);
    await expect(refused).rejects.toThrow(/keys in .* without OPENMERE_SECRETS/);
    await expect(openDataFolder(dataDir)).rejects.toThrow('is not a data folder of this version');
    await onRestored('of-others', async (restored) => {
      const { secretsFile } = folderOf(join(folder, 'of-others'));
      await prepareDatabase(readConfig({ OPENMERE_DATA: join(folder, 'of-others') }), restored.url, quiet);
      const check = (file: string): Promise<string[]> =>
        checkRestored({ url: restored.url, secretsFile: file }, 'a test', quiet);
      await expect(check(other)).rejects.toThrow(CopyFault);
      await expect(check(other)).rejects.toThrow('belongs to another data folder');
      const none = check(join(folder, 'none.json'));
      await expect(none).rejects.toThrow(CopyFault);
      await expect(none).rejects.toThrow('is missing. Name the data folder');
      expect(await listHalts(restored.connect('owner').db)).toMatchObject([{ subject: 'restored copy' }]);
      expect(await check(secretsFile)).toEqual([]);
    });
  }, 60_000);
});

test('behavior: a running installation is copied whole, with secrets and files, without what the signer remembers', async () => {
  expect(JSON.parse(await readFile(join(copy, 'copy.json'), 'utf8'))).toMatchObject({ version: 1 });
  const readSecretsIn = (dir: string) => readFile(join(dir, 'secrets.json'), 'utf8');
  expect(await readSecretsIn(copy)).toBe(await readSecretsIn(join(folder, 'data')));
  expect(await readFile(join(copy, 'files', 'picture.webp'), 'utf8')).toBe('picture');
  expect(await isThere(join(copy, 'signer-journal.jsonl'))).toBe(false);
  expect(await isThere(join(copy, 'version.json'))).toBe(false);
  // The original went on: it has both transfers.
  expect(await memberBalance(context.db, friend.id, 'USDT')).toMatchObject({ available: 15n * oneCoin });
});

test('behavior: a restored copy has what was committed before it, and pays nothing twice', async () => {
  await onRestored('restored', async (restored) => {
    const app = restored.connect('app').db;
    expect(await memberBalance(app, friend.id, 'USDT')).toMatchObject({ available: 10n * oneCoin });
    const row = () =>
      app.selectFrom('withdrawal').selectAll().where('id', '=', paidSince).executeTakeFirstOrThrow();
    expect(await row()).toMatchObject({ status: 'approved' });
    expect(await isThere(join(folder, 'restored', 'version.json'))).toBe(true);

    // A signer that lost its memory, too.
    const signer = {
      ...payouts.signer,
      db: restored.connect('signer').db,
      journal: memoryJournal(),
    };
    const [halt, ...others] = await listHalts(app);
    expect(others).toEqual([]);
    expect(halt).toMatchObject({ kind: 'other', subject: 'restored copy' });
    if (!halt) throw new Error('payouts are halted');
    expect(await signPayout(signer, paidSince)).toEqual({ kind: 'waiting', reason: 'halted' });

    // Two operators cannot end it before chain and ledger were compared and are equal.
    const end = (tx: Tx) => {
      const two = { maker: first, checker: second, reason: 'all is well', proposalId: 'pro_none' };
      return haltChange({ chainId: 31337 }).apply(
        { tx, now: new Date(), ...two, onPosted: async () => undefined },
        { subject: String(halt.id), value: 'gone' },
      );
    };
    await expect(inTransaction(app, end)).rejects.toThrow('operator.haltremains');

    // Even if they could: the treasury says by the id that it was paid.
    await inTransaction(app, (tx) => endHalt(tx, halt.id, 'a test'));
    expect(await signPayout(signer, paidSince)).toEqual({ kind: 'waiting', reason: PAID_ALREADY });

    // The chain is read again from where the copy stood: the payment stops everything until it is told whose it is.
    await makeFollower(app, payouts.anvil.rpc, payouts.contracts.treasury ?? '')();
    const [payment, ...more] = (await inTransaction(app, (tx) => listUnmatched({ tx }, {}))).list;
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ withdrawalid: paidSince, doubt: 'approved', amount: '19' });
    expect(await listHalts(app)).toMatchObject([{ kind: 'payment' }]);
    if (!payment) throw new Error('the payment was found');
    const { proposal } = await inTransaction(app, (tx) =>
      proposePayment(
        { tx, actor: first },
        { id: payment.id, action: 'match', explanation: 'paid after the copy was made' },
      ),
    );
    await inTransaction(app, (tx) =>
      confirmPayment({ tx, actor: second }, { id: payment.id, proposalid: proposal?.id ?? '' }),
    );
    expect(await row()).toMatchObject({ status: 'confirmed', paid_tx: payment.hash });
    expect(await listHalts(app)).toEqual([]);
    expect(await signPayout(signer, paidSince)).toEqual({ kind: 'skipped' });
    expect((await payouts.paidLogs()).length).toBe(1);
    expect(
      await checkRestored({ ...folderOf(join(folder, 'restored')), url: restored.url }, 'once more', quiet),
    ).toEqual([]);
  });
}, 90_000);
