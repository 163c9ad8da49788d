import { formatAmount } from '@openmere/core/money/amount.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { chainName } from '../platform/wallet/chain-config.ts';
import type { Asked } from '../platform/wallet/in-app/approval.ts';
import { KeyValue, type KeyValueRow } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import css from './wallet.module.css';

type Of<Kind extends Asked['kind']> = Extract<Asked, { kind: Kind }>;

function MessageDetails({ asked }: { asked: Of<'message'> }) {
  const t = useTexts('wallet');
  const { signIn, text } = asked;
  return (
    <>
      {signIn ? (
        <KeyValue
          rows={[
            { key: 'site', label: t('askSite'), value: signIn.domain, strong: true },
            { key: 'chain', label: t('askChain'), value: chainName(signIn.chainId) },
          ]}
        />
      ) : (
        <Notice tone="warn">{t('askPlainText')}</Notice>
      )}
      <p className={css.label}>{t('askWords')}</p>
      <pre className={css.words}>{text}</pre>
      {signIn && <p className={css.quiet}>{t('askFree')}</p>}
    </>
  );
}

function TypedDetails({ asked }: { asked: Of<'typed'> }) {
  const t = useTexts('wallet');
  return (
    <>
      <Notice tone="warn">{t('askTypedText')}</Notice>
      <KeyValue
        rows={[
          { key: 'name', label: t('askSite'), value: asked.domain },
          { key: 'contract', label: t('askContract'), value: asked.contract ?? '—' },
          { key: 'type', label: t('askType'), value: asked.primaryType },
        ]}
      />
      <pre className={css.words}>{asked.message}</pre>
    </>
  );
}

/** Name of one of our contracts in words, or what it is called by its key. */
function useContractName(): (key: string) => string {
  const t = useTexts('wallet');
  return (key) => {
    if (key === 'membership') return t('contractMembership');
    if (key === 'router') return t('contractRouter');
    return ['usdt', 'open', 'ousd', 'usdo'].includes(key)
      ? t('contractToken', { coin: key.toUpperCase() })
      : key;
  };
}

function useDeed(asked: Of<'transaction'>): string {
  const t = useTexts('wallet');
  const { call, transaction } = asked;
  if (transaction.data === '0x') return t('deedPay');
  if (call.token && (call.name === 'transfer' || call.name === 'transferFrom')) return t('deedTransfer');
  if (call.token && call.name === 'approve') return t('deedApprove');
  if (call.contract === 'membership' && call.name === 'activate') return t('deedActivate');
  return call.name && call.contract ? t('deedCall', { name: call.name }) : t('deedUnknown');
}

function TransactionDetails({ asked }: { asked: Of<'transaction'> }) {
  const t = useTexts('wallet');
  const locale = useLocale();
  const contractName = useContractName();
  const deed = useDeed(asked);
  const { call, transaction } = asked;
  const { token } = call;
  const bnb = (wei: bigint) => `${amountText(formatAmount(wei), locale, 8)} BNB`;
  const rows: KeyValueRow[] = [{ key: 'deed', label: t('askDeed'), value: deed, strong: true }];
  if (token) {
    const amount = token.unlimited ? t('askUnlimited') : amountText(formatAmount(token.amount), locale, 18);
    rows.push({ key: 'amount', label: t('askAmount'), value: `${amount} ${token.symbol}`, strong: true });
    rows.push({ key: 'to', label: call.name === 'approve' ? t('askSpender') : t('askTo'), value: token.to });
  }
  if (transaction.value > 0n || transaction.data === '0x')
    rows.push({ key: 'value', label: t('askAmount'), value: bnb(transaction.value), strong: true });
  const receiver = transaction.to ?? '—';
  const name = call.contract && contractName(call.contract);
  rows.push(
    name
      ? { key: 'contract', label: t('askContract'), value: name, note: receiver }
      : { key: 'contract', label: t('askTo'), value: receiver },
  );
  if (!token)
    rows.push(
      ...call.arguments.map(({ name: argument, value }) => ({
        key: `argument ${argument}`,
        label: argument === 'inviter' ? t('actInviter') : argument,
        value,
      })),
    );
  rows.push({
    key: 'fee',
    label: t('askFee'),
    value: bnb(transaction.gas * transaction.maxFeePerGas),
    note: t('askFeeNote'),
  });
  rows.push({ key: 'chain', label: t('askChain'), value: chainName(transaction.chainId) });
  const unknown = transaction.data !== '0x' && (call.name === undefined || call.contract === undefined);
  return (
    <>
      {unknown && (
        <Notice tone="danger" title={t('askUnknownTitle')}>
          {t('askUnknownText')}
        </Notice>
      )}
      {token?.unlimited && <Notice tone="danger">{t('askUnlimitedText')}</Notice>}
      <KeyValue rows={rows} />
    </>
  );
}

/** What would be signed, in words: nothing is signed blindly (T24). */
export function ApprovalDetails({ asked }: { asked: Asked }) {
  const t = useTexts('wallet');
  if (asked.kind === 'unlock') return <p>{t('unlockText')}</p>;
  if (asked.kind === 'message') return <MessageDetails asked={asked} />;
  if (asked.kind === 'typed') return <TypedDetails asked={asked} />;
  return <TransactionDetails asked={asked} />;
}
