import { findCoin } from '@openmere/core/money/coin.ts';
import { useTexts } from '../platform/i18n.ts';
import { IconDeposit, IconTransfer, IconWithdraw } from '../ui/icon/money.tsx';
import { QuickActions } from '../ui/quick-actions.tsx';

/** What can be done with a coin of the ledger; nothing where nothing can. */
export function CoinActions({ coinid }: { coinid: string }) {
  const t = useTexts('asset');
  const coin = findCoin(coinid);
  const query = `?coinid=${coinid}`;
  const items = [
    coin?.deposit && {
      key: 'deposit',
      label: t('deposit'),
      icon: <IconDeposit />,
      href: `#/pages/wallet/recharge/rechargeChain${query}`,
    },
    coin?.withdraw && {
      key: 'withdraw',
      label: t('withdraw'),
      icon: <IconWithdraw />,
      href: `#/pages/wallet/withdraw/withdrawChain${query}`,
    },
    coin?.transfer && {
      key: 'transfer',
      label: t('transfer'),
      icon: <IconTransfer />,
      href: `#/pages/wallet/transfer/transferChain${query}`,
    },
  ].filter((item) => typeof item === 'object');
  return items.length === 0 ? null : <QuickActions label={t('actions')} items={items} />;
}
