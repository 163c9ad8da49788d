import { useTexts } from '../../platform/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './agreement-text.module.css';

export type AgreementKind = 'user' | 'privacy' | 'risk';

/** The version that registrants accept with these texts. */
export const AGREEMENT_VERSION = '1';

const numbers = [1, 2, 3, 4, 5, 6] as const;

/** One agreement in short, with its version. */
export function AgreementText({ kind }: { kind: AgreementKind }) {
  const t = useTexts('agreement');
  return (
    <div className={css.text}>
      <Notice title={t('version', { version: AGREEMENT_VERSION })}>{t('draft')}</Notice>
      <ol className={css.points}>
        {numbers.map((number) => (
          <li key={number}>{t(`${kind}Part${number}`)}</li>
        ))}
      </ol>
    </div>
  );
}
