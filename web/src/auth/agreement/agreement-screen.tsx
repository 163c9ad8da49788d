import { useLocation } from '../../platform/history.ts';
import { Page } from '../../ui/page.tsx';
import { type AgreementKind, AgreementText } from './agreement-text.tsx';
import { BackBar } from '../../parts/back-bar.tsx';

const titles = {
  user: 'titleAgreementUser',
  privacy: 'titleAgreementPrivacy',
  risk: 'titleAgreementRisk',
} as const;

function kindOf(path: string): AgreementKind {
  if (path.endsWith('/privacy')) return 'privacy';
  return path.endsWith('/risk') ? 'risk' : 'user';
}

/** User agreement, privacy policy, risk disclosure: which one is said by the path. */
export function AgreementScreen() {
  const kind = kindOf(useLocation().path);
  return (
    <Page narrow nav={<BackBar title={titles[kind]} />}>
      <AgreementText kind={kind} />
    </Page>
  );
}
