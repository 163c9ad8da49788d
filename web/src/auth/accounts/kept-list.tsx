import { useState } from 'react';
import { CancelButton } from '../../parts/standard-buttons.tsx';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Dialog } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { removeAccount, switchTo } from './kept-accounts.ts';
import type { KeptAccount } from './kept-accounts.ts';

/** The accounts besides the one that acts: pressed, one goes on as it; each can be taken off this device. */
export function KeptList({ list }: { list: readonly KeptAccount[] }) {
  const t = useTexts('device');
  const [removing, setRemoving] = useState<KeptAccount>();
  const [shown, setShown] = useState<KeptAccount>();
  if (removing !== undefined && removing !== shown) setShown(removing); // keeps the words while it closes
  const name = shown?.nickname ?? '';

  async function go(account: KeptAccount): Promise<void> {
    try {
      const isOn = await switchTo(account);
      const said = isOn ? 'switched' : 'gone';
      showToast({ text: t(said, { name: account.nickname }), tone: isOn ? 'good' : 'danger' });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  async function remove(): Promise<void> {
    if (shown !== undefined) await removeAccount(shown);
    setRemoving(undefined);
  }

  return (
    <>
      <List label={t('others')}>
        {list.map((account) => (
          <ListRow
            key={account.userid}
            leading={
              <Avatar seed={account.userid} name={account.nickname} src={account.avatar || undefined} />
            }
            title={account.nickname}
            subtitle={
              account.acting ? `${t('subAccount')} · ${account.invitationcode}` : account.invitationcode
            }
            onPress={() => void go(account)}
            action={
              <Button tone="quiet" size="small" onPress={() => setRemoving(account)}>
                {t('remove')}
              </Button>
            }
          />
        ))}
      </List>
      <Dialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('removeAsk', { name })}
        footer={
          <>
            <Button tone="danger" onPress={remove}>
              {t('remove')}
            </Button>
            <CancelButton onPress={() => setRemoving(undefined)} />
          </>
        }
      >
        <p>{t('removeText')}</p>
      </Dialog>
    </>
  );
}
