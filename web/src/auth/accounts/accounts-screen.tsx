import { useEffect } from 'react';
import { useMember } from '../../member/use-member.ts';
import { BackBar } from '../../parts/back-bar.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ACCOUNTS_MAX, addAnother, canKeepAccounts, readAccounts, useKeptAccounts } from './kept-accounts.ts';
import { KeptList } from './kept-list.tsx';

/** The accounts of this device: which one acts, the others to go on as, and one more. */
export function AccountsScreen() {
  const t = useTexts('device');
  const person = useMember();
  const kept = useKeptAccounts((state) => state.list);
  useEffect(() => {
    void readAccounts();
  }, []);
  const add = async () => {
    try {
      await addAnother();
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  };
  const others = kept?.filter(({ userid }) => userid !== person?.userid);
  return (
    <Page narrow nav={<BackBar title="device.titleAccounts" parent="/pages/mine/mine" />}>
      <Refreshable calls={['Users/Info']} also={readAccounts}>
        <Stack>
          <p>{t('text')}</p>
          {person && (
            <List label={t('current')}>
              <ListRow
                leading={
                  <Avatar seed={person.userid} name={person.nickname} src={person.avatar || undefined} />
                }
                title={person.nickname}
                subtitle={person.invitationcode}
                trailing={<Badge tone="accent">{t('current')}</Badge>}
              />
            </List>
          )}
          {others === undefined && <WaitingRows rows={2} />}
          {others !== undefined && others.length > 0 && <KeptList list={others} />}
          {others?.length === 0 && person === undefined && (
            <EmptyState
              title={t('none')}
              drawing="people"
              action={<Button href="#/pages/login/login">{t('logIn')}</Button>}
            />
          )}
          {others !== undefined && others.length > 0 && person === undefined && (
            <Button tone="secondary" href="#/pages/login/login">
              {t('add')}
            </Button>
          )}
          {person && canKeepAccounts() && (
            <Button
              tone="secondary"
              onPress={add}
              disabledReason={
                others && others.length >= ACCOUNTS_MAX ? t('full', { count: ACCOUNTS_MAX }) : undefined
              }
            >
              {t('add')}
            </Button>
          )}
          {!canKeepAccounts() && <Notice>{t('unable')}</Notice>}
        </Stack>
      </Refreshable>
    </Page>
  );
}
