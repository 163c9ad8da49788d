// @vitest-environment happy-dom
import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { InputOf } from '@openmere/core/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, sealingKey } from '../app/test-screen.tsx';
import { memberInfo } from '../member/test-member.ts';
import { keepDraft } from '../platform/drafts.ts';

const code = makeInviteCode(Uint8Array.of(1, 2, 3, 4, 5));
const draft = { coinid: 'USDT', target: code, amount: '40', note: '', requestId: crypto.randomUUID() };

/** All that there was has gone; the server would take no other transfer like it. */
async function open() {
  const insufficient = () => {
    throw new Refused('ledger.insufficient', 'Not enough USDT');
  };
  return openScreen(`/pages/wallet/transfer/transferChain?target=${code}&step=amount`, {
    'Ctrls/GetConfig': {
      list: [
        { idx: 'transfer.min', val: '20' },
        { idx: 'transfer.multiple', val: '20' },
        { idx: 'transfer.feeBps', val: '50' },
        await sealingKey(),
      ],
    },
    'Users/Info': memberInfo,
    'Users/Balance': { list: [{ coinid: 'USDT', balance: '0', lockbalance: '0', available: '0' }] },
    'Wallet/Contacts': { list: [] },
    'Users/AddressAny': { member: true, nickname: 'Ta** W**', avatar: '', self: false, joined: '2026-05' },
    'Wallet/TransferQuote': insufficient,
    'Wallet/Transfer': insufficient,
  });
}

test('refuses: one that was never sent, of more than there is', async () => {
  keepDraft('transfer', draft);
  await open();
  expect(await screen.findByRole('button', { name: 'You have 0.00 USDT' })).toBeTruthy();
});

test('behavior: one of everything, whose answer was lost, is asked for again with its figures', async () => {
  keepDraft('transfer', { ...draft, requestedAt: String(Date.now()) });
  const { asked } = await open();
  const review = await screen.findByRole('button', { name: 'Review 40.00 USDT' });
  await waitFor(() => expect(asked.some(({ path }) => path === 'Wallet/TransferQuote')).toBe(true));
  await waitFor(() => expect(review.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(review);
  const sheet = within(await screen.findByRole('dialog'));
  for (const figure of ['Ta** W**', '40.00 USDT', '0.20 USDT', '39.80 USDT'])
    expect(sheet.getByText(figure)).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Payment password'), { target: { value: 'abc123456' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Send 40.00 USDT' }));
  await waitFor(() => {
    const sent = asked.flatMap(({ path, input }) => (path === 'Wallet/Transfer' ? [input] : []));
    expect((sent as InputOf<'Wallet/Transfer'>[]).map(({ requestId }) => requestId)).toEqual([
      draft.requestId,
    ]);
  });
});
