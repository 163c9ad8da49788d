import { createHash } from 'node:crypto';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { EntryData, JournalEntry } from '@openmere/core/ledger/entry.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { transfer } from '@openmere/core/transfer/contract.ts';
import { translate } from '../platform/text.ts';

export const TRANSFER_KIND = 'transfer';

/** What the entry keeps besides its postings: names as both saw them then, so a record never changes afterwards. */
export type TransferData = {
  /** As typed, in one spelling. */
  target: string;
  to: string;
  toName: string;
  fromName: string;
  /** What the sender wrote for both to read; empty without. */
  note: string;
};

type TransferRecord = CallOutput<typeof transfer>;

/** What a record shows of an entry; one just posted shows the same as one read from the journal. */
export type TransferEntry = Pick<JournalEntry, 'reference' | 'postings'> & {
  time: Date;
  data?: EntryData | null;
};

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** `tra_` and 26 characters, always the same for a member's request: a copy of the request is the same entry. */
export function transferIdOf(memberId: string, requestId: string): string {
  const digest = createHash('sha256').update(`transfer ${memberId} ${requestId}`).digest();
  let value = BigInt(`0x${digest.subarray(0, 17).toString('hex')}`);
  let text = '';
  for (let place = 0; place < 26; place += 1, value >>= 5n)
    text = CROCKFORD.charAt(Number(value & 31n)) + text;
  return `tra_${text}`;
}

export function readTransferData(data: EntryData | null | undefined): TransferData {
  const text = (name: keyof TransferData): string => {
    const value = data?.[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    target: text('target'),
    to: text('to'),
    toName: text('toName'),
    fromName: text('fromName'),
    note: text('note'),
  };
}

/** The entry as one of its two members sees it: the counterpart's masked name, the receiver not the sender's target. */
export function showTransfer(entry: TransferEntry, memberId: string, locale: Locale): TransferRecord {
  const { target, fromName, toName, note } = readTransferData(entry.data);
  const sent = entry.postings[0]?.source === availableAccount(memberId);
  const amount = entry.postings.reduce((sum, posting) => sum + posting.amount, 0n);
  const received = entry.postings[0]?.amount ?? 0n;
  const direction = sent ? 'out' : 'in';
  return {
    id: entry.reference,
    time: entry.time.toISOString(),
    type: direction,
    coinid: entry.postings[0]?.asset ?? '',
    address: sent ? target : fromName,
    amount: formatAmount(amount),
    received: formatAmount(received),
    fee: formatAmount(amount - received),
    hash: null,
    chaintype: 'ledger',
    status: 'done',
    counterpart: sent ? toName : fromName,
    note,
    description: translate(locale, `transfer.record.${direction}`, { name: sent ? toName : fromName }),
  };
}
