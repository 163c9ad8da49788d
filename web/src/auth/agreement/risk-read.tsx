import { useMemberQuery } from '../../member/use-member-query.ts';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { acceptDue } from './accept-due.ts';
import { AgreementText } from './agreement-text.tsx';
import { CoolingOff } from './cooling-off.tsx';
import { CountryWarning } from './country-warning.tsx';
import { isRiskDue } from './entry.ts';

/** The risk disclosure with its acceptance, and the way to the other agreements, which are accepted with it. */
export function RiskRead() {
  const t = useTexts('guard');
  const titleOf = useTitle();
  const attempt = useAttempt();
  const member = useMemberQuery().data;
  const due = member?.agreementsdue ?? '';
  if (member?.coolinguntil && !isRiskDue(member))
    return (
      <Stack>
        <CountryWarning />
        <CoolingOff until={member.coolinguntil} />
      </Stack>
    );
  return (
    <Stack>
      <CountryWarning />
      <SectionTitle>{titleOf('titleAgreementRisk')}</SectionTitle>
      <p>{t('agreeAgainText')}</p>
      <AgreementText kind="risk" />
      <TextLink href="#/pages/agreement/user">{titleOf('titleAgreementUser')}</TextLink>
      <TextLink href="#/pages/agreement/privacy">{titleOf('titleAgreementPrivacy')}</TextLink>
      <AttemptNotice attempt={attempt} />
      <Button onPress={() => attempt.run(() => acceptDue(due))}>{t('agreeAgainAccept')}</Button>
    </Stack>
  );
}
