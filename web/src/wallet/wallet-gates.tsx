import { formatAmount } from '@openmere/core/money/amount.ts';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { useNetwork } from '../setting/use-network.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ChooseWallet } from './choose-wallet.tsx';
import { FaucetButton } from './faucet-button.tsx';

/** What can stand between a member and a signature. */
export type Gate =
  | 'exitOnly'
  | 'cooling'
  | 'notTradable'
  | 'unbound'
  | 'inactive'
  | 'disconnected'
  | 'wrongChain'
  | 'noBnb';

/** The member and the bound wallet, as far as the gates ask. */
export type GatedWallet = {
  member:
    | { exitonly: boolean; activated: boolean; coolinguntil: string | null; countrywarning: string }
    | undefined;
  own: Hex | undefined;
  connected: boolean;
  wrongChain: boolean;
  shortOfBnb: boolean;
  feeWei: bigint | undefined;
  wallet: { ensureChain: () => Promise<unknown> };
  rereadBalances: () => unknown;
};

/** Which rules hold for what is to be signed; an exit has none of them. */
export type GateRules = { closedToExitOnly: boolean; needsActivation: boolean; paused?: boolean };

/** What stands in the way, most lasting first; the first one is the button's reason. */
export function walletGates(wallet: GatedWallet, rules: GateRules): Gate[] {
  const { member, own, connected, wrongChain, shortOfBnb } = wallet;
  if (!member) return [];
  const found: [Gate, boolean][] = [
    ['exitOnly', rules.closedToExitOnly && member.exitonly],
    // What needs activation is a way in; no exit waits.
    ['cooling', rules.needsActivation && member.coolinguntil !== null],
    ['notTradable', rules.paused === true],
    ['unbound', own === undefined],
    ['inactive', rules.needsActivation && !member.activated],
    ['disconnected', own !== undefined && !connected],
    ['wrongChain', wrongChain],
    ['noBnb', own !== undefined && shortOfBnb],
  ];
  return found.filter(([, holds]) => holds).map(([gate]) => gate);
}

function WrongChain({ wallet }: { wallet: GatedWallet }) {
  const t = useTexts('wallet');
  const chain = useNetwork();

  async function change(): Promise<void> {
    try {
      await wallet.wallet.ensureChain();
    } catch (error) {
      showToast({ text: errorText(error), tone: isCancelled(error) ? 'plain' : 'danger' });
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

function NoBnb({ wallet }: { wallet: GatedWallet }) {
  const t = useTexts('wallet');
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

/** What a domain says about its own rules. */
export type GateTexts = {
  exitOnly: { title: string; text: string };
  notTradable?: { title: string; text: string };
  unboundText: string;
  inactiveText: string;
};

type Props = { gates: readonly Gate[]; wallet: GatedWallet; texts: GateTexts };

function GateNotice({ gate, wallet, texts }: Omit<Props, 'gates'> & { gate: Gate }) {
  const t = useTexts('wallet');
  const locale = useLocale();
  if (gate === 'disconnected') return <ChooseWallet expected={wallet.own ?? ''} />;
  if (gate === 'wrongChain') return <WrongChain wallet={wallet} />;
  if (gate === 'noBnb') return <NoBnb wallet={wallet} />;
  const until = wallet.member?.coolinguntil;
  const coolingText = until ? t('coolingText', { until: exactTime(until, locale) }) : '';
  const { title, text, action } = {
    unbound: {
      title: t('unbound'),
      text: texts.unboundText,
      action: <TextLink href="#/pages/mine/blind/blind?kind=wallet">{t('bindWallet')}</TextLink>,
    },
    inactive: {
      title: t('inactive'),
      text: texts.inactiveText,
      action: <TextLink href="#/pages/wallet/activate/activate">{t('activate')}</TextLink>,
    },
    exitOnly: { ...texts.exitOnly, action: undefined },
    cooling: { title: t('cooling'), text: coolingText, action: undefined },
    notTradable: { title: '', text: '', ...texts.notTradable, action: undefined },
  }[gate];
  return (
    <Notice tone="warn" title={title} action={action}>
      {text}
    </Notice>
  );
}

/** What the rules of the member's country say of it, and everything that stands in the way, each with its remedy. */
export function WalletGates({ gates, ...rest }: Props) {
  const warning = rest.wallet.member?.countrywarning ?? '';
  return (
    <>
      {warning !== '' && <Notice tone="warn">{warning}</Notice>}
      {gates.map((gate) => (
        <GateNotice key={gate} gate={gate} {...rest} />
      ))}
    </>
  );
}
