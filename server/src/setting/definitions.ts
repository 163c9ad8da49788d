import { parseAddressMap } from '@openmere/core/chain/addresses.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';

/**
 * One configuration value: its wire name, its default in the rulebook (the text as it stands in the table), whether
 * members may read it, and how the text is read. `read` throws when the text is no such value.
 */
export type Definition<T> = {
  readonly idx: string;
  readonly fallback: string;
  readonly isPublic: boolean;
  readonly read: (text: string) => T;
};

type Maker<T> = (idx: string, fallback: string) => Definition<T>;

function kind<T>(read: (text: string) => T): { shown: Maker<T>; hidden: Maker<T> } {
  return {
    shown: (idx, fallback) => ({ idx, fallback, isPublic: true, read }),
    hidden: (idx, fallback) => ({ idx, fallback, isPublic: false, read }),
  };
}

/** A plain decimal of coins, read into base units (18 decimals). */
const amount = kind((text) => {
  const value = parseAmount(text);
  if (value === undefined) throw new TypeError('not a plain decimal amount');
  return value;
});
const whole = kind((text) => {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError('not a whole number from 0 to 999999999');
  return Number(text);
});
const bps = kind((text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 10_000)
    throw new TypeError('not basis points from 0 to 10000');
  return Number(text);
});
/** Some rates to choose from, rising. */
const bpsList = kind((text) => {
  const list = text.split(',').map(Number);
  const isRising = list.every((rate, at) => rate <= 10_000 && rate > (list[at - 1] ?? 0));
  if (!/^\d{1,5}(,\d{1,5}){0,5}$/.test(text) || !isRising)
    throw new TypeError('not rising basis points such as 10,50,100');
  return list;
});
const flag = kind((text) => {
  if (text !== '0' && text !== '1') throw new TypeError('neither 0 nor 1');
  return text === '1';
});
const words = kind((text) => text);
const version = kind((text) => {
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text)) throw new TypeError('not a version such as 1.2.3');
  return text;
});
/** Empty, or an https address. */
const link = kind((text) => {
  if (text !== '' && new URL(text).protocol !== 'https:') throw new TypeError('not an https address');
  return text;
});
const addresses = kind(parseAddressMap);
const countries = kind((text) => {
  if (text !== '' && !/^[A-Z]{2}(,[A-Z]{2})*$/.test(text)) throw new TypeError('not a list such as CN,US');
  return text === '' ? [] : text.split(',');
});

/**
 * Every configuration value. What is `shown` stands in GetConfig; risk thresholds and the signer's caps are hidden,
 * because who knows them stays just below them. Amounts are in the coin that is moved.
 */
