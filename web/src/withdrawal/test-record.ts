import type { OutputOf } from '@openmere/core/calls.ts';

export type WithdrawalRecord = OutputOf<'Wallet/Withdraw'>;

export const WALLET = '0x9fb29aac15b9a4b7f17c3385939b007540f4d791';
export const TIME = '2026-03-01T10:00:00.000Z';

/** A withdrawal under review, held by one check; a test names what differs. */
export function withdrawalRecord(more: Partial<WithdrawalRecord> = {}): WithdrawalRecord {
  return {
    id: 'wdr_1',
    time: TIME,
    type: 'withdrawal',
    coinid: 'USDT',
    address: WALLET,
    amount: '40',
    received: '39',
    fee: '1',
    hash: null,
    chaintype: 'BEP-20',
    status: 'reviewing',
    description: 'Under review; you can still cancel',
    checks: [
      { check: 'cover', result: 'pass', detail: 'The paying wallet covers it' },
      { check: 'device', result: 'held', detail: 'A new device' },
    ],
    decider: 'operator',
    decideby: '2099-03-02T10:00:00.000Z',
    reason: null,
    halt: null,
    waits: null,
    released: false,
    steps: [{ status: 'reviewing', time: TIME }],
    ...more,
  };
}
