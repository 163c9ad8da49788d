// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { beforeAll, expect, test, vi } from 'vitest';
import { CallRefused } from './api-client.ts';
import { usePuzzleProgress, withPuzzle } from './puzzle.ts';

beforeAll(() => vi.stubGlobal('crypto', webcrypto));

async function refusedWithPuzzle(): Promise<CallRefused> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 150,
    data: { counters: 200 },
    deriveKey,
    hmacSignatureSecret: 'test',
  });
  const data = { reason: 'auth.slowdown', params: { seconds: 60, puzzle: JSON.stringify(challenge) } };
  return new CallRefused({ success: false, msg: 'slow', code: 'ratelimited', data, list: [] });
}

test('refuses: what carries no puzzle stays refused', async () => {
  const data = { reason: 'auth.badlogin', params: {} };
  const refused = new CallRefused({ success: false, msg: 'no', code: 'invalid', data, list: [] });
  await expect(withPuzzle(() => Promise.reject(refused))).rejects.toBe(refused);
});

test('behavior: solves the puzzle of a refusal, shows how far it is, and goes on at once', async () => {
  const seen: (number | undefined)[] = [];
  const stop = usePuzzleProgress.subscribe(({ done }) => seen.push(done));
  const refused = await refusedWithPuzzle();
  const sent: (string | undefined)[] = [];
  const answer = await withPuzzle(async ({ puzzle }) => {
    sent.push(puzzle);
    if (puzzle === undefined) throw refused;
    return 'in';
  });
  stop();
  expect(answer).toBe('in');
  const { solution } = JSON.parse(sent[1] ?? '') as { solution: { counter: number } };
  expect(solution.counter).toBe(150);
  const shown = seen.filter((done) => done !== undefined);
  expect(shown.length).toBeGreaterThan(2);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(usePuzzleProgress.getState().done).toBeUndefined();
});

test('refuses: to solve for ever', async () => {
  const refused = await refusedWithPuzzle();
  let rounds = 0;
  const asked = withPuzzle(() => {
    rounds += 1;
    return Promise.reject(refused);
  });
  await expect(asked).rejects.toBe(refused);
  expect(rounds).toBe(6);
});
