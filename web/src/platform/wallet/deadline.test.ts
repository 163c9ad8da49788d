// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../query.ts';
import { deadlineOf } from './deadline.ts';

afterEach(() => queryClient.clear());

const HOUR_MS = 3_600_000;
const inMinutes = (deadline: bigint, since: number) => Math.round((Number(deadline) * 1000 - since) / 60_000);
const asServerSays = (business: number) =>
  queryClient.setQueryData(['Ctrls/gettime', {}], { time: business, zone: 'UTC', business });

test('refuses: to let a trade wait for hours where the device’s clock is ahead', () => {
  const now = Date.now() - 5 * HOUR_MS;
  asServerSays(now);
  expect(inMinutes(deadlineOf({ time: BigInt(Math.floor(now / 1000)) - 9n }, 20), now)).toBe(20);
});

test('behavior: of the chain’s clock and the server’s the later one counts', () => {
  const server = Date.now() + HOUR_MS;
  asServerSays(server);
  expect(inMinutes(deadlineOf({ time: 0n }, 20), server)).toBe(20);
  const chain = server + HOUR_MS;
  expect(inMinutes(deadlineOf({ time: BigInt(Math.floor(chain / 1000)) }, 20), chain)).toBe(20);
});
