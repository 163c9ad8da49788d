import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import { checkAmount } from '@openmere/core/withdrawal/rules.ts';
import { useEffect, useState } from 'react';
import { useBalances } from '../asset/use-balances.ts';
import { keepDraft, readDraft } from '../platform/drafts.ts';
import { usePlace } from '../platform/history.ts';
import { baseUnits } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { useConfig } from '../setting/use-config.ts';

/** Fields of the form with what follows from them; the exact quote and the checks come from the server. */
export function useWithdrawForm() {
  const { query } = usePlace();
  const [coinid, setCoin] = useState(query['coinid'] ?? 'USDT');
  const [amount, setAmount] = useState(() => readDraft('withdrawal')['amount'] ?? '');
  useEffect(() => keepDraft('withdrawal', { amount }), [amount]);

  const config = useConfig();
  const { rows } = useBalances();
  const available = rows?.find((row) => row.coinid === coinid)?.available;
  const rule = {
    minimum: parseAmount(config?.get('withdraw.min') ?? '') ?? 0n,
    multiple: parseAmount(config?.get('withdraw.multiple') ?? '') ?? 1n,
  };
  const refusal =
    amount === '' || !config ? undefined : (checkAmount(amount, rule) ?? shortOf(amount, available));
  const quote = useCall(
    'Wallet/WithdrawQuote',
    { coinid, amount },
    { enabled: amount !== '' && config !== undefined && refusal === undefined },
  );
  return {
    coinid,
    setCoin,
    amount,
    setAmount,
    ready: config !== undefined,
    available,
    rule,
    refusal,
    quote,
    config,
  };
}

function shortOf(amount: string, available: string | undefined): Refusal | undefined {
  if (available === undefined) return undefined;
  const needed = parseAmount(amount) ?? 0n;
  const has = baseUnits(available);
  if (needed <= has) return undefined;
  return new Refusal('ledger.insufficient', {
    needed: formatAmount(needed),
    available: formatAmount(has),
    asset: '',
  });
}
