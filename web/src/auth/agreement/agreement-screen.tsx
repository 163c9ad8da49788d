import { back, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { NavBar } from '../../ui/nav-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { type AgreementKind, AgreementText } from './agreement-text.tsx';

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
  const app = useTexts('app');
  const kind = kindOf(useLocation().path);
  return (
    <Page narrow nav={<NavBar title={app(titles[kind])} backLabel={app('back')} onBack={() => back()} />}>
      <AgreementText kind={kind} />
    </Page>
  );
}
