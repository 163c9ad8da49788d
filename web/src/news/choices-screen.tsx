import type { NoticeKind } from '@openmere/core/news/kinds.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { call } from '../platform/api-client.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { Page, Stack } from '../ui/page.tsx';
import { Switch } from '../ui/switch.tsx';

async function choose(kind: NoticeKind, mail: boolean): Promise<void> {
  await call('Ctrls/NoticeChoose', { kind, mail: mail ? '1' : '0' });
  await refresh('Ctrls/NoticeChoices');
}

/** Which notices come by mail, too. */
export function ChoicesScreen() {
  const t = useTexts('news');
  const query = useCall('Ctrls/NoticeChoices', {});
  return (
    <Page narrow nav={<BackBar title="news.titleChoices" parent="/pages/news/news" />}>
      <Stack>
        <p>{t('choicesText')}</p>
        <Loaded query={query}>
          {({ list }) => (
            <>
              {list.map(({ kind, mail }) => (
                <Switch
                  key={kind}
                  label={t(`kind_${kind}`)}
                  checked={mail}
                  onChange={(next) =>
                    void choose(kind, next).catch((error: unknown) => console.warn('not kept', error))
                  }
                />
              ))}
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
