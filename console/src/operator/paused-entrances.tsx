import type { OutputOf } from '@openmere/core/calls.ts';
import type { Entrance, PauseReason } from '@openmere/core/setting/pause.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, Form } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { ToldSelect } from './told-select.tsx';

type Pause = OutputOf<'index'>['paused'][number];
const AGAIN_MS = 15_000;

/** What the guard has paused, and what members read of it; nothing where all is open. */
export function PausedEntrances() {
  const query = useQuery({
    queryKey: ['index', {}],
    queryFn: () => call('index', {}),
    refetchInterval: AGAIN_MS,
  });
  const paused = query.data?.paused ?? [];
  const entrances = paused.flatMap((pause) => (isEntrance(pause) ? [pause] : []));
  if (query.error) return <Alert type="error" showIcon role="alert" title={failureText(query.error)} />;
  if (entrances.length === 0) return null;
  return (
    <Card size="small" title={t('pausedByGuard')}>
      <Flex vertical gap={16}>
        <span>{t('pausedHint')}</span>
        {entrances.map((pause) => (
          <PausedEntrance key={pause.what} pause={pause} />
        ))}
      </Flex>
    </Card>
  );
}

type PausedWay = Pause & { what: Entrance };

function isEntrance(pause: Pause): pause is PausedWay {
  return pause.what !== 'payouts';
}

function PausedEntrance({ pause: { what, since, reason } }: { pause: PausedWay }) {
  const me = useMe();
  const queries = useQueryClient();
  const [told, setTold] = useState<PauseReason>();
  const { busy, failure, run } = useAction();
  const name = t(`entrance_${what}`);

  async function save(): Promise<void> {
    if (told === undefined) return;
    await call('Admin/PauseReason', { what, told });
    await queries.invalidateQueries({ queryKey: ['index'] });
  }

  return (
    <Form layout="vertical">
      <Flex vertical gap={8} align="stretch">
        <strong>{name}</strong>
        <span>{t('pausedSince', { time: exactTime(since), reason: reason ?? t('told_other') })}</span>
        {me !== undefined && mayCall(me.role, 'Admin/PauseReason') && (
          <>
            <ToldSelect label={t('toldOf', { name })} value={told} onChange={setTold} />
            {failure !== undefined && (
              <Alert type="error" showIcon role="alert" title={failureText(failure)} />
            )}
            <Flex>
              <Button disabled={told === undefined} loading={busy} onClick={() => void run(save)}>
                {t('toldSay')}
              </Button>
            </Flex>
          </>
        )}
      </Flex>
    </Form>
  );
}
