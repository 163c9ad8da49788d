import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { useLocation } from '../../platform/history.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { dateText } from '../../platform/time-text.ts';
import { List, ListRow } from '../../ui/list.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { AgreementPoints, useAgreement } from './agreement-text.tsx';

const titles = {
  user: 'titleAgreementUser',
  privacy: 'titleAgreementPrivacy',
  risk: 'titleAgreementRisk',
} as const;

function kindOf(path: string): AgreementKind {
  if (path.endsWith('/privacy')) return 'privacy';
  return path.endsWith('/risk') ? 'risk' : 'user';
}

/** User agreement, privacy policy, risk disclosure: which one is said by the path, an earlier version by its number. */
export function AgreementScreen() {
  const { path, query } = useLocation();
  const kind = kindOf(path);
  const version = query['version'];
  return (
    <Page
      narrow
      nav={
        <BackBar
          title={titles[kind]}
          parent={version === undefined ? '/pages/agreement' : `/pages/agreement/${kind}`}
        />
      }
    >
      <Loaded query={useAgreement(kind, version)} waiting={<WaitingRows coin={false} />}>
        {(agreement) => (
          <Stack>
            <AgreementPoints agreement={agreement} />
            {agreement.versions.length > 1 && <Versions agreement={agreement} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Versions({ agreement: { kind, number, versions } }: { agreement: OutputOf<'Ctrls/Agreement'> }) {
  const t = useTexts('agreement');
  const locale = useLocale();
  return (
    <>
      <SectionTitle>{t('versions')}</SectionTitle>
      <List label={t('versions')}>
        {versions.map((one, at) => {
          const title = t('version', { version: one.number, date: dateText(one.time, locale) });
          const holds = at === 0 ? { subtitle: t('holds') } : {};
          return one.number === number ? (
            <ListRow key={one.number} title={title} {...holds} />
          ) : (
            <ListRow
              key={one.number}
              title={title}
              {...holds}
              href={`#/pages/agreement/${kind}${at === 0 ? '' : `?version=${one.number}`}`}
            />
          );
        })}
      </List>
    </>
  );
}
