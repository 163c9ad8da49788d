import { randomUUID } from 'node:crypto';

/** How transfers pick their accounts: all alike, or 1 % of them taking part in 90 %. */
export type Spread = 'uniform' | 'hot';
export type Transfer = { key: string; from: number; to: number; amount: bigint };
export type Measure = { perSecond: number; p50Ms: number; p99Ms: number };

export const ACCOUNT_COUNT = 10_000;
const HOT_SHARE = 0.9;
const CLOCKS_MS = 1_000;
const hotCount = ACCOUNT_COUNT / 100;

export function drawTransfer(spread: Spread): Transfer {
  const from = drawAccount(spread);
  const other = drawAccount(spread);
  const to = other === from ? (from + 1) % ACCOUNT_COUNT : other;
  return { key: drawKey(), from, to, amount: BigInt(1 + Math.floor(Math.random() * 10_000)) * 10n ** 14n };
}

/** A version 7 UUID, as members' devices make them (`web/src/platform/request-id.ts`), whose clocks are up to a second apart. */
function drawKey(): string {
  const time = Date.now() + Math.floor((Math.random() - 0.5) * CLOCKS_MS);
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

function drawAccount(spread: Spread): number {
  const hot = spread === 'hot' && Math.random() < HOT_SHARE;
  return Math.floor(Math.random() * (hot ? hotCount : ACCOUNT_COUNT));
}

/** So many callers, each asking again as soon as it is answered. Latency from asking to durable. */
export async function closedLoop(
  callers: number,
  ms: number,
  call: () => Promise<unknown>,
): Promise<Measure> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + ms;
  const caller = async (): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      await call();
      const then = performance.now();
      latencies.push(then - now);
      now = then;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return summarize(latencies, performance.now() - start);
}

/** So many requests a second whatever the answers do, evenly spread. Latency from the moment when each was due. */
export async function openLoop(
  perSecond: number,
  ms: number,
  call: () => Promise<unknown>,
): Promise<Measure> {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const total = Math.floor((perSecond * ms) / 1_000);
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1_000) + 1);
    for (; sent < due; sent += 1) {
      const arrived = start + (sent * 1_000) / perSecond;
      pending.push(call().then(() => void latencies.push(performance.now() - arrived)));
    }
    await new Promise((done) => setImmediate(done));
  }
  await Promise.all(pending);
  return summarize(latencies, performance.now() - start);
}

function summarize(latencies: number[], ms: number): Measure {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: (latencies.length * 1_000) / ms, p50Ms: at(0.5), p99Ms: at(0.99) };
}
