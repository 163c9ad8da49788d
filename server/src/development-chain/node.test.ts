import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../platform/process-signal.ts';
import { DurableNode } from './node.ts';
import { writeState } from './state-files.ts';

let dir = '';
let node: DurableNode;
let writing = 0;
let disk = Promise.resolve();

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'openmere-node-'));
  disk = Promise.resolve();
  writing = 0;
  node = await DurableNode.open(dir, () => undefined, {
    write: async (...state) => {
      writing += 1;
      await disk;
      await writeState(...state);
    },
  });
});

afterEach(async () => {
  await node.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Holds the disk; the returned function lets it go on. */
function holdDisk(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk = promise;
  return resolve;
}

async function killNode(): Promise<void> {
  process.kill(node.pid ?? 0, 'SIGKILL');
  await wait(50);
}

const request = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });

/** Mines a block; its number when that was acknowledged, that is on disk. `settled` runs when the node has answered. */
async function mine(settled?: () => Promise<void>): Promise<number | undefined> {
  let number = 0;
  try {
    await node.change(
      () => request('evm_mine'),
      async () => {
        number = Number(await node.call('eth_blockNumber'));
        await settled?.();
        return true;
      },
    );
    return number;
  } catch {
    return undefined;
  }
}

async function height(): Promise<number> {
  const answer = await node.read(() => request('eth_blockNumber'));
  return Number((JSON.parse(answer) as { result: string }).result);
}

test('refuses: to come back without what was being written when the node ended', async () => {
  const before = writing;
  const release = holdDisk();
  const mined = mine();
  await vi.waitFor(() => expect(writing).toBe(before + 1));
  await killNode();
  // Long enough for a node to come back, if it did not wait for the disk.
  await wait(1_500);
  release();
  await mined;
  expect(await height()).toBe(1);
});

test('refuses: to acknowledge what a node took that ended before it was saved', async () => {
  expect(await mine(killNode)).toBeUndefined();
  expect(await height()).toBe(0);
  expect(await mine()).toBe(1);
});

test('refuses: to leave a node behind that was still coming back when it was stopped', async () => {
  const gone = node.pid ?? 0;
  process.kill(gone, 'SIGKILL');
  let coming = gone;
  while (coming === gone || coming === 0)
    coming = Number(await readFile(join(dir, 'anvil.pid'), 'utf8').catch(() => '')) || gone;
  // It never answers: loading a long chain on a busy machine takes longer than the end may.
  process.kill(coming, 'SIGSTOP');
  await node.stop();
  await vi.waitFor(() => expect(isAlive(coming)).toBe(false));
});