export const definitions = {
  // Chain and app
  chainContracts: addresses.shown('chain.contracts', '{}'),
  chainExplorer: link.shown('chain.explorer', ''),
  walletInapp: flag.shown('wallet.inapp', '1'),
  appName: words.shown('app.name', 'Openmere'),
  appVersion: version.shown('app.version', '1.0.0'),
  appRequired: version.shown('app.required', '1.0.0'),
  agreementVersions: words.shown('agreement.versions', 'user-1,privacy-1,risk-1'),
  socketLegacyToken: flag.hidden('socket.legacyToken', '0'),

  // Accounts (rulebook §1)
  passwordMin: whole.shown('password.min', '6'),
  payPasswordLockHours: whole.shown('paypassword.lockHours', '24'),
  sessionDays: whole.shown('session.days', '30'),
  barredCountries: countries.shown('geo.barred', 'CN,US'),
  uploadsPerDay: whole.shown('upload.perDay', '50'),

  // Deposits (rulebook §4)
  depositMin: amount.shown('deposit.min', '10'),
  depositConfirmations: whole.shown('deposit.confirmations', '15'),
  depositSweepMin: amount.hidden('deposit.sweepMin', '50'),
  /** The sweeper's key never pays more for gas; above it sweeps and releases of held liquidity wait. */
  depositSweepGasGweiMax: whole.hidden('deposit.sweepGasGweiMax', '5'),

  // Withdrawals and transfers (rulebook §5)
  withdrawMin: amount.shown('withdraw.min', '20'),
  withdrawMultiple: amount.shown('withdraw.multiple', '20'),
  withdrawFee: amount.shown('withdraw.fee', '1'),
  withdrawReviewHours: whole.shown('withdraw.reviewHours', '24'),
  // What it takes to believe that a payout will never be paid: looks, seconds between them, final blocks over all.
  withdrawProofLooks: whole.hidden('withdraw.proofLooks', '5'),
  withdrawProofSeconds: whole.hidden('withdraw.proofSeconds', '60'),
  withdrawProofBlocks: whole.hidden('withdraw.proofBlocks', '15'),
  transferMin: amount.shown('transfer.min', '20'),
  transferMultiple: amount.shown('transfer.multiple', '20'),
  transferFeeBps: bps.shown('transfer.feeBps', '50'),

  // Trading (rulebook §7): what the trade form offers, warns of and refuses. The contracts' own rates are read from them.
  swapSlippagePresets: bpsList.shown('swap.slippagePresets', '10,50,100'),
  swapSlippageBps: bps.shown('swap.slippageBps', '50'),
  swapSlippageMostBps: bps.shown('swap.slippageMostBps', '4999'),
  swapSlippageMayFailBps: bps.shown('swap.slippageMayFailBps', '50'),
  swapSlippageFrontRunBps: bps.shown('swap.slippageFrontRunBps', '100'),
  swapSlippageHighBps: bps.shown('swap.slippageHighBps', '2000'),
  swapImpactLowBps: bps.shown('swap.impactLowBps', '100'),
  swapImpactMediumBps: bps.shown('swap.impactMediumBps', '300'),
  swapImpactAskBps: bps.shown('swap.impactAskBps', '500'),
  swapImpactTypeBps: bps.shown('swap.impactTypeBps', '1000'),
  swapImpactRefuseBps: bps.shown('swap.impactRefuseBps', '1500'),
  swapDeadlineMinutes: whole.shown('swap.deadlineMinutes', '20'),

  // Liquidity and equity (rulebook §8). The desk's own figures rule on chain; these are what pages say and EQUITY follows.
  liquidityMinimumAdd: amount.shown('liquidity.minimumAdd', '10'),
  liquidityHoldPercent: whole.shown('liquidity.holdPercent', '20'),
  liquidityHoldDays: whole.shown('liquidity.holdDays', '30'),
  equityCap: amount.shown('equity.cap', '12500'),
  equityAgain: amount.shown('equity.again', '250'),

  // Risk control (server only)
  reviewThreshold: whole.hidden('risk.reviewThreshold', '50'),
  dailyAutoAmount: amount.hidden('risk.dailyAuto', '1000'),
  dailyAutoCount: whole.hidden('risk.dailyAutoCount', '5'),
  dailyAutoAll: amount.hidden('risk.dailyAutoAll', '20000'),
  largeAmount: amount.hidden('risk.largeAmount', '5000'),
  newDeviceHours: whole.hidden('risk.newDeviceHours', '24'),
  passwordChangeHours: whole.hidden('risk.passwordChangeHours', '48'),
  depositAgeHours: whole.hidden('risk.depositAgeHours', '1'),
  sharedMembersMax: whole.hidden('risk.sharedMembersMax', '3'),
  historyFactor: whole.hidden('risk.historyFactor', '5'),
  // Without a sanctions list nobody is paid without a person, and nobody with a wallet receives a transfer.
  screeningRequired: flag.hidden('risk.screeningRequired', '1'),

  // The signer's own caps (threats T10), per coin
  signerCapTransaction: amount.hidden('signer.capTransaction', '10000'),
  signerCapHour: amount.hidden('signer.capHour', '30000'),
  signerCapDay: amount.hidden('signer.capDay', '100000'),
  signerCapMonth: amount.hidden('signer.capMonth', '1000000'),
} as const;

export type SettingName = keyof typeof definitions;
const byIdx = new Map<string, SettingName>(
  (Object.keys(definitions) as SettingName[]).map((name) => [definitions[name].idx, name]),
);

export function settingNameOf(idx: string): SettingName | undefined {
  return byIdx.get(idx);
}
