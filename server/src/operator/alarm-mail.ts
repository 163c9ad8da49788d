import { listHaltsSince } from '../ledger/halt.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { toMails } from '../platform/outbox.ts';
import { insertTold, listTold } from './alarm-store.ts';
import { listGovernanceAlarmsSince } from './governance-store.ts';

type Alarm = { kind: 'halt' | 'contracts'; subject: string; at: Date; what: string };

/** What is older was told while nobody was to be mailed. */
const NEW_MS = 24 * 3_600_000;
/** Lines of one mail: a flood of alarms is one mail a run, with its count. */
const LINES_MAX = 20;

/**
 * Mails alarms that nobody was told of yet to the addresses of OPENMERE_ALARM_MAIL: each new reason of a halt, each proposal and
 * role on the contracts (docs/threat-model.md). All of a run stand in one mail, in the operators' two languages, before
 * everything else that waits; each alarm once. @returns how many.
 */
export async function mailAlarms(
  ctx: DbCtx & Pick<Ctx, 'now'>,
  addresses: readonly string[],
): Promise<number> {
  const { db, now } = ctx;
  if (addresses.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    const alarms = await listUntold({ tx, now });
    const [first] = alarms;
    if (!first) return 0;
    await insertTold(
      tx,
      alarms.map(({ kind, subject }) => ({ kind, subject })),
    );
    const lines = alarms
      .slice(0, LINES_MAX)
      .map(({ at, what }) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC: ${what}`);
    const params = { count: alarms.length, first: first.what, lines: lines.join('\n') };
    await toMails(
      tx,
      addresses.map((to) => ({
        to,
        locale: 'en' as const,
        also: 'zh-Hans' as const,
        urgent: true,
        template: 'operator.alarm' as const,
        params,
      })),
    );
    return alarms.length;
  });
}

async function listUntold(ctx: Pick<Ctx, 'tx' | 'now'>): Promise<Alarm[]> {
  const { tx, now } = ctx;
  const since = new Date(now.getTime() - NEW_MS);
  const halts = (await listHaltsSince(tx, since)).map((halt): Alarm => ({
    kind: 'halt',
    subject: String(halt.id),
    at: halt.since,
    what: `payouts halted (${halt.kind} ${halt.subject}): ${halt.reason}`,
  }));
  const events = (await listGovernanceAlarmsSince(tx, since)).map((event): Alarm => ({
    kind: 'contracts',
    subject: `${event.chain_id}:${event.tx_hash}:${event.log_index}`,
    at: event.at,
    what: `${event.event} at ${event.contract} for ${event.object}, transaction ${event.tx_hash}, block ${event.block_number}`,
  }));
  const all = [...events, ...halts];
  const subjects = all.map(({ subject }) => subject);
  const told = new Set((await listTold(tx, subjects)).map(({ kind, subject }) => `${kind} ${subject}`));
  return all.filter(({ kind, subject }) => !told.has(`${kind} ${subject}`));
}
