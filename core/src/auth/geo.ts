import { Refusal } from '../kit/refusal.ts';

/**
 * The geo bar (rulebook §1, T26): mainland China and the United States. Hong Kong, Macao, Taiwan, Canada and the Caribbean
 * (the American islands there have codes and telephone areas of their own) are not barred.
 */
const barredAlways: readonly string[] = ['CN', 'US'];

/** Every assigned ISO 3166-1 alpha-2 code: 249. */
export const countries: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** What tells where a person is: two-letter codes in any case; null or absent where nothing is known. */
export type GeoSignals = {
  /** Declared by the person. */
  readonly country?: string | null | undefined;
  /** Country of the phone number: by prefix, and for +1 by area code. */
  readonly phoneCountry?: string | null | undefined;
  /** Country of the internet address. */
  readonly ipCountry?: string | null | undefined;
};

export type GeoBar = { readonly signal: 'country' | 'phone' | 'ip'; readonly country: string };

/**
 * The first signal that bars, if any. A missing signal bars nobody here; see checkGeo for the missing country.
 * @param alsoBarred configuration geo.barred: it can add countries, never take one away.
 */
export function barredBy(signals: GeoSignals, alsoBarred: readonly string[] = []): GeoBar | undefined {
  const found: readonly [GeoBar['signal'], string | null | undefined][] = [
    ['country', signals.country],
    ['phone', signals.phoneCountry],
    ['ip', signals.ipCountry],
  ];
  for (const [signal, value] of found) {
    const country = value?.toUpperCase();
    if (country === undefined) continue;
    if (barredAlways.includes(country) || alsoBarred.includes(country)) return { signal, country };
  }
  return undefined;
}

/**
 * May this person register, be activated, deposit, trade? Default deny. Refusals in order: `auth.badcountry`, `auth.barred` with the
 * rule that it falls under; `ref` is where it is written down, none yet.
 */
export function checkGeo(signals: GeoSignals, alsoBarred: readonly string[] = []): Refusal | undefined {
  const country = signals.country?.toUpperCase();
  if (country === undefined || !countries.includes(country)) return new Refusal('auth.badcountry');
  const bar = barredBy(signals, alsoBarred);
  return bar && new Refusal('auth.barred', { ...bar, ref: 'none' });
}
