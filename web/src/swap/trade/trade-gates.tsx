import type { Side } from '@openmere/core/swap/quote.ts';
import { useTexts } from '../../platform/i18n.ts';
import { usePauseText } from '../../setting/use-pause-text.ts';
import { walletGates, WalletGates } from '../../wallet/wallet-gates.tsx';
import type { Pool } from './use-trade-pool.ts';
import type { TradeWallet } from './use-trade-wallet.ts';

type Props = { side: Side; pool: Pool; wallet: TradeWallet };

/** Selling needs no activation. */
function gatesOf({ side, pool, wallet }: Props) {
  return walletGates(wallet, {
    closedToExitOnly: true,
    needsActivation: side === 'buy',
    paused: !pool.tradable,
  });
}

/** The first thing in the way, as the reason in the button. */
export function useGateReason(side: Side, pool: Pool, wallet: TradeWallet): string | undefined {
  const t = useTexts('swap');
  const w = useTexts('wallet');
  const [gate] = gatesOf({ side, pool, wallet });
  if (gate === 'inactive' || gate === 'notTradable') return t(`reason_${gate}`);
  return gate && w(`reason_${gate}`);
}

/** Everything that stands in the way of a trade, each with its remedy. */
export function TradeGates(props: Props) {
  const t = useTexts('swap');
  const since = usePauseText('trade', !props.pool.tradable);
  const texts = {
    exitOnly: { title: t('exitOnly'), text: t('exitOnlyText') },
    notTradable: { title: t('notTradable'), text: `${t('notTradableText')} ${since}`.trim() },
    unboundText: t('unboundText'),
    inactiveText: t('inactiveText'),
  };
  return <WalletGates gates={gatesOf(props)} wallet={props.wallet} texts={texts} />;
}
