import { pushKey } from '@openmere/core/setting/chain.ts';
import { useEffect, useState } from 'react';
import { useMemberQuery } from '../member/use-member-query.ts';
import { InstallRow } from '../parts/install-row.tsx';
import { CallRefused } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { isAddedByShare } from '../platform/install.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Switch } from '../ui/switch.tsx';
import { canPush, readDevice, switchOff, switchOn } from './push-device.ts';
import type { DevicePush } from './push-device.ts';

/** Messages on this device while the app is closed. Nothing is shown where the browser or the house has no web push. */
export function DevicePart() {
  const t = useTexts('news');
  const key = useSetting(pushKey);
  const memberId = useMemberQuery().data?.userid;
  const [state, setState] = useState<DevicePush>();
  const [problem, setProblem] = useState<string>();
  const isThere = key !== '' && memberId !== undefined && canPush();
  useEffect(() => {
    if (!isThere) return;
    readDevice(memberId).then(setState, (error: unknown) => console.warn('no state of this device', error));
  }, [isThere, memberId]);
  // On an iPhone a page can have messages only once it stands on the home screen.
  if (key !== '' && !canPush() && isAddedByShare())
    return (
      <div>
        <SectionTitle>{t('deviceTitle')}</SectionTitle>
        <List label={t('deviceTitle')}>
          <InstallRow />
        </List>
      </div>
    );
  if (!isThere || state === undefined) return null;

  async function change(next: boolean): Promise<void> {
    if (memberId === undefined) return;
    setProblem(undefined);
    try {
      setState(await (next ? switchOn(memberId, key) : switchOff()));
    } catch (error) {
      console.warn('messages on this device were not switched', error);
      setProblem(error instanceof CallRefused ? errorText(error) : t('deviceFailed'));
    }
  }

  return (
    <Stack gap={3}>
      <Card flush>
        <Switch
          label={t('deviceTitle')}
          note={t('deviceNote')}
          checked={state === 'on'}
          disabled={state === 'denied'}
          onChange={(next) => void change(next)}
        />
      </Card>
      {state === 'denied' && <Notice tone="warn">{t('deviceDenied')}</Notice>}
      {problem !== undefined && (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
    </Stack>
  );
}
