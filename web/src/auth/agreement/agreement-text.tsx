import { pointsOf } from '@openmere/core/auth/agreement.ts';
import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { dateText } from '../../platform/time-text.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './agreement-text.module.css';

type Agreement = OutputOf<'Ctrls/Agreement'>;

/** One agreement as it holds now, or an earlier version. */
export function useAgreement(kind: AgreementKind, version?: string) {
  return useCall('Ctrls/Agreement', { kind, ...(version === undefined ? {} : { version }) });
}

/** One agreement as it holds now, with its version and since when. */
export function AgreementText({ kind }: { kind: AgreementKind }) {
  return (
    <Loaded query={useAgreement(kind)} waiting={<WaitingRows coin={false} />}>
      {(agreement) => <AgreementPoints agreement={agreement} />}
    </Loaded>
  );
}

export function AgreementPoints({ agreement }: { agreement: Agreement }) {
  const t = useTexts('agreement');
  const locale = useLocale();
  const { number, time, standard, current, content } = agreement;
  const points = pointsOf(content);
  const version = t('version', { version: number, date: dateText(time, locale) });
  return (
    <div className={css.text} lang={agreement.locale}>
      {!current && (
        <Notice tone="warn" title={t('earlier')}>
          {t('earlierText')}
        </Notice>
      )}
      {standard && current ? (
        <Notice title={version}>{t('draft')}</Notice>
      ) : (
        <p className={css.version}>{version}</p>
      )}
      {points.length === 1 ? (
        <p className={css.point}>{points[0]}</p>
      ) : (
        <ol className={css.points}>
          {points.map((point) => (
            <li key={point} className={css.point}>
              {point}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
