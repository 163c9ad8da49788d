import { useState } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { push } from '../../platform/history.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { acceptDue } from './accept-due.ts';

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
  const attempt = useAttempt();
  const [later, setLater] = useState(false);
  const close = () => setLater(true);
  return (
    <ClosableSheet open={due !== '' && !later} onClose={close} title={t('agreeAgainTitle')}>
      <Stack>
        <p>{t('agreeAgainText')}</p>
        {kindsOf(due).map((kind) => (
          // Not a plain link: closing the sheet goes a step back in the history, and the way there must wait for it.
          <TextLink
            key={kind}
            onPress={() => {
              close();
              push(`/pages/agreement/${kind}`);
            }}
          >
            {t('agreeAgainRead')}: {titleOf(titles[kind])}
          </TextLink>
        ))}
        <AttemptNotice attempt={attempt} />
        <Button onPress={() => attempt.run(() => acceptDue(due))}>{t('agreeAgainAccept')}</Button>
        <Button tone="quiet" onPress={close}>
          {t('agreeAgainLater')}
        </Button>
      </Stack>
    </ClosableSheet>
  );
}
