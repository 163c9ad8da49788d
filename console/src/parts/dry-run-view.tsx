import type { OutputOf } from '@openmere/core/calls.ts';
import { kindText } from '../platform/account-text.ts';
import { coinAmount, groupDigits } from '../platform/amount-text.ts';
import { settingText, settingValueText } from '../platform/setting-text.ts';
import { findTextKey, t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useSetting } from '../platform/use-setting.ts';
import { AccountName } from './account-name.tsx';
import { MemberLink } from './member-link.tsx';
import style from './dry-run-view.module.css';

export type DryRun = OutputOf<'Admin/DryRun'>;
type Change = DryRun['changes'][number];

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const AMOUNT = /^(\d+(?:\.\d+)?) ([A-Z]{2,10})$/;
const BLOCK = /^block (\d+)$/;

/** A word of the server in the operator's language, when there is one; a time in the operator's zone. */
export function changeWord(text: string): string {
  if (ISO_TIME.test(text)) return exactTime(text);
  if (text.startsWith('wdr_')) return t('withdrawal');
  const [, amount, coin] = AMOUNT.exec(text) ?? [];
  if (amount !== undefined && coin !== undefined) return coinAmount(amount, coin);
  const block = BLOCK.exec(text)?.[1];
  if (block !== undefined) return t('change_block', { number: groupDigits(block) });
  const word = text.replaceAll(/[ -]/g, '_');
  const key = findTextKey(`change_${word}`) ?? findTextKey(`halt_${word}`) ?? findTextKey(`applied_${word}`);
  return key === undefined ? settingText(text) : t(key);
}

function ChangeLine({ what, before, after }: Change) {
  const setting = useSetting(what);
  const valueText = (text: string) => (setting ? settingValueText(setting, text) : changeWord(text));
  return (
    <li>
      <strong>{changeWord(what)}</strong>
      {': '}
      {before !== null && <span className={style.before}>{valueText(before)}</span>}
      {before !== null && ' → '}
      <span className={style.after}>{valueText(after)}</span>
    </li>
  );
}

/** What is otherwise afterwards, line by line. */
export function ChangeLines({ changes }: Pick<DryRun, 'changes'>) {
  return (
    <ul className={style.lines}>
      {changes.map((change, at) => (
        // One transaction may be of several.
        <ChangeLine key={`${change.what} ${at}`} {...change} />
      ))}
    </ul>
  );
}

/** Exactly what a change does: what is otherwise after it, each posting to the unit, and whom it affects. */
export function DryRunView({ dryRun, note }: { dryRun: DryRun; note?: string | undefined }) {
  const { changes, entries, members, everyone } = dryRun;
  const names = Object.fromEntries(members.map(({ userid, nickname }) => [userid, nickname]));
  return (
    <div className={style.view}>
      <h3>{t('dryRunTitle')}</h3>
      <ChangeLines changes={changes} />
      <h3>{t('dryRunEntries')}</h3>
      {note !== undefined && <p>{note}</p>}
      {entries.length === 0 && <p>{t('dryRunNoEntries')}</p>}
      {entries.map((entry, at) => (
        // Entries have no name of their own before they are posted.
        <ul key={`${entry.reference} ${at}`} className={style.lines}>
          {entry.postings.map((one) => (
            <li key={`${one.source} ${one.destination} ${one.coinid}`} className={style.posting}>
              <span>
                {kindText(entry.kind)}: <AccountName account={one.source} names={names} /> →{' '}
                <AccountName account={one.destination} names={names} />
              </span>
              <span className={style.amount}>{coinAmount(one.amount, one.coinid)}</span>
            </li>
          ))}
        </ul>
      ))}
      <h3>{t('dryRunMembers')}</h3>
      {everyone && <p>{t('dryRunEveryone')}</p>}
      {!everyone && members.length === 0 && <p>{t('dryRunNobody')}</p>}
      <p className={style.members}>
        {members.map(({ userid, nickname }) => (
          <MemberLink key={userid} id={userid} name={nickname} />
        ))}
      </p>
    </div>
  );
}
