import type { HaltFacts, HaltKind } from '@openmere/core/ledger/halt.ts';
import { groupDigits } from '../platform/amount-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';

export type HaltSaid = { kind: HaltKind; subject: string; facts: HaltFacts };

/** Facts that a sentence of the kind needs; a halt from before they were kept has only its detail. */
const needed: Readonly<Record<HaltKind, readonly string[]>> = {
  payment: ['payout', 'hash', 'doubt'],
  reserves: ['ledger', 'chain', 'block'],
  silent: ['since'],
  ledger: ['invariants'],
  fork: [],
  other: [],
};

/** What happened, in the operator's language; what only a program said stands behind it as it is. */
export function haltText({ kind, subject, facts }: HaltSaid): string {
  const { detail = '', misplaced, address = '', doubt = '' } = facts;
  if (needed[kind].some((name) => facts[name] === undefined)) return detail;
  const doubtKey = findTextKey(`doubt_${doubt}`);
  const said = t(`happened_${kind}`, {
    ...facts,
    coin: subject,
    ledger: groupDigits(facts['ledger'] ?? ''),
    chain: groupDigits(facts['chain'] ?? ''),
    time: exactTime(facts['since'] ?? null),
    doubt: doubtKey === undefined ? doubt : t(doubtKey),
  });
  const where = misplaced === undefined ? '' : t('happenedMisplaced', { misplaced, address });
  return [said, where, detail].filter((part) => part !== '').join(' ');
}

/** How it ended, in the operator's language: what two operators did, and their reason as they wrote it. */
export function haltEndText(how: string | null): string {
  const [, did = '', maker = '', checker = '', reason = ''] =
    /^(\w+) by (\S+) and ([^\s:]+)(?:: (.*))?$/s.exec(how ?? '') ?? [];
  const key = findTextKey(`haltEnd_${did}`);
  if (key === undefined) return how ?? '';
  return [t('haltEndedBy', { did: t(key), maker, checker }), reason].filter((part) => part !== '').join(' ');
}
