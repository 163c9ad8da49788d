import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { chainName } from '../platform/wallet/chain-config.ts';
import type { Asked, DecodedArgument } from '../platform/wallet/in-app/approval.ts';
import { useInAppWallet } from '../platform/wallet/in-app/keeper.ts';
import { KeyValue } from '../ui/key-value.tsx';
import type { KeyValueRow } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { useContractName } from './use-contract-name.ts';
import css from './wallet.module.css';

type Of<Kind extends Asked['kind']> = Extract<Asked, { kind: Kind }>;

/** What a sign-in is signed for; one of no purpose of ours is just that. */
const signInActions = { login: 'deedLogin', bind: 'deedProve', gold: 'deedGold' } as const;

/** Which wallet signs. */
function useSigner(): KeyValueRow {
  const t = useTexts('wallet');
  return { key: 'from', label: t('askFrom'), value: useInAppWallet((state) => state.address) ?? '—' };
}

function MessageDetails({ asked }: { asked: Of<'message'> }) {
  const t = useTexts('wallet');
  const { signIn, text } = asked;
  const signer = useSigner();
  const action = !signIn ? 'deedText' : signIn.purpose ? signInActions[signIn.purpose] : 'deedSignIn';
  return (
    <>
      {!signIn && <Notice tone="warn">{t('askPlainText')}</Notice>}
      <KeyValue
        rows={[
          { key: 'action', label: t('askAction'), value: t(action), strong: true },
          ...(signIn ? [{ key: 'site', label: t('askSite'), value: signIn.domain, strong: true }] : []),
          signer,
          ...(signIn ? [{ key: 'chain', label: t('askChain'), value: chainName(signIn.chainId) }] : []),
        ]}
      />
      <p className={css.label}>{t('askWords')}</p>
      <pre className={css.words}>{text}</pre>
      {signIn && <p className={css.quiet}>{t('askFree')}</p>}
    </>
  );
}

/** EIP-2612 and Permit2: whoever holds the signature may take coins. */
const PERMIT = /^Permit/;

function TypedDetails({ asked }: { asked: Of<'typed'> }) {
  const t = useTexts('wallet');
  const signer = useSigner();
  const action = t(PERMIT.test(asked.primaryType) ? 'deedApprove' : 'deedTyped');
  return (
    <>
      <Notice tone="warn">{t('askTypedText')}</Notice>
      <KeyValue
        rows={[
          { key: 'action', label: t('askAction'), value: action, strong: true },
          { key: 'name', label: t('askSite'), value: asked.domain },
          signer,
          { key: 'contract', label: t('askContract'), value: asked.contract ?? '—' },
          { key: 'type', label: t('askType'), value: asked.primaryType },
        ]}
      />
      <pre className={css.words}>{asked.message}</pre>
    </>
  );
}

/** What our contracts do, by contract and function. */
const deskActions = {
  'swapDesk.buy': 'deedBuy',
  'swapDesk.sell': 'deedSell',
  'liquidityDesk.add': 'deedAdd',
  'liquidityDesk.remove': 'deedRemove',
  'liquidityDesk.readd': 'deedReadd',
  'liquidityDesk.release': 'deedRelease',
  'ousd.redeem': 'deedRedeem',
  'usdo.redeem': 'deedRedeem',
  'hashPowerMint.mint': 'deedMintPower',
  'usdoMint.mintFromUsdt': 'deedMintUsdo',
  'usdoMint.mintFromOpen': 'deedMintUsdo',
  'medal.mint': 'deedNode',
  'medal.mintWithPermit': 'deedNode',
} as Readonly<
  Record<
    string,
    | 'deedBuy'
    | 'deedSell'
    | 'deedAdd'
    | 'deedRemove'
    | 'deedReadd'
    | 'deedRelease'
    | 'deedRedeem'
    | 'deedMintPower'
    | 'deedMintUsdo'
    | 'deedNode'
  >
>;

/** Names of arguments in words. */
const argumentLabels = {
  inviter: 'actInviter',
  usdtIn: 'argPay',
  openIn: 'argPay',
  minOpenOut: 'argReceive',
  minUsdtOut: 'argReceive',
  usdtDesired: 'argAtMost',
  openDesired: 'argAtMost',
  usdtMin: 'argMin',
  openMin: 'argMin',
  ousdMin: 'argMin',
  minPower: 'argReceive',
  minUsdo: 'argReceive',
  heldOusd: 'argHeld',
  ownOusd: 'argOwn',
  lp: 'argLp',
  amount: 'askAmount',
  deadline: 'argDeadline',
  tokenType: 'argNodeKind',
  recipient: 'argHolder',
  signature: 'argPermit',
} as const;

/** Kinds of medals, by their number in the contract. */
const nodeKinds = { '1': 'nodeGenesis', '2': 'nodeGold', '3': 'nodeDiamond' } as const;

/** An address is read whole; a signature only says that it is there. */
const SIGNATURE_SHOWN = 10;

/** What is at least given or received stays true when its last digits are left out. */
const leastLabels: ReadonlySet<string> = new Set(['argReceive', 'argMin']);

