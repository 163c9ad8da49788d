import type { NoticeKind } from '@openmere/core/news/kinds.ts';
import { pushKey } from '@openmere/core/setting/chain.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { call } from '../platform/api-client.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { useSetting } from '../setting/use-setting.ts';
import { Card } from '../ui/card.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { Switch } from '../ui/switch.tsx';
import { DevicePart } from './device-part.tsx';
import { sayFailed } from './say-failed.ts';

function choose(kind: NoticeKind, channel: 'mail' | 'push', wanted: boolean): void {
  const keep = async () => {
    await call('Ctrls/NoticeChoose', { kind, [channel]: wanted ? '1' : '0' });
    await refresh('Ctrls/NoticeChoices');
  };
  keep().catch(sayFailed);
}

/** Which notices come to one's devices, which by mail. */
export function ChoicesScreen() {
  const t = useTexts('news');
  const query = useCall('Ctrls/NoticeChoices', {});
  const hasPush = useSetting(pushKey) !== '';
  return (
    <Page narrow nav={<BackBar title="news.titleChoices" parent="/pages/news/news" />}>
      <Stack>
        <p>{t(hasPush ? 'choicesBoth' : 'choicesText')}</p>
        <DevicePart />
        <Loaded query={query}>
          {({ list }) => (
            <>
              {list.map(({ kind, mail, push }) =>
                hasPush ? (
                  <Stack key={kind} gap={3}>
                    <SectionTitle>{t(`kind_${kind}`)}</SectionTitle>
                    <Card flush>
                      <Switch
                        label={t('byPush')}
                        checked={push}
                        onChange={(next) => choose(kind, 'push', next)}
                      />
                      <Switch
                        label={t('byMail')}
                        checked={mail}
                        onChange={(next) => choose(kind, 'mail', next)}
                      />
                    </Card>
                  </Stack>
                ) : (
                  <Switch
                    key={kind}
                    label={t(`kind_${kind}`)}
                    checked={mail}
                    onChange={(next) => choose(kind, 'mail', next)}
                  />
                ),
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
