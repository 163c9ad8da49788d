import type { SettingType } from '@openmere/core/setting/define.ts';
import { groupDigits } from './amount-text.ts';
import { findTextKey, t } from './texts.ts';

/** A configuration value by what it is; one that this console does not know yet by its wire name. */
export function settingText(idx: string): string {
  const key = findTextKey(`setting_${idx.replaceAll('.', '_')}`);
  return key === undefined ? idx : t(key);
}

type Typed = { idx: string; type: SettingType };
type Unit =
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'gwei'
  | 'percent'
  | 'blocks'
  | 'bps'
  | 'usdt'
  | 'equity'
  | 'coin';

/** Units stand last in the names of figures. */
const ends: readonly [RegExp, Unit][] = [
  [/Seconds$/, 'seconds'],
  [/Minutes$/, 'minutes'],
  [/Hours$/, 'hours'],
  [/[.d]ays$/, 'days'],
  [/Days$/, 'days'],
  [/GweiMax$/, 'gwei'],
  [/Percent$/, 'percent'],
  [/(Blocks|confirmations)$/, 'blocks'],
];

/** What a figure counts; undefined where it is a plain number or no figure. Amounts are of the coin that is moved. */
export function unitOf({ idx, type }: Typed): Unit | undefined {
  if (type === 'bps' || type === 'bpsList') return 'bps';
  if (type === 'amount')
    return /^(equity\.|node\.equity)/.test(idx)
      ? 'equity'
      : /^(risk\.|liquidity\.|activity\.deposit|buyback\.|fiat\.)/.test(idx)
        ? 'usdt'
        : idx.endsWith('Bonus')
          ? undefined
          : 'coin';
  return type === 'whole' ? ends.find(([end]) => end.test(idx))?.[1] : undefined;
}

/** The unit in words; basis points say what they are in percent. */
export function unitText(setting: Typed, value: string): string | undefined {
  const unit = unitOf(setting);
  if (unit === undefined) return undefined;
  const isBps = unit === 'bps' && setting.type === 'bps' && /^\d{1,5}$/.test(value);
  return isBps ? t('unit_bpsPercent', { percent: Number(value) / 100 }) : t(`unit_${unit}`);
}

const percentOf = (bps: string): string => `${Number(bps) / 100} %`;

/** `100:2500,500:5000` → "≥ 100 USDT: 25 % · ≥ 500 USDT: 50 %". */
function tiersText(value: string): string {
  const tiers = value.split(',').map((tier) => tier.split(':'));
  return tiers
    .map(([from = '', bps = '']) => `≥ ${groupDigits(from)} ${t('unit_usdt')}: ${percentOf(bps)}`)
    .join(' · ');
}

/** A value as one reads it: on or off, grouped digits, with its unit. */
export function settingValueText(setting: Typed, value: string): string {
  if (value === '') return '—';
  if (setting.type === 'tiers') return tiersText(value);
  if (setting.type === 'bpsList') return value.split(',').map(percentOf).join(' · ');
  if (setting.type === 'flag') return t(value === '1' ? 'settingOn' : 'settingOff');
  const isFigure = setting.type === 'amount' || setting.type === 'whole' || setting.type === 'bps';
  const unit = unitText(setting, value);
  const figure = isFigure ? groupDigits(value) : value;
  return unit === undefined ? figure : `${figure} ${unit}`;
}