/** An argument as a line: amounts with their coin, times as times, anything else as it stands. */
function useArgumentRow(): (argument: DecodedArgument) => KeyValueRow {
  const t = useTexts('wallet');
  const locale = useLocale();
  return ({ name, value, unit }) => {
    const key = (argumentLabels as Record<string, (typeof argumentLabels)[keyof typeof argumentLabels]>)[
      name
    ];
    const label = key === undefined ? name : t(key);
    const nodeKind = key === 'argNodeKind' && nodeKinds[value as keyof typeof nodeKinds];
    if (nodeKind) return { key: `argument ${name}`, label, value: t(nodeKind), strong: true };
    if (key === 'argPermit')
      return { key: `argument ${name}`, label, value: `${value.slice(0, SIGNATURE_SHOWN)}…` };
    if (unit === undefined) return { key: `argument ${name}`, label, value };
    const places = key !== undefined && leastLabels.has(key) ? 8 : 18;
    const text =
      unit === 'time'
        ? timeText(value, locale)
        : `${amountText(formatAmount(BigInt(value)), locale, places)} ${unit}`;
    const strong = key === 'argPay' || key === 'argReceive';
    return { key: `argument ${name}`, label, value: text, ...(strong ? { strong } : {}) };
  };
}

/** Epoch seconds as date and time; beyond what a calendar knows, the number itself. */
function timeText(seconds: string, locale: Locale): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? seconds : exactTime(date.toISOString(), locale);
}

function useActionText(): (asked: Of<'transaction'>) => string {
  const t = useTexts('wallet');
  return ({ call, transaction, replaces }) => {
    if (replaces?.how === 'cancel') return t('deedCancel');
    if (transaction.data === '0x') return t('deedPay');
    if (call.token && (call.name === 'transfer' || call.name === 'transferFrom')) return t('deedTransfer');
    if (call.token && call.name === 'approve')
      return t(call.token.amount === 0n ? 'deedRevoke' : 'deedApprove');
    if (call.contract === 'membership' && call.name === 'activate') return t('deedActivate');
    const desk = call.contract && deskActions[`${call.contract}.${call.name}`];
    if (desk) return t(desk, { coin: call.contract === 'usdo' ? 'USDO' : 'OUSD' });
    return call.name && call.contract ? t('deedCall', { name: call.name }) : t('deedUnknown');
  };
}

/** With whom a transaction deals, and about how much. */
function useTransactionRows(): (asked: Of<'transaction'>) => KeyValueRow[] {
  const t = useTexts('wallet');
  const locale = useLocale();
  const contractName = useContractName();
  const argumentRow = useArgumentRow();
  return (asked) => {
    // Nothing is paid, to oneself: there is nothing more to say.
    if (asked.replaces?.how === 'cancel') return [];
    const { call, transaction } = asked;
    const { token } = call;
    const rows: KeyValueRow[] = [];
    if (token) {
      const amount = token.unlimited ? t('askUnlimited') : amountText(formatAmount(token.amount), locale, 18);
      rows.push({ key: 'amount', label: t('askAmount'), value: `${amount} ${token.symbol}`, strong: true });
      const label = call.name === 'approve' ? t('askSpender') : t('askTo');
      rows.push(
        token.receiver === undefined
          ? { key: 'to', label, value: token.to }
          : { key: 'to', label, value: contractName(token.receiver), note: token.to },
      );
    }
    if (transaction.value > 0n || transaction.data === '0x')
      rows.push({
        key: 'value',
        label: t('askAmount'),
        value: bnbText(transaction.value, locale),
        strong: true,
      });
    const receiver = transaction.to ?? '—';
    const name = call.contract && contractName(call.contract);
    rows.push(
      name
        ? { key: 'contract', label: t('askContract'), value: name, note: receiver }
        : { key: 'contract', label: t('askTo'), value: receiver },
    );
    if (!token) rows.push(...call.arguments.map(argumentRow));
    return rows;
  };
}

function bnbText(wei: bigint, locale: Locale): string {
  return `${amountText(formatAmount(wei), locale, 8)} BNB`;
}

function isUnknown({ transaction, call }: Of<'transaction'>): boolean {
  return transaction.data !== '0x' && (call.name === undefined || call.contract === undefined);
}

/** One transaction, or several by one yes: each with its facts, then what all of them cost. */
function TransactionDetails({ asked }: { asked: Of<'transaction'> }) {
  const t = useTexts('wallet');
  const locale = useLocale();
  const rowsOf = useTransactionRows();
  const actionText = useActionText();
  const { before = [], ...last } = asked;
  const { replaces } = asked;
  const all = [...before, last];
  const fee = all.reduce((sum, { transaction: { gas, maxFeePerGas } }) => sum + gas * maxFeePerGas, 0n);
  const chain = chainName(asked.transaction.chainId);
  const feeNote = replaces
    ? t('askFeeBefore', { fee: bnbText(replaces.feeBefore, locale) })
    : t('askFeeNote');
  return (
    <>
      {before.length > 0 && <p>{t('askTogetherText', { count: all.length })}</p>}
      {replaces && <p>{t('askReplaceText')}</p>}
      {all.some(isUnknown) && (
        <Notice tone="danger" title={t('askUnknownTitle')}>
          {t('askUnknownText')}
        </Notice>
      )}
      {all.some((one) => one.call.token?.unlimited) && <Notice tone="danger">{t('askUnlimitedText')}</Notice>}
      {before.length > 0 ? (
        <ol className={css.together}>
          {all.map((one) => (
            <li key={`${one.transaction.to} ${one.transaction.data}`}>
              <strong>{actionText(one)}</strong>
              <KeyValue rows={rowsOf(one)} />
            </li>
          ))}
        </ol>
      ) : (
        <KeyValue
          rows={[
            { key: 'action', label: t('askAction'), value: actionText(last), strong: true },
            ...rowsOf(last),
          ]}
        />
      )}
      <KeyValue
        rows={[
          { key: 'fee', label: t('askFee'), value: bnbText(fee, locale), note: feeNote },
          { key: 'from', label: t('askFrom'), value: asked.transaction.from },
          { key: 'chain', label: t('askChain'), value: chain },
        ]}
      />
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
