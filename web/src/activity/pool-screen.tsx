import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Figure } from '../ui/figure.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { BuyBacks } from './buy-backs.tsx';

export type MarketPool = OutputOf<'Activity/Pool'>;

/** What it holds, and what came in and went out. These figures are everybody's to see: never hidden. */
function Holdings({ pool }: { pool: MarketPool }) {
  const t = useTexts('activity');
  const locale = useLocale();
  const money = (plain: string, coinid: string): string => `${amountText(plain, locale)} ${coinid}`;
  const [main, ...others] = pool.sums;
  const held = others.filter(({ balance }) => balance !== '0');
  return (
    <Card>
      <Stack gap={3}>
        <p>{t('poolHolds')}</p>
        <Figure
          size="large"
          value={amountText(main?.balance ?? '0', locale)}
          decimalMark={displayStyle(locale).decimal === ',' ? ',' : '.'}
          unit={main?.coinid ?? 'USDT'}
        />
        {held.length > 0 && (
          <p>{t('poolAlso', { amounts: held.map((one) => money(one.balance, one.coinid)).join(' · ') })}</p>
        )}
        <KeyValue
          rows={pool.sums.flatMap(({ coinid, funded, paid }) => [
            { key: `in ${coinid}`, label: t('poolIn', { coin: coinid }), value: money(funded, coinid) },
            { key: `out ${coinid}`, label: t('poolOut', { coin: coinid }), value: money(paid, coinid) },
          ])}
        />
        {pool.sources.length > 0 && (
          <Disclosure label={t('poolSources')}>
            <KeyValue
              rows={pool.sources.map(({ kind, description, coinid, amount, last }) => ({
                key: `${kind} ${coinid}`,
                label: description,
                value: money(amount, coinid),
                note: t('poolSourceLast', { date: dateText(last, locale) }),
              }))}
            />
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}

/** The market-value pool: what fills it, what it holds, and everything that was bought back with it (rulebook §10, §11). */
export function PoolScreen() {
  const t = useTexts('activity');
  const query = useCall('Activity/Pool', {});
  return (
    <Page
      nav={<BackBar title="activity.titlePool" parent="/pages/activity/activity" />}
      aside={
        <Stack>
          <Notice title={t('buyBackHowTitle')}>{t('buyBackHow')}</Notice>
          <Notice>{t('buyBackRisk')}</Notice>
        </Stack>
      }
    >
      <Refreshable calls={['Activity/Pool']}>
        <Loaded query={query} waiting={<WaitingRows rows={6} coin={false} />}>
          {(pool) => (
            <Stack>
              <Holdings pool={pool} />
              <SectionTitle>{t('buyBacks')}</SectionTitle>
              <BuyBacks pool={pool} />
            </Stack>
          )}
        </Loaded>
      </Refreshable>
    </Page>
  );
}
