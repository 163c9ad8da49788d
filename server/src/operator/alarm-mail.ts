import { formatAmount } from '@openmere/core/money/amount.ts';
import { listHaltsSince } from '../ledger/halt.ts';
import { listContractsSince } from '../platform/chain/handler-store.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { toMails } from '../platform/outbox.ts';
import { listReserveAlarmsSince } from '../reserve/alarm-store.ts';
import { readSettings } from '../setting/read.ts';
import { listOverdueReviews, listOverdueUnpaid } from '../withdrawal/withdrawal-store.ts';
import { insertTold, listTold } from './alarm-store.ts';
import type { AlarmKind } from './alarm-store.ts';
import { wordAlarm } from './alarm-words.ts';
import type { AlarmFacts, AlarmLocale, AlarmWord } from './alarm-words.ts';
import { listGovernanceAlarmsSince } from './governance-store.ts';

type Alarm = { kind: AlarmKind; subject: string; at: Date; word: AlarmWord; facts: AlarmFacts };

/** What is older was told while nobody was to be mailed. */
const NEW_MS = 24 * 3_600_000;
/** An event counts from its block, which may be read late: told for as long as the timelock leaves time to cancel it. */
const CONTRACTS_MS = 48 * 3_600_000;
/** A contract that becomes known late is read from its beginning: all of it is told, however long that takes (decision 0315). */
const LATE_CONTRACTS_MS = 30 * 24 * 3_600_000;
/** Lines of one mail: a flood of alarms is one mail a run, with its count. */
const LINES_MAX = 20;

/**
 * Mails alarms that nobody was told of yet to the addresses of OPENMERE_ALARM_MAIL: each new reason of a halt, each proposal and
 * role on the contracts, each alarm about what is hot (docs/threat-model.md), each withdrawal that nobody decided in time, under review or not paid. All of a run stand in one mail, in the operators' two languages, before
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
    const paramsFor = (locale: AlarmLocale) => ({
      count: alarms.length,
      first: wordAlarm(locale, first.word, first.facts),
      lines: alarms
        .slice(0, LINES_MAX)
        .map((alarm) => lineOf(alarm, locale))
        .join('\n'),
    });
    const [params, alsoParams] = [paramsFor('en'), paramsFor('zh-Hans')];
    await toMails(
      tx,
      addresses.map((to) => ({
        to,
        locale: 'en' as const,
        also: 'zh-Hans' as const,
        alsoParams,
        urgent: true,
        template: 'operator.alarm' as const,
        params,
      })),
    );
    return alarms.length;
  });
}

function lineOf({ at, word, facts }: Alarm, locale: AlarmLocale): string {
  return `${timeText(at)} UTC: ${wordAlarm(locale, word, facts)}`;
}

function timeText(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

async function listUntold(ctx: Pick<Ctx, 'tx' | 'now'>): Promise<Alarm[]> {
  const { tx, now } = ctx;
  const since = new Date(now.getTime() - NEW_MS);
  const halts = (await listHaltsSince(tx, since)).map((halt): Alarm => ({
    kind: 'halt',
    subject: String(halt.id),
    at: halt.since,
    word: halt.kind,
    facts: { subject: halt.subject, ...halt.facts },
  }));
  const sinceBlock = new Date(now.getTime() - CONTRACTS_MS);
  const late = await listContractsSince(tx, 'governance', new Date(now.getTime() - LATE_CONTRACTS_MS));
  const events = (await listGovernanceAlarmsSince(tx, sinceBlock, late)).map((event): Alarm => ({
    kind: 'contracts',
    subject: `${event.chain_id}:${event.tx_hash}:${event.log_index}`,
    at: event.at,
    word: 'contracts',
    facts: {
      event: event.event,
      contract: event.contract,
      object: event.object,
      hash: event.tx_hash,
      block: String(event.block_number),
    },
  }));
  const reserves = (await listReserveAlarmsSince(tx, since)).map((alarm): Alarm => ({
    kind: 'reserve',
    subject: String(alarm.id),
    at: alarm.since,
    word: alarm.kind,
    facts: {
      coin: alarm.coin,
      hot: formatAmount(alarm.hot),
      bound: formatAmount(alarm.bound),
      owed: formatAmount(alarm.liabilities),
    },
  }));
  const reviews = (await listOverdueReviews(tx)).map(({ id, coin_id, amount, decide_by }): Alarm => ({
    kind: 'review',
    subject: id,
    at: decide_by,
    word: 'review',
    facts: { withdrawal: id, coin: coin_id, amount: formatAmount(amount), until: timeText(decide_by) },
  }));
  const { withdrawReviewHours } = await readSettings(tx);
  const unpaid = (await listOverdueUnpaid(tx, withdrawReviewHours)).map((one): Alarm => ({
    kind: 'review',
    subject: `${one.id} ${one.status}`,
    at: one.decide_by,
    word: 'unpaid',
    facts: {
      withdrawal: one.id,
      coin: one.coin_id,
      amount: formatAmount(one.amount),
      until: timeText(one.decide_by),
    },
  }));
  const all = [...events, ...halts, ...reserves, ...reviews, ...unpaid];
  const subjects = all.map(({ subject }) => subject);
  const told = new Set((await listTold(tx, subjects)).map(({ kind, subject }) => `${kind} ${subject}`));
  return all.filter(({ kind, subject }) => !told.has(`${kind} ${subject}`));
}
