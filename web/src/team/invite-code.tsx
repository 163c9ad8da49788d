import { useTexts } from '../platform/i18n.ts';
import { Spoken } from '../ui/spoken.tsx';
import css from './invite-code.module.css';

/** The code, its last character apart: it checks the others, so a typo is noticed. */
export function InviteCode({ code }: { code: string }) {
  const t = useTexts('team');
  return (
    <div className={css.code}>
      <span className={css.label}>{t('code')}</span>
      <span className={css.value}>
        <Spoken>{Array.from(code).join(' ')}</Spoken>
        <span aria-hidden="true">
          {code.slice(0, -1)}
          <span className={css.check}>{code.slice(-1)}</span>
        </span>
      </span>
      <span className={css.label}>{t('codeCheck', { character: code.slice(-1) })}</span>
    </div>
  );
}
