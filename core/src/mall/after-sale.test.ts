import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterSaleActs,
  afterSaleStatuses,
  awaitsAnswer,
  isAfterSaleOver,
  nextAfterSale,
} from './after-sale.ts';
import type { AfterSaleParty, AfterSaleStatus } from './after-sale.ts';

const parties = ['buyer', 'shop', 'operator', 'system'] as const satisfies AfterSaleParty[];
const allowed = new Map([
  ['requested, shop agree', 'agreed'],
  ['requested, shop refuse', 'refused'],
  ['requested, buyer withdraw', 'withdrawn'],
  ['requested, system silence', 'disputed'],
  ['refused, shop agree', 'agreed'],
  ['refused, buyer escalate', 'disputed'],
  ['refused, buyer withdraw', 'withdrawn'],
  ['refused, system silence', 'withdrawn'],
  ['disputed, shop agree', 'agreed'],
  ['disputed, buyer withdraw', 'withdrawn'],
  ['disputed, operator decide', 'decided'],
]);

test('refuses: every act of everybody everywhere but those of the table', () => {
  for (const status of afterSaleStatuses)
    for (const act of afterSaleActs)
      for (const by of parties) {
        const text = `${status}, ${by} ${act}`;
        expect(nextAfterSale(status, act, by), text).toBe(allowed.get(text));
      }
});

test('property: it ends, and stays ended; silence and a decision alone end it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...afterSaleActs), fc.constantFrom(...parties))),
      (acts) => {
        let status: AfterSaleStatus = 'requested';
        for (const [act, by] of acts) {
          const next = nextAfterSale(status, act, by);
          if (next) expect(isAfterSaleOver(status)).toBe(false);
          status = next ?? status;
        }
        while (awaitsAnswer(status)) status = nextAfterSale(status, 'silence', 'system') ?? status;
        if (status === 'disputed') status = nextAfterSale(status, 'decide', 'operator') ?? status;
        expect(isAfterSaleOver(status)).toBe(true);
      },
    ),
  );
});
