import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { transferTerms } from '@openmere/core/setting/coin-terms.ts';
import * as money from '@openmere/core/setting/money.ts';
import { checkAmount, checkNote, normaliseTarget, quoteTransfer } from '@openmere/core/transfer/rules.ts';
import { useEffect, useState } from 'react';
import { useBalances } from '../asset/use-balances.ts';
import { useAskedAgain } from '../parts/use-asked-again.ts';
import { keepDraft, readDraft, readDraftAmount } from '../platform/drafts.ts';
import { useLocation } from '../platform/history.ts';
import { baseUnits } from '../platform/money-text.ts';
import { newRequestId } from '../platform/request-id.ts';
import { useSetting, useSettings } from '../setting/use-setting.ts';
import { readRequest } from './request-link.ts';
import type { MoneyRequest } from './request-link.ts';

export const transferable = ['USDT', 'USDO', 'OPEN'] as const;

export type TransferForm = {
  coinid: string;
  target: string;
  amount: string;
  /** What the receiver reads with it. */
  note: string;
  /** The same request has the same id, also after a reload: sent twice, it is one transfer. */
  requestId: string;
  /** When it was last sent, epoch milliseconds of this device; empty before. */
  requestedAt: string;
};

const fields = ['coinid', 'target', 'amount', 'note'] as const;

function firstForm(asked: Partial<MoneyRequest>): TransferForm {
  const draft = readDraft('transfer');
  // A draft for somebody else says nothing of the amount; one for the same person is what the payer typed before a reload.
  const samePerson = asked.target === undefined || asked.target === draft['target'];
  const filled = {
    coinid: asked.coinid ?? draft['coinid'] ?? 'USDT',
    target: asked.target ?? draft['target'] ?? '',
    amount: asked.amount ?? (samePerson ? readDraftAmount('transfer') : ''),
    note: asked.note ?? (samePerson ? (draft['note'] ?? '') : ''),
  };
  // The request of the draft may have been carried out although its answer was lost: asked for again, it is the same one.
  const same = fields.every((field) => filled[field] === (draft[field] ?? ''));
  const { requestId, requestedAt = '' } = draft;
  // A link with fixed figures is paid again some day: that is another transfer.
  const isOver =
    asked.target !== undefined &&
    requestedAt !== '' &&
    Math.abs(Date.now() - Number(requestedAt)) > ASKED_AGAIN_MS;
  return same && requestId !== undefined && !isOver
    ? { ...filled, requestId, requestedAt }
    : { ...filled, requestId: newRequestId(), requestedAt: '' };
}

const ASKED_AGAIN_MS = 30 * 60_000;

/** The form's fields, kept as a draft, with what follows from them by the same rules that the server uses. */
export function useTransferForm() {
  const asked = readRequest(useLocation().query);
  const [form, setForm] = useState<TransferForm>(() => firstForm(asked));
  // Another request that is opened while the form of the last one stands here.
  const link = asked.target === undefined ? undefined : JSON.stringify(asked);
  const [filledBy, setFilledBy] = useState(link);
  if (link !== undefined && link !== filledBy) {
    setFilledBy(link);
    setForm(firstForm(asked));
  }
  useEffect(() => {
    keepDraft('transfer', form);
  }, [form]);

  // Two codes that look alike were compared: said of one receiver, and of no other.
  const [comparedTarget, setComparedTarget] = useState<string>();
  const settings = useSettings();
  const ready = settings.data !== undefined;
  const { rows } = useBalances();
  const available = rows?.find((row) => row.coinid === form.coinid)?.available;
  const terms = transferTerms(form.coinid, money);
  const rule = { minimum: useSetting(terms.minimum), multiple: useSetting(terms.multiple) };
  const feeBps = useSetting(money.transferFeeBps);
  const typed = form.amount === '' ? undefined : parseAmount(form.amount, 2);
  const asking = useAskedAgain('transfer', form);
  const unspent = asking.isAskedAgain ? undefined : available;
  const refusal = form.amount === '' || !ready ? undefined : amountRefusal(form, rule, unspent);
  const quote = typed === undefined || !ready ? undefined : quoteTransfer(typed, feeBps);
  const noteRefusal = checkNote(form.note);
  return {
    noteRefusal,
    isCompared: comparedTarget === form.target,
    setCompared: (compared: boolean) => setComparedTarget(compared ? form.target : undefined),
    form: { ...form, target: normaliseTarget(form.target) },
    change: (change: Partial<Omit<TransferForm, 'requestId' | 'requestedAt'>>) =>
      setForm((before) => ({ ...before, ...change, requestId: newRequestId(), requestedAt: '' })),
    ...asking,
    ready,
    settings,
    available,
    rule,
    feeBps,
    refusal,
    quote,
  };
}

/** What there is is said before minimum and multiple: who types more than that wants to know it. */
function amountRefusal(
  { amount, coinid }: TransferForm,
  rule: Parameters<typeof checkAmount>[1],
  available: string | undefined,
) {
  const needed = parseAmount(amount) ?? 0n;
  const has = available === undefined ? needed : baseUnits(available);
  if (needed <= has) return checkAmount(amount, rule);
  return new Refusal('ledger.insufficient', {
    needed: formatAmount(needed),
    available: formatAmount(has),
    asset: coinid,
  });
}
