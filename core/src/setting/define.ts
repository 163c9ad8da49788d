import { parseAddressMap } from '../chain/addresses.ts';
import type { AddressMap } from '../chain/addresses.ts';
import { parseAmount } from '../money/amount.ts';

/** Who may see a value: everybody (Ctrls/GetConfig), operators at the console, or only the process that uses it. */
export type SeenBy = 'public' | 'operator' | 'server';

export const settingTypes = [
  'amount',
  'whole',
  'bps',
  'bpsList',
  'shares',
  'tiers',
  'time',
  'flag',
  'words',
  'version',
  'link',
  'addresses',
  'countries',
  'countryHours',
  'countryTexts',
  'hosts',
] as const;
export type SettingType = (typeof settingTypes)[number];

/**
 * One configuration value: its key on the wire and in the table, its type, the rulebook's default and the bounds (as texts, as
 * they stand in the table), who sees it, and how a text is read. `read` throws a TypeError when the text is no such value.
 */
export type Setting<T = unknown> = {
  readonly key: string;
  readonly type: SettingType;
  readonly default: string;
  readonly range?: Range;
  readonly seenBy: SeenBy;
  readonly read: (text: string) => T;
};
export type Range = readonly [min: string, max: string];
type Maker<T> = (key: string, otherwise: string, range?: Range) => Setting<T>;

/** `usual`: the bounds of a value that says none of its own. */
function define<T>(type: SettingType, read: (text: string, range?: Range) => T, usual?: Range): Maker<T> {
  return (key, otherwise, range = usual) => ({
    key,
    type,
    default: otherwise,
    ...(range && { range }),
    seenBy: 'public',
    read: (text) => read(text, range),
  });
}

function within<T extends number | bigint>(
  value: T | undefined,
  what: string,
  [least, most]: readonly [T, T],
): T {
  if (value === undefined || value < least || value > most) throw new TypeError(`not ${what}`);
  return value;
}

function numberWithin(text: string, what: string, [min, max]: Range): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return within(value, `${what} from ${min} to ${max}`, [Number(min), Number(max)]);
}

const anyAmount: Range = ['0', '1000000000'];
const anyWhole: Range = ['0', '999999999'];
const anyBps: Range = ['0', '10000'];

/** A plain decimal of coins, read into base units (18 decimals). */
export const amount = define(
  'amount',
  (text, [min, max] = anyAmount) =>
    within(parseAmount(text), `a plain decimal amount from ${min} to ${max}`, [
      parseAmount(min) ?? 0n,
      parseAmount(max) ?? 0n,
    ]),
  anyAmount,
);
export const whole = define(
  'whole',
  (text, range = anyWhole) => numberWithin(text, 'a whole number', range),
  anyWhole,
);
export const bps = define('bps', (text, range = anyBps) => numberWithin(text, 'basis points', range), anyBps);
/** Some rates to choose from, rising. */
export const bpsList = define('bpsList', (text) => {
  const list = text.split(',').map(Number);
  const isRising = list.every((rate, at) => rate <= 10_000 && rate > (list[at - 1] ?? 0));
  if (!/^\d{1,5}(,\d{1,5}){0,5}$/.test(text) || !isRising)
    throw new TypeError('not rising basis points such as 10,50,100');
  return list;
});
/** One part of a whole that is divided by percent. */
export type Share = { readonly of: string; readonly percent: number };

function listShares(text: string): Share[] {
  return text.split(',').map((part) => {
    const [, of = '', percent = ''] = /^([a-z-]+):(\d{1,3})$/.exec(part) ?? [];
    return { of, percent: of === '' ? Number.NaN : Number(percent) };
  });
}

/** Percents that make a hundred, for the same parts in the same order as the default: `yield:60,node:40`. */
export const shares = (key: string, otherwise: string): Setting<readonly Share[]> => ({
  key,
  type: 'shares',
  default: otherwise,
  seenBy: 'public',
  read: (text) => {
    const list = listShares(text);
    const parts = (all: readonly Share[]) => all.map(({ of }) => of).join();
    if (
      parts(list) !== parts(listShares(otherwise)) ||
      list.reduce((sum, { percent }) => sum + percent, 0) !== 100
    )
      throw new TypeError(`not percents that make a hundred, such as ${otherwise}`);
    return list;
  },
});
/** A rate that holds from an amount on, in base units. */
export type Tier = { readonly from: bigint; readonly bps: number };

/**
 * Rising amounts with rising rates in basis points: `100:2500,500:5000`. None above the whole: a slip of one digit would pay ten times
 * (decision 0313).
 */
