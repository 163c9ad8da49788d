import { BackBar } from '../parts/back-bar.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { WaitingRows, WaitingCard } from '../parts/waiting.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Page } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { AvatarField } from './avatar-field.tsx';
import { CountryForm } from './country-form.tsx';
import { NicknameForm } from './nickname-form.tsx';
import { useMemberQuery } from './use-member-query.ts';

/** Profile: picture, nickname, country. */
export function UserInfoScreen() {
  const t = useTexts('member');
  const { data: info, error, refetch } = useMemberQuery();
  return (
    <Page narrow nav={<BackBar title="member.titleUserInfo" parent="/pages/mine/mine" />}>
      {info && (
        <>
          <AvatarField info={info} />
          <NicknameForm key={info.nickname} nickname={info.nickname} />
          <SectionTitle>{t('country')}</SectionTitle>
          <CountryForm country={info.country} />
        </>
      )}
      {!info && error && <CallFailed query={{ error, refetch }} />}
      {!info && !error && (
        <>
          <WaitingCard />
          <WaitingRows rows={2} coin={false} />
        </>
      )}
    </Page>
  );
}
