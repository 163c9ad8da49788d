import { useTexts } from '../platform/i18n.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { walletGates, WalletGates } from '../wallet/wallet-gates.tsx';

type Props = { way: 'in' | 'out'; wallet: TradeWallet };

/** An exit asks for a wallet only: neither activation nor country closes it. */
function gatesOf({ way, wallet }: Props) {
  return walletGates(wallet, { closedToExitOnly: way === 'in', needsActivation: way === 'in' });
}

/** The first thing in the way, as the reason in the button. */
export function useGateReason(way: 'in' | 'out', wallet: TradeWallet): string | undefined {
  const t = useTexts('minting');
  const w = useTexts('wallet');
  const [gate] = gatesOf({ way, wallet });
  if (gate === undefined || gate === 'notTradable') return undefined;
  return gate === 'inactive' ? t('activateFirst') : w(`reason_${gate}`);
}

/** Everything that stands in the way, each with its remedy. */
export function MintingGates(props: Props) {
  const t = useTexts('minting');
  const texts = {
    exitOnly: { title: t('exitOnly'), text: t('exitOnlyText') },
    unboundText: t('unboundText'),
    inactiveText: t('inactiveText'),
  };
  return <WalletGates gates={gatesOf(props)} wallet={props.wallet} texts={texts} />;
}
