import { formatAmount } from '@openmere/core/money/amount.ts';
import type { Side } from '@openmere/core/swap/quote.ts';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { chainName } from '../../platform/wallet/chain-config.ts';
import { useConfig } from '../../setting/use-config.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ChooseWallet } from '../../wallet/choose-wallet.tsx';
import { FaucetButton } from '../../wallet/faucet-button.tsx';
import type { Pool } from './use-trade-pool.ts';
import type { TradeWallet } from './use-trade-wallet.ts';

export type Gate =
  | 'exitOnly'
  | 'notTradable'
  | 'unbound'
  | 'inactive'
  | 'disconnected'
  | 'wrongChain'
  | 'noBnb';

/** What stands in the way of a trade, most lasting first; each is a notice with its remedy, the first one is the button's reason. */
export function gatesOf(side: Side, pool: Pool, wallet: TradeWallet): Gate[] {
  const { member, own, connected, wrongChain, shortOfBnb } = wallet;
  if (!member) return [];
  const found: [Gate, boolean][] = [
    ['exitOnly', member.exitonly],
    ['notTradable', !pool.tradable],
    ['unbound', own === undefined],
    ['inactive', side === 'buy' && !member.activated],
    ['disconnected', own !== undefined && !connected],
    ['wrongChain', wrongChain],
    ['noBnb', own !== undefined && shortOfBnb],
  ];
  return found.filter(([, holds]) => holds).map(([gate]) => gate);
}

function WrongChain({ wallet }: { wallet: TradeWallet }) {
  const t = useTexts('swap');
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
  const t = useTexts('swap');
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

/** One thing in the way, with the way around it. */
function GateNotice({ gate, wallet }: { gate: Gate; wallet: TradeWallet }) {
  const t = useTexts('swap');
  if (gate === 'disconnected') return <ChooseWallet expected={wallet.own ?? ''} />;
  if (gate === 'wrongChain') return <WrongChain wallet={wallet} />;
  if (gate === 'noBnb') return <NoBnb wallet={wallet} />;
  if (gate === 'unbound')
    return (
      <Notice
        tone="warn"
        title={t('unbound')}
        action={<TextLink href="#/pages/mine/blind/blind?kind=wallet">{t('bindWallet')}</TextLink>}
      >
        {t('unboundText')}
      </Notice>
    );
  if (gate === 'inactive')
    return (
      <Notice
        tone="warn"
        title={t('inactive')}
        action={<TextLink href="#/pages/wallet/activate/activate">{t('activate')}</TextLink>}
      >
        {t('inactiveText')}
      </Notice>
    );
  return (
    <Notice tone="warn" title={t(gate)}>
      {t(`${gate}Text`)}
    </Notice>
  );
}

/** Everything that stands in the way of a trade. */
export function TradeGates({ gates, wallet }: { gates: readonly Gate[]; wallet: TradeWallet }) {
  return gates.map((gate) => <GateNotice key={gate} gate={gate} wallet={wallet} />);
}
