import { amount, bps, countryHours, countryTexts, flag, whole } from '@openmere/core/setting/define.ts';
import type { Setting } from '@openmere/core/setting/define.ts';
import { publicSettings } from '@openmere/core/setting/table.ts';

const operatorSees = <T>(setting: Setting<T>): Setting<T> => ({ ...setting, seenBy: 'operator' });
const serverSees = <T>(setting: Setting<T>): Setting<T> => ({ ...setting, seenBy: 'server' });

/** Hours to look back: PostgreSQL has no time before 4713 BC, so that no withdrawal could be asked for. */
const aYear = ['0', '8760'] as const;

/**
 * Every configuration value: what members see stands in core, beside it what they do not, because who knows risk thresholds
 * and the signer's caps stays just below them. Amounts are in the coin that is moved.
 */
export const definitions = {
  ...publicSettings,
  socketLegacyToken: serverSees(flag('socket.legacyToken', '0')),

  // By country: hours between the first acceptance of the risk disclosure and the first way in (threats R3, R9), and a warning.
  coolingHours: operatorSees(countryHours('country.coolingHours', '')),
  countryWarnings: operatorSees(countryTexts('country.warnings', '')),

  depositSweepMin: operatorSees(amount('deposit.sweepMin', '50')),
  /** The sweeper's key never pays more for gas; above it sweeps and releases of held liquidity wait. 0: all of them do. */
  depositSweepGasGweiMax: operatorSees(whole('deposit.sweepGasGweiMax', '5', ['0', '1000'])),

  /** A rate older than this is not quoted; a larger step than this takes two operators. */
  fiatRateHours: operatorSees(whole('fiat.rateHours', '24', ['1', '720'])),
  fiatRateStepBps: operatorSees(bps('fiat.rateStepBps', '500')),
  fiatPendingMost: operatorSees(whole('fiat.pendingMost', '3', ['1', '20'])),
  /** Money that nobody claims goes into suspense after so many days. */
  fiatSuspenseDays: operatorSees(whole('fiat.suspenseDays', '7', ['1', '90'])),

  // What it takes to believe that a payout will never be paid: looks, seconds between them, final blocks over all.
  withdrawProofLooks: operatorSees(whole('withdraw.proofLooks', '5', ['5', '100'])),
  withdrawProofSeconds: operatorSees(whole('withdraw.proofSeconds', '60', ['1', '3600'])),
  withdrawProofBlocks: operatorSees(whole('withdraw.proofBlocks', '15', ['1', '10000'])),

  // How much of what members are owed may be hot, how much must be, and what needs no cold address (threats I16).
  hotShareBps: operatorSees(bps('reserve.hotShareBps', '1000')),
  hotMinBps: operatorSees(bps('reserve.hotMinBps', '200')),
  hotFree: operatorSees(amount('reserve.hotFree', '10000')),

  // Risk control (server only)
  reviewThreshold: operatorSees(whole('risk.reviewThreshold', '50')),
  dailyAutoAmount: operatorSees(amount('risk.dailyAuto', '1000')),
  dailyAutoCount: operatorSees(whole('risk.dailyAutoCount', '5')),
  dailyAutoAll: operatorSees(amount('risk.dailyAutoAll', '20000')),
  largeAmount: operatorSees(amount('risk.largeAmount', '5000')),
  newDeviceHours: operatorSees(whole('risk.newDeviceHours', '24', aYear)),
  passwordChangeHours: operatorSees(whole('risk.passwordChangeHours', '48', aYear)),
  depositAgeHours: operatorSees(whole('risk.depositAgeHours', '1', aYear)),
  sharedMembersMax: operatorSees(whole('risk.sharedMembersMax', '3')),
  historyFactor: operatorSees(whole('risk.historyFactor', '5')),
  // Without a sanctions list nobody is paid without a person, and nobody with a wallet receives a transfer.
  screeningRequired: operatorSees(flag('risk.screeningRequired', '1')),

  // The signer's own caps (threats T10), per coin
  signerCapTransaction: serverSees(amount('signer.capTransaction', '10000')),
  signerCapHour: serverSees(amount('signer.capHour', '30000')),
  signerCapDay: serverSees(amount('signer.capDay', '100000')),
  signerCapMonth: serverSees(amount('signer.capMonth', '1000000')),
};

export type SettingName = keyof typeof definitions;
const byIdx = new Map<string, SettingName>(
  (Object.keys(definitions) as SettingName[]).map((name) => [definitions[name].key, name]),
);

export function settingNameOf(idx: string): SettingName | undefined {
  return byIdx.get(idx);
}
