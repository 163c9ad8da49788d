import { mkdtemp, readFile, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneCoin } from '@openmere/core/money/amount.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../platform/db/connect.ts';
import { startEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { sendSignal } from '../platform/process-signal.ts';
import { findEntryByKey } from './entries.ts';
import { createGatherer } from './gather.ts';
import { askWith } from './journal.ts';
import { reconcileLedger } from './reconcile.ts';
import { replayBalances } from './replay.ts';
import { fund, transferEntry } from './test-ledger.ts';

const kills = Number(process.env['OPENMERE_LEDGER_KILLS'] ?? 4);
const writers = 64;
const acknowledgedBetweenKills = 1_500;

/** Every process of the server: first the one that its pid file names, then all that work in its folder. */
async function serverProcesses(dir: string): Promise<number[]> {
  const parent = Number.parseInt(await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const inside = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === dir),
  );
  // By role and not by number: numbers begin anew now and then.
  return [...(parent > 0 ? [parent] : []), ...pids.filter((pid, index) => inside[index] && pid !== parent)];
}

test.runIf(process.platform === 'linux')(
  `behavior: kill -9 of the database under ${writers} writers, ${kills} times: nothing acknowledged is lost, nothing is posted twice`,
  { timeout: 90_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openmere-crash-'));
    const dir = join(folder, 'postgres');
    const server = await startEmbedded(dir, () => undefined);
    onTestFinished(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });
    await migrate(server.url);
    const app = createDatabase(server.url, 'owner');
    await fund(app.db, 'mem_rich', 1_000_000);
    const gatherer = createGatherer(app);
    const acknowledged: string[] = [];
    let writing = true;
    let next = 0;
    const writer = async (): Promise<void> => {
      while (writing) {
        const key = `crash ${next++}`;
        await gatherer.post(transferEntry(key, 'mem_rich', `mem_${next % 97}`, oneCoin));
        acknowledged.push(key);
      }
    };
    const all = Promise.all(Array.from({ length: writers }, writer));
    for (let kill = 0; kill < kills; kill += 1) {
      const goal = acknowledged.length + acknowledgedBetweenKills;
      await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(goal);
      // Odd rounds: the parent only, its children notice. Even rounds: everything at once.
      const pids = kill % 2 === 0 ? await serverProcesses(dir) : (await serverProcesses(dir)).slice(0, 1);
      // Once the parent is dead, its children may end by themselves before they are asked.
      for (const pid of pids) sendSignal(pid, 'SIGKILL');
    }
    const goal = acknowledged.length + acknowledgedBetweenKills;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(goal);
    writing = false;
    await all;
    await gatherer.close();

    const [counted] = await askWith(app.db)<{ n: bigint }>(
      `select count(*) as n from ledger.journal j join ledger.kind k on k.id = j.kind where k.name = 'transfer'`,
      [],
    );
    // Every writer waited for its answer, so what is in the journal is what was acknowledged, each once.
    expect(counted?.n).toBe(BigInt(acknowledged.length));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    for (const key of acknowledged.filter((_, index) => index % 500 === 0)) {
      expect(await findEntryByKey(app.db, { actor: 'member:mem_rich', kind: 'transfer', key })).toBeDefined();
    }
    expect((await reconcileLedger(app.db)).findings).toEqual([]);
    expect((await replayBalances(app.db)).differences).toEqual([]);
    await app.close();
  },
);
