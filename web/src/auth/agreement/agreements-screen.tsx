import { BackBar } from '../../parts/back-bar.tsx';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { IconLock, IconShield } from '../../ui/icon/guard.tsx';
import { IconReceipt } from '../../ui/icon/money.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';

const agreements = [
  { key: 'user', title: 'titleAgreementUser', icon: <IconReceipt /> },
  { key: 'privacy', title: 'titleAgreementPrivacy', icon: <IconLock /> },
  { key: 'risk', title: 'titleAgreementRisk', icon: <IconShield /> },
] as const;

/** All agreements: what stands at the address above them. */
export function AgreementsScreen() {
  const t = useTexts('agreement');
  const titleOf = useTitle();
  return (
    <Page narrow nav={<BackBar title="agreement.titleAgreements" />}>
      <List label={titleOf('agreement.titleAgreements')}>
        {agreements.map(({ key, title, icon }) => (
          <ListRow
            key={key}
            leading={icon}
            title={titleOf(title)}
            subtitle={t(`${key}Note`)}
            href={`#/pages/agreement/${key}`}
          />
        ))}
      </List>
    </Page>
  );
}
