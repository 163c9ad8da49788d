import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { useRefusalText } from '../setting/use-pause-text.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { Notice } from '../ui/notice.tsx';
import { walletGates, WalletGates } from '../wallet/wallet-gates.tsx';

type Props = { way: 'in' | 'out'; wallet: TradeWallet };

/** An exit asks for a wallet only: neither activation nor country closes it. */
function gatesOf({ way, wallet }: Props) {
  return walletGates(wallet, { closedToExitOnly: way === 'in', needsActivation: way === 'in' });
}

/** The first thing in the way, as the reason in the button. */
export function useGateReason(way: 'in' | 'out', wallet: TradeWallet): string | undefined {
  const t = useTexts('liquidity');
  const w = useTexts('wallet');
  const [gate] = gatesOf({ way, wallet });
  if (gate === undefined || gate === 'notTradable') return undefined;
  return gate === 'inactive' ? t('reason_inactive') : w(`reason_${gate}`);
}

const closed: ReadonlySet<string> = new Set([
  'liquidity.paused',
  'liquidity.notready',
  'liquidity.pricetoofar',
  'liquidity.poolempty',
]);

/** Why nothing goes in at the moment, whatever the amount; undefined while it does. */
export function closedTextOf(refusal: Refusal | undefined): string | undefined {
  return refusal && closed.has(refusal.code) ? errorText(refusal) : undefined;
}

/** The same, and since when where it is a pause. */
export function ClosedNotice({ refusal }: { refusal: Refusal | undefined }) {
  const t = useTexts('liquidity');
  const text = useRefusalText(refusal);
  if (closedTextOf(refusal) === undefined) return null;
  return (
    <Notice tone="warn" title={t('closedTitle')}>
      {text}
    </Notice>
  );
}

/** Everything that stands in the way, each with its remedy. */
export function LiquidityGates(props: Props) {
  const t = useTexts('liquidity');
  const texts = {
    exitOnly: { title: t('exitOnly'), text: t('exitOnlyText') },
    unboundText: t('unboundText'),
    inactiveText: t('inactiveText'),
  };
  return <WalletGates gates={gatesOf(props)} wallet={props.wallet} texts={texts} />;
}
