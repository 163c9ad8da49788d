import type { OutputOf } from '@openmere/core/calls.ts';
import { deviceText } from '../parts/device-text.ts';
import { changeWord } from '../parts/dry-run-view.tsx';
import { coinAmount, groupDigits } from '../platform/amount-text.ts';
import { settingText, settingValueText } from '../platform/setting-text.ts';
import { findTextKey, t } from '../platform/texts.ts';

type Row = Pick<OutputOf<'Admin/Audit'>, 'action' | 'subject' | 'detail'>;
type Setting = OutputOf<'Admin/Settings'>;
/** A row, and the rule that it is about, for who may read it. */
type At = { row: Row; setting: Setting | undefined };

/** Where the words of a value stand that do not stand under the name of the detail, such as `cause_expired`. */
const wordsAt: ReadonlyMap<string, readonly string[]> = new Map([
  ['status', ['status', 'ticketStatus']],
  ['from', ['status']],
  ['state', ['article']],
  ['action', ['haltEnd']],
  ['value', ['haltEnd', 'auditValue']],
  ['failure', ['waits']],
]);
/** Amounts of the row's coin. */
const amounts = ['amount', 'total'];
/** Basis points. */
const spreads = ['spreadbps', 'beforespread'];
/** Of what took two people the subject and the reason tell it; hashes are for the file, a coin stands with its amount. */
const unread = ['hash', 'proposal', 'coin', 'content', 'sha256'];

function isText(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Nothing, or what only a program reads: a reason may begin with a bracket, too. */
function isUnread(name: string, value: unknown): boolean {
  if (unread.includes(name) || value === null || value === undefined || value === '') return true;
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function plainText(name: string, said: string, { row, setting }: At): string {
  const { action, subject, detail } = row;
  const { coin } = detail;
  if (setting?.idx === subject && ['value', 'before', 'after'].includes(name))
    return settingValueText(setting, said);
  if (name === 'device') return deviceText(said);
  if (amounts.includes(name)) return isText(coin) ? coinAmount(said, String(coin)) : groupDigits(said);
  if (spreads.includes(name) && /^\d+$/.test(said)) return `${Number(said) / 100} %`;
  if (action.startsWith('goldpermit.') && name === 'value') return `${said} ${t('unit_days')}`;
  const key = (wordsAt.get(name) ?? [name])
    .map((at) => findTextKey(`${at}_${said}`))
    .find((one) => one !== undefined);
  if (key !== undefined) return t(key);
  return /^(true|false|\d{4}-\d\d-\d\dT)/.test(said) ? changeWord(said) : said;
}

/** A value as one reads it; of several things that stood before, each with its name. */
function valueText(name: string, value: unknown, at: At): string {
  if (isText(value)) return plainText(name, String(value), at);
  if (Array.isArray(value)) {
    const said = value.filter((one) => !isUnread(name, one));
    return said.map((one) => valueText(name, one, at)).join(', ');
  }
  const { row, setting } = at;
  return Object.entries(value as object)
    .filter(([key, one]) => !isUnread(key, one))
    .map(([key, one]) => {
      if (key === row.subject && isText(one))
        return setting ? settingValueText(setting, String(one)) : String(one);
      // What a dry run names, and says, in its own words; else names of the log, and languages.
      const word = changeWord(key);
      const said = name === 'before' && typeof one === 'string' ? changeWord(one) : valueText(key, one, at);
      return word === key ? `${nameText(key)}: ${said}` : `${word} ${said}`;
    })
    .join('; ');
}

export function nameText(name: string): string {
  const key = findTextKey(`detail_${name}`);
  return key === undefined ? name : t(key);
}

/** What an operator reads; the file and the row's own words have everything. */
export function detailText(row: Row, setting?: Setting): string {
  return Object.entries(row.detail)
    .filter(([name, value]) => !isUnread(name, value))
    .map(([name, value]) => `${nameText(name)}: ${valueText(name, value, { row, setting })}`)
    .join(' · ');
}

/** An action in words; what two people do is said by its kind, and one that has no words keeps its name. */
export function actionText(action: string): string {
  const key = findTextKey(`action_${action.replaceAll(/[.-]/g, '_')}`);
  if (key !== undefined) return t(key);
  const [kind = '', verb = ''] = action.split('.');
  const [what, act] = [findTextKey(`proposal_${kind}`), findTextKey(`act_${verb}`)];
  return what === undefined || act === undefined ? action : t(act, { what: t(what) });
}

/** Where the words of a subject stand that is no id. */
const subjectsAt: Readonly<Record<string, string>> = {
  agreement: 'agreement',
  pause: 'entrance',
  settlement: 'auditSubject',
  ledger: 'auditSubject',
  reorg: 'auditSubject',
  buyback: 'pool',
  poolpay: 'pool',
};

/** A rule by its name, and what has words; what else it was done to by what it is called in its list. */
export function subjectText({ action, subject }: Row): string {
  const kind = action.split('.', 1)[0] ?? '';
  if (kind === 'setting') return settingText(subject);
  const key = findTextKey(`${subjectsAt[kind] ?? ''}_${subject}`);
  return key === undefined ? subject : t(key);
}
