import { formatAmount } from '@openmere/core/money/amount.ts';
import { checkSubscription } from '@openmere/core/node/check.ts';
import type { SubscribeFacts } from '@openmere/core/node/check.ts';
import type { NodeType } from '@openmere/core/node/rules.ts';
import { nodeOffCountries } from '@openmere/core/setting/node.ts';
import { useState } from 'react';
import { useSending } from '../liquidity/sign-part.tsx';
import { useCall } from '../platform/query.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { sendTransaction } from '../platform/wallet/transactions.ts';
import { useSetting } from '../setting/use-setting.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import type { FreshSale } from './node-data.ts';
import { useSale } from './use-sale.ts';

/** Everything that decides whether this wallet may subscribe a node of this kind now, and the way to do it. */
export function useSubscription(type: NodeType, wallet: TradeWallet) {
  const { own, member } = wallet;
  const sale = useSale(type, own);
  const allow = useCall('Node/Allow', {});
  const offCountries = useSetting(nodeOffCountries);
  const [consent, setConsent] = useState(false);
  const { problem, send } = useSending();
  const { data: permit } = allow;
  const permitUntil =
    permit?.signature && permit.deadline !== null
      ? Math.floor(Date.parse(permit.deadline) / 1000)
      : undefined;
  const countryOff = offCountries.includes(member?.country ?? '');
  // Whether there is a permit is asked for gold alone; until it is said, none is missed.
  const asked = type === 'gold' ? [sale, allow] : [sale];
  const isKnown = asked.every(({ data }) => data !== undefined);
  const failed = asked.find(({ data, isError }) => data === undefined && isError);
  const refusal =
    isKnown && sale.data
      ? checkSubscription(factsOf(sale.data, { type, countryOff, permitUntil, consent }))
      : undefined;

  async function subscribe(): Promise<boolean> {
    if (own === undefined) return false;
    return send(async () => {
      // Looked at once more before the approval is paid for: seats go while one reads.
      const { data: now } = await sale.refetch({ throwOnError: true });
      if (now === undefined) return;
      const refused = checkSubscription(factsOf(now, { type, countryOff, permitUntil, consent }));
      if (refused) throw refused;
      const { price } = now;
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./node-data.ts')]);
      const { medal, usdt } = data.nodeContracts(contracts);
      const byPermit = type === 'gold' && permit?.signature && permit.deadline !== null;
      await sendTransaction({
        kind: 'node.subscribe',
        note: { type, amount: formatAmount(price) },
        from: own,
        to: medal,
        data: byPermit
          ? data.permittedData(own, Date.parse(permit.deadline ?? ''), permit.signature as Hex)
          : data.subscribeData(type, own),
        approve: { token: usdt, spender: medal, amount: price },
      });
    });
  }

  return { sale, permit, isKnown, failed, countryOff, refusal, consent, setConsent, problem, subscribe };
}

export type Subscription = ReturnType<typeof useSubscription>;

function factsOf(
  sale: FreshSale,
  more: Pick<SubscribeFacts, 'type' | 'countryOff' | 'permitUntil' | 'consent'>,
): SubscribeFacts {
  const { own, ...rest } = sale;
  return {
    ...rest,
    ...more,
    // Whoever has no wallet here is told so with the remedy beside it.
    activated: own?.activated ?? true,
    hasBought: own?.hasBought ?? false,
    holds: own?.holds ?? false,
    balance: own?.balance ?? sale.price,
  };
}
