// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../api-client.ts';
import { readChain } from './rpc.ts';

const busy = { error: { code: -32005, message: 'too many requests' } };

function answerWith(...answers: readonly unknown[]) {
  const fetched = vi.fn<typeof fetch>();
  for (const answer of answers) fetched.mockResolvedValueOnce(Response.json(answer));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('behavior: who asks for too much at once is answered a moment later', async () => {
  vi.useFakeTimers();
  const fetched = answerWith(busy, busy, { result: '0x7' });
  const answer = readChain('eth_blockNumber', []);
  await vi.advanceTimersByTimeAsync(1500);
  await expect(answer).resolves.toBe('0x7');
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('refuses: it is told when the answer stays away', async () => {
  vi.useFakeTimers();
  const fetched = answerWith(busy, busy, busy, busy);
  const refused = expect(readChain('eth_blockNumber', [])).rejects.toThrow(Unreachable);
  await vi.advanceTimersByTimeAsync(5000);
  await refused;
  expect(fetched).toHaveBeenCalledTimes(4);
});
