import { AskFirst } from '../../parts/ask-first.tsx';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { removeAccount, switchTo } from './kept-accounts.ts';
import type { KeptAccount } from './kept-accounts.ts';

/** The accounts besides the one that acts: pressed, one goes on as it; each can be taken off this device. */
export function KeptList({ list }: { list: readonly KeptAccount[] }) {
  const t = useTexts('device');

  async function go(account: KeptAccount): Promise<void> {
    try {
      const isOn = await switchTo(account);
      const said = isOn ? 'switched' : 'gone';
      showToast({ text: t(said, { name: account.nickname }), tone: isOn ? 'good' : 'danger' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <List label={t('others')}>
      {list.map((account) => (
        <ListRow
          key={account.userid}
          leading={<Avatar seed={account.userid} name={account.nickname} src={account.avatar || undefined} />}
          title={account.nickname}
          subtitle={
            account.acting ? `${t('subAccount')} · ${account.invitationcode}` : account.invitationcode
          }
          onPress={() => void go(account)}
          action={
            <AskFirst
              tone="quiet"
              size="small"
              label={t('remove')}
              question={t('removeAsk', { name: account.nickname })}
              act={() => removeAccount(account)}
            >
              <p>{t('removeText')}</p>
            </AskFirst>
          }
        />
      ))}
    </List>
  );
}
