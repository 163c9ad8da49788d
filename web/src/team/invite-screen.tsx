import { useMemberQuery } from '../member/use-member-query.ts';
import type { MemberInfo } from '../member/use-member.ts';
import { useReferralOff } from '../member/use-referral-off.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconShare } from '../ui/icon/act.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { InviteCode } from './invite-code.tsx';
import { appBase, inviteLink } from './invite-link.ts';
import { ReferralOff } from './referral-off.tsx';

/** Nobody can be invited before one is activated: the one thing that is missing. */
export function InviteLater() {
  const t = useTexts('team');
  return (
    <EmptyState
      title={t('activateTitle')}
      drawing="locked"
      action={<Button href="#/pages/wallet/activate/activate">{t('activateDo')}</Button>}
    >
      {t('activateText')}
    </EmptyState>
  );
}

function Invitation({ member }: { member: MemberInfo }) {
  const t = useTexts('team');
  const titleOf = useTitle();
  const referralOff = useReferralOff();
  const code = member.invitationcode;
  const link = inviteLink(appBase(), code);
  return (
    <Stack>
      <Card>
        <Stack>
          <InviteCode code={code} />
          <QrCode text={link} label={t('qr')} failedText={t('qrFailed')} size={208} />
          <CopyValue label={t('link')} value={link} />
        </Stack>
      </Card>
      <Button icon={<IconShare />} href="#/pages/team/share/share">
        {titleOf('team.titleShare')}
      </Button>
      <p>{t('inviteIntro')}</p>
      <ReferralOff />
      <Notice title={t('disclosureTitle')}>{t(referralOff ? 'disclosureOff' : 'disclosure')}</Notice>
    </Stack>
  );
}

/** One's invitation: code with its check character, QR code and link. */
export function InviteScreen() {
  const profile = useMemberQuery();
  return (
    <Page narrow nav={<BackBar title="team.titleInvite" parent="/pages/team/team" />}>
      <Loaded query={profile}>
        {(member) => (member.activated ? <Invitation member={member} /> : <InviteLater />)}
      </Loaded>
    </Page>
  );
}
