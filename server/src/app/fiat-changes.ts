import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { changeBank } from '../deposit/fiat/change-bank.ts';
import { creditLine } from '../deposit/fiat/credit.ts';
import { setRateByTwo } from '../deposit/fiat/set-rate.ts';
import { returnLine } from '../deposit/fiat/suspend.ts';
import { bookLoss } from '../deposit/fiat/take-back.ts';
import type { ChangeKind } from '../operator/change.ts';

/** How money was sent back, or how it is known that a bank took it, must be said in words. */
const HOW_MIN = 5;

/** What takes two people about bank money: our accounts, a first or far rate, a credit, the way back of what nobody claimed, the loss of what a bank took back. */
export const fiatChanges: readonly ChangeKind[] = [
  {
    kind: 'fiatbank',
    async apply({ tx, maker, checker }, input) {
      const changes = await changeBank({ tx, makerId: maker.id, checkerId: checker.id }, input);
      return { changes, everyone: true };
    },
  },
  {
    kind: 'fiatrate',
    async apply({ tx, maker, checker }, { subject, value }) {
      const people = { tx, makerId: maker.id, checkerId: checker.id };
      const { before, after } = await setRateByTwo(people, { currency: subject, value });
      return { changes: [{ what: 'fiatrate', before, after: `${after} (${subject})` }], everyone: true };
    },
  },
  {
    kind: 'fiatcredit',
    async apply({ tx, maker, checker, onPosted }, { subject, value }) {
      const people = { tx, onPosted, makerId: maker.id, checkerId: checker.id };
      const { order, usdt } = await creditLine(people, { lineId: subject, orderId: value });
      return {
        changes: [
          { what: 'fiatorder', before: order.status, after: 'credited' },
          { what: 'fiatcredit', before: null, after: `${formatAmount(usdt)} USDT` },
        ],
        members: [order.member_id],
      };
    },
  },
  {
    kind: 'fiatreturn',
    async apply({ tx, onPosted }, { subject, value }) {
      if (value.length < HOW_MIN) throw new Refusal('operator.badvalue', { value });
      const { before, line } = await returnLine({ tx, onPosted }, { id: subject, how: value.slice(0, 500) });
      return {
        changes: [
          { what: 'fiatline', before, after: 'returned' },
          { what: 'fiathow', before: null, after: value },
        ],
        members: line.member_id === null ? [] : [line.member_id],
      };
    },
  },
  {
    kind: 'fiatloss',
    async apply({ tx, maker, checker, onPosted }, { subject, value }) {
      if (value.length < HOW_MIN) throw new Refusal('operator.badvalue', { value });
      const people = { tx, onPosted, makerId: maker.id, checkerId: checker.id };
      const { line, usdt } = await bookLoss(people, { id: subject, how: value });
      return {
        changes: [
          { what: 'fiatloss', before: null, after: `${formatAmount(usdt)} USDT` },
          { what: 'fiattakenback', before: null, after: value },
        ],
        members: line.member_id === null ? [] : [line.member_id],
      };
    },
  },
];
