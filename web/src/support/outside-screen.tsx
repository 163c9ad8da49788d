import { outsideHosts } from '@openmere/core/setting/account.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { WaitingCard } from '../parts/waiting.tsx';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useSettings } from '../setting/use-setting.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { judgeOutside } from './outside.ts';
import type { Outside } from './outside.ts';
import css from './outside.module.css';

/** The host by itself, because a long address hides it; and the whole address. */
function Address({ url }: { url: URL }) {
  const t = useTexts('outside');
  return (
    <dl className={css.address}>
      <dt>{t('host')}</dt>
      <dd className={css.host}>{url.host}</dd>
      <dt>{t('address')}</dt>
      <dd className={css.whole}>{url.href}</dd>
    </dl>
  );
}

function Judged({ outside }: { outside: Outside }) {
  const t = useTexts('outside');
  if (outside.refused !== undefined) {
    return (
      <Stack>
        <Notice tone="warn" title={t('refused')}>
          {t(outside.refused)}
        </Notice>
        {outside.url && <Address url={outside.url} />}
      </Stack>
    );
  }
  const { url } = outside;
  return (
    <Stack>
      <Notice title={t('leads')}>{t('text')}</Notice>
      <Address url={url} />
      <Button href={url.href} outside>
        {t('open', { host: url.host })}
      </Button>
    </Stack>
  );
}

/** A page that is not ours is never shown within the app: here one reads where it is, and leaves by a tap, or not. */
export function OutsideScreen() {
  const { url } = useLocation().query;
  const settings = useSettings();
  return (
    <Page narrow nav={<BackBar title="outside.titleWebview" parent="/pages/home/home" />}>
      <Loaded query={settings} waiting={<WaitingCard />}>
        {({ list }) => <Judged outside={judgeOutside(url, settingIn(list, outsideHosts))} />}
      </Loaded>
    </Page>
  );
}
