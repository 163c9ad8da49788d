import { t } from '../platform/texts.ts';
import type { TextKey } from '../platform/texts.ts';

const known: Readonly<Record<string, TextKey>> = {
  halted: 'waits_halted',
  locked: 'waits_locked',
  approvals: 'waits_approvals',
  cover: 'waits_cover',
  clock: 'waits_clock',
  'gas-price': 'waits_gas',
  gas: 'waits_gas',
  cap: 'waits_cap',
  nonce: 'waits_nonce',
  chain: 'waits_chain',
  journal: 'waits_journal',
  'paid-already': 'waits_paid',
  reserves: 'waits_reserves',
  sanctions: 'waits_sanctions',
};

/** The signer's word for why it waits, in the operator's language; the word itself follows, for the log. */
export function waitsText(word: string): string {
  const key = known[word.split(':', 1)[0] ?? ''];
  return key === undefined ? word : `${t(key)} (${word})`;
}
