import { agreementVersions } from '@openmere/core/setting/account.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const titles = {
  user: 'titleAgreementUser',
  privacy: 'titleAgreementPrivacy',
  risk: 'titleAgreementRisk',
} as const;

function kindsOf(due: string): (keyof typeof titles)[] {
  const kinds = Object.keys(titles) as (keyof typeof titles)[];
  return kinds.filter((kind) => due.split(',').some((version) => version.startsWith(`${kind}-`)));
}

/** Asks again when a new version of an agreement was published: at the next show, and never in the way of an exit. */
export function AgreeAgain() {
  const titleOf = useTitle();
  const t = useTexts('guard');
  const due = useMemberQuery().data?.agreementsdue ?? '';
  const [later, setLater] = useState(false);
  const close = () => setLater(true);
  async function accept(): Promise<void> {
    // What is accepted is what is shown: the versions that were due when the sheet came.
    const { list } = await call('Ctrls/GetConfig', {});
    const published = settingIn(list, agreementVersions);
    await call('Users/AcceptAgreements', { agreements: published });
    await refresh('Users/Info');
  }
  return (
    <ClosableSheet open={due !== '' && !later} onClose={close} title={t('agreeAgainTitle')}>
      <Stack>
        <p>{t('agreeAgainText')}</p>
        {kindsOf(due).map((kind) => (
          <TextLink key={kind} href={`#/pages/agreement/${kind}`} onPress={close}>
            {t('agreeAgainRead')}: {titleOf(titles[kind])}
          </TextLink>
        ))}
        <Button onPress={accept}>{t('agreeAgainAccept')}</Button>
        <Button tone="quiet" onPress={close}>
          {t('agreeAgainLater')}
        </Button>
      </Stack>
    </ClosableSheet>
  );
}
