import { useMemberQuery } from '../member/use-member-query.ts';
import type { MemberInfo } from '../member/use-member.ts';
import { useReferralOff } from '../member/use-referral-off.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { IconDownload, IconShare } from '../ui/icon/act.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { appBase, inviteLink } from './invite-link.ts';
import { InviteLater } from './invite-screen.tsx';

function Ways({ member }: { member: MemberInfo }) {
  const t = useTexts('team');
  const link = inviteLink(appBase(), member.invitationcode);
  const referralOff = useReferralOff();
  const text = t(referralOff ? 'shareTextOff' : 'shareText', { code: member.invitationcode });
  const canShare = typeof navigator.share === 'function';
  return (
    <Stack>
      <Card>
        <Stack>
          <CopyValue label={t('shareMessage')} value={`${text} ${link}`} />
          {canShare && (
            <Button
              icon={<IconShare />}
              // Closing the system's sheet is no failure.
              onPress={() => navigator.share({ text, url: link }).catch(() => undefined)}
            >
              {t('shareLink')}
            </Button>
          )}
        </Stack>
      </Card>
      <List label={t('posters')}>
        <ListRow
          leading={<IconDownload />}
          title={t('posterPhone')}
          subtitle={t('posterPhoneNote')}
          href="#/pages/home/poster/poster"
        />
        <ListRow
          leading={<IconDownload />}
          title={t('posterPrint')}
          subtitle={t('posterPrintNote')}
          href="#/pages/home/pos"
        />
      </List>
      <Notice title={t('disclosureTitle')}>{t(referralOff ? 'disclosureOff' : 'disclosure')}</Notice>
    </Stack>
  );
}

/** The ways to pass one's invitation on: a message by the system's share sheet, and the posters. */
export function ShareScreen() {
  const profile = useMemberQuery();
  return (
    <Page narrow nav={<BackBar title="team.titleShare" parent="/pages/team/team" />}>
      <Loaded query={profile}>
        {(member) => (member.activated ? <Ways member={member} /> : <InviteLater />)}
      </Loaded>
    </Page>
  );
}
