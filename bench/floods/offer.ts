import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from './requests.ts';
import { PAY_PASSWORD } from './running-server.ts';
import type { Member, RunningServer } from './running-server.ts';

export const TRANSFERS_PER_SECOND = 5;
export const READS_PER_SECOND = 25;
const LATE_MS = 10_000;

/** What became of the requests offered: `ms` from each one's due moment on. */
export type Kept = { offered: number; answered: number; ms: number[]; failures: string[] };
export type Found = { transfers: Kept; reads: Kept; cpuPercent: number };

export type Sent = { ok: boolean; why: string };

/** Sends `perSecond` requests a second whatever comes back, for `ms`. */
export async function offer(perSecond: number, ms: number, send: () => Promise<Sent>): Promise<Kept> {
  const kept: Kept = { offered: 0, answered: 0, ms: [], failures: [] };
  const all: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent < (perSecond * ms) / 1_000; sent += 1) {
    const due = start + (sent * 1_000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    kept.offered += 1;
    const one = send().catch((error: unknown) => ({ ok: false, why: String(error) }));
    all.push(
      Promise.race([one, wait(LATE_MS, { ok: false, why: 'late' })]).then(({ ok, why }) => {
        if (ok) kept.answered += 1;
        else kept.failures.push(why);
        kept.ms.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(all);
  return kept;
}

/** A transfer (payment password, argon2id, ledger) of the next payer to another, and a read of somebody's own balances. */
export function makeRequests(
  caller: Caller,
  payers: readonly Member[],
): { transfer: (paypassword: string) => Promise<Sent>; read: () => Promise<Sent> } {
  const draw = (): Member => payers[randomInt(payers.length)] as Member;
  let next = 0;
  const transfer = async (paypassword: string): Promise<Sent> => {
    const payer = payers[next % payers.length] as Member;
    const to = payers[(next + 7) % payers.length] as Member;
    next += 1;
    const body = { requestId: randomUUID(), coinid: 'USDT', amount: '20', target: to.code, paypassword };
    const { status, text } = await caller.post('Wallet/Transfer', body, { token: payer.token, keeps: true });
    return {
      ok: status === 200 && text.startsWith('{"success":true'),
      why: `${status} ${text.slice(0, 120)}`,
    };
  };
  const read = async (): Promise<Sent> => {
    const { status, text } = await caller.post('Users/Balance', {}, { token: draw().token, keeps: true });
    return { ok: status === 200 && text.includes('"coinid":"USDT"'), why: `${status} ${text.slice(0, 120)}` };
  };
  return { transfer, read };
}

/** Both offered for `ms`, by default as slowly as beside a flood. */
export async function measure(
  server: RunningServer,
  caller: Caller,
  payers: readonly Member[],
  ms: number,
  { transfers: perSecond = TRANSFERS_PER_SECOND, reads: readsPerSecond = READS_PER_SECOND } = {},
): Promise<Found> {
  const { transfer, read } = makeRequests(caller, payers);
  const sealed = await Promise.all(
    Array.from({ length: Math.ceil((perSecond * ms) / 1_000) }, () =>
      caller.seal('Wallet/Transfer', PAY_PASSWORD),
    ),
  );
  const [started, cpuBefore] = [performance.now(), await server.cpuMs()];
  const [transfers, reads] = await Promise.all([
    offer(perSecond, ms, () => transfer(sealed.pop() ?? '')),
    offer(readsPerSecond, ms, read),
  ]);
  const cpuPercent = (100 * ((await server.cpuMs()) - cpuBefore)) / (performance.now() - started);
  return { transfers, reads, cpuPercent };
}