export const tiers = define('tiers', (text): readonly Tier[] => {
  const list = text.split(',').map((part): Tier => {
    const [from, rate] = /^(\d{1,9}):(\d{1,5})$/.exec(part)?.slice(1) ?? [];
    return { from: parseAmount(from ?? '') ?? -1n, bps: Number(rate ?? '-1') };
  });
  const isRising = list.every(({ from, bps: rate }, at) => {
    const before = list[at - 1] ?? { from: 0n, bps: 0 };
    return from > before.from && rate > before.bps && rate <= 10_000;
  });
  if (list.length > 6 || !isRising)
    throw new TypeError('not rising amounts and rates, at most 10000, such as 100:2500,500:5000');
  return list;
});

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Empty, or a moment to the second in UTC: `2026-12-01T00:00:00Z`. Such texts sort as the moments do. */
export const time = define('time', (text) => {
  const found = /^20\d\d-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.exec(text);
  const [month, day] = [Number(found?.[1]), Number(found?.[2])];
  if (text !== '' && !(day >= 1 && day <= (monthDays[month - 1] ?? 0)))
    throw new TypeError('not a time such as 2026-12-01T00:00:00Z');
  return text;
});
export const flag = define('flag', (text) => {
  if (text !== '0' && text !== '1') throw new TypeError('neither 0 nor 1');
  return text === '1';
});
export const words = define('words', (text) => text);
export const version = define('version', (text) => {
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text)) throw new TypeError('not a version such as 1.2.3');
  return text;
});
/** Empty, or an https address; without a slash at its end. */
export const link = define('link', (text) => {
  if (text !== '' && !/^https:\/\/[^\s/]+/.test(text)) throw new TypeError('not an https address');
  return text.replace(/\/$/, '');
});
export const addresses: Maker<AddressMap> = define('addresses', parseAddressMap);
/** ISO 3166 alpha-2, parted by commas. */
export const countries = define('countries', (text): string[] => {
  if (text !== '' && !/^[A-Z]{2}(,[A-Z]{2})*$/.test(text)) throw new TypeError('not a list such as CN,US');
  return text === '' ? [] : text.split(',');
});
const byCountry = <T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> => {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new TypeError('a country stands there twice');
  return map;
};

/** Hours by country, at most thirty days: `GB:24,FR:48`. */
export const countryHours = define('countryHours', (text): ReadonlyMap<string, number> => {
  if (text === '') return new Map();
  return byCountry(
    text.split(',').map((part) => {
      const [, country = '', hours = ''] = /^([A-Z]{2}):([1-9]\d{0,2})$/.exec(part) ?? [];
      if (country === '' || Number(hours) > 720) throw new TypeError('not hours such as GB:24,FR:48');
      return [country, Number(hours)] as const;
    }),
  );
});
/** A text by country, one a line: `GB: You can lose everything.` */
export const countryTexts = define('countryTexts', (text): ReadonlyMap<string, string> => {
  if (text === '') return new Map();
  return byCountry(
    text.split(/\r?\n/).map((line) => {
      const [, country = '', words = ''] = /^([A-Z]{2}): ?(\S.{0,599})$/u.exec(line) ?? [];
      const hides = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(words);
      if (country === '' || hides) throw new TypeError('not a line such as GB: You can lose everything.');
      return [country, words.trim()] as const;
    }),
  );
});
/** Names of hosts in small letters, parted by commas; each stands for itself alone, not for what lies below it. */
export const hosts = define('hosts', (text): string[] => {
  const list = text === '' ? [] : text.split(',');
  if (text.length > 2000 || list.some((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)))
    throw new TypeError('not a list such as bscscan.com,www.bnbchain.org');
  return list;
});

const makers: Readonly<Record<SettingType, Maker<unknown>>> = {
  amount,
  whole,
  bps,
  bpsList,
  shares,
  tiers,
  time,
  flag,
  words,
  version,
  link,
  addresses,
  countries,
  countryHours,
  countryTexts,
  hosts,
};

export type ValueRule = { type: SettingType; standard: string; range: Range | null };

/** Whether a text is a value of this type within these bounds: what a form asks while one types, by the reading itself. */
export function isValue({ type, standard, range }: ValueRule, text: string): boolean {
  try {
    makers[type]('', standard, range ?? undefined).read(text);
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

export function defaultOf<T>(setting: Setting<T>): T {
  return setting.read(setting.default);
}

/** A value among the rows of Ctrls/GetConfig; the default when it is not among them. */
export function settingIn<T>(
  rows: readonly { readonly idx: string; readonly val: string }[],
  setting: Setting<T>,
): T {
  return setting.read(rows.find(({ idx }) => idx === setting.key)?.val ?? setting.default);
}
