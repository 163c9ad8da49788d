import { formatAmount } from '@openmere/core/money/amount.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { chainName } from '../platform/wallet/chain-config.ts';
import { useConfig } from '../setting/use-config.ts';
import type { TradeWallet } from '../swap/trade/use-trade-wallet.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ChooseWallet } from '../wallet/choose-wallet.tsx';
import { FaucetButton } from '../wallet/faucet-button.tsx';

export type Gate = 'exitOnly' | 'unbound' | 'inactive' | 'disconnected' | 'wrongChain' | 'noBnb';

/** What stands in the way, most lasting first. An exit asks for a wallet only: neither activation nor country closes it. */
export function gatesOf(way: 'in' | 'out', wallet: TradeWallet): Gate[] {
  const { member, own, connected, wrongChain, shortOfBnb } = wallet;
  if (!member) return [];
  const found: [Gate, boolean][] = [
    ['exitOnly', way === 'in' && member.exitonly],
    ['unbound', own === undefined],
    ['inactive', way === 'in' && !member.activated],
    ['disconnected', own !== undefined && !connected],
    ['wrongChain', wrongChain],
    ['noBnb', own !== undefined && shortOfBnb],
  ];
  return found.filter(([, holds]) => holds).map(([gate]) => gate);
}

function WrongChain({ wallet }: { wallet: TradeWallet }) {
  const t = useTexts('liquidity');
  const chain = chainName(Number(useConfig()?.get('chain.id') ?? '56'));

  async function change(): Promise<void> {
    try {
      await wallet.wallet.ensureChain();
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <Notice
      tone="warn"
      title={t('wrongChain')}
      action={<TextLink onPress={() => void change()}>{t('switchChain', { chain })}</TextLink>}
    >
      {t('wrongChainText', { chain })}
    </Notice>
  );
}

function NoBnb({ wallet }: { wallet: TradeWallet }) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const amount = `${amountText(formatAmount(wallet.feeWei ?? 0n), locale, 6)} BNB`;
  return (
    <>
      <Notice tone="warn" title={t('noBnb')}>
        {t('noBnbText', { amount })}
      </Notice>
      {wallet.own !== undefined && (
        <FaucetButton address={wallet.own} onPaid={() => wallet.rereadBalances()} />
      )}
    </>
  );
}

const ways = {
  unbound: { href: '#/pages/mine/blind/blind?kind=wallet', action: 'bindWallet' },
  inactive: { href: '#/pages/wallet/activate/activate', action: 'activate' },
} as const;

function GateNotice({ gate, wallet }: { gate: Gate; wallet: TradeWallet }) {
  const t = useTexts('liquidity');
  if (gate === 'disconnected') return <ChooseWallet expected={wallet.own ?? ''} />;
  if (gate === 'wrongChain') return <WrongChain wallet={wallet} />;
  if (gate === 'noBnb') return <NoBnb wallet={wallet} />;
  const way = gate === 'exitOnly' ? undefined : ways[gate];
  return (
    <Notice tone="warn" title={t(gate)} action={way && <TextLink href={way.href}>{t(way.action)}</TextLink>}>
      {t(`${gate}Text`)}
    </Notice>
  );
}

/** Everything that stands in the way, each with its remedy. */
export function LiquidityGates({ gates, wallet }: { gates: readonly Gate[]; wallet: TradeWallet }) {
  return gates.map((gate) => <GateNotice key={gate} gate={gate} wallet={wallet} />);
}
