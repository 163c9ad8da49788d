import type { OutputOf } from '@openmere/core/calls.ts';
import { beginOf, monthAfter } from '@openmere/core/mall/month.ts';
import { mallCommissionBps } from '@openmere/core/setting/mall.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useOwnText } from '../../parts/use-own-text.ts';
import { call } from '../../platform/api-client.ts';
import { csvText, saveCsv } from '../../platform/csv.ts';
import { percentText } from '../../platform/figure-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useCall } from '../../platform/query.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icon/arrow.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Stack } from '../../ui/page.tsx';
import css from './statement-part.module.css';

type Statement = OutputOf<'Goods/ShopStatement'>;
type Coin = Statement['coins'][number];

const heads = ['time', 'order', 'coin', 'sales', 'paid_back', 'commission', 'received'];

/** What the shop sold in a month, what went back, what the mall took, and what arrived. */
export function StatementPart() {
  const [month, setMonth] = useState<string>();
  const query = useCall('Goods/ShopStatement', month === undefined ? {} : { month });
  return (
    <Refreshable calls={['Goods/ShopStatement']}>
      <Loaded query={query}>
        {(statement) => (
          <Stack>
            <Month statement={statement} onChange={setMonth} />
            <Rate />
            <Sums statement={statement} />
            <Download statement={statement} />
          </Stack>
        )}
      </Loaded>
    </Refreshable>
  );
}

function useMonthText(): (month: string) => string {
  const locale = useLocale();
  return (month) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(beginOf(month)),
    );
}

function Month({ statement, onChange }: { statement: Statement; onChange: (month: string) => void }) {
  const t = useTexts('shop');
  const monthText = useMonthText();
  const { month, first, last } = statement;
  return (
    <div className={css.month}>
      <IconButton
        label={t('monthBefore')}
        icon={<IconChevronLeft />}
        disabled={month <= first}
        onPress={() => onChange(monthAfter(month, -1))}
      />
      <h2 className={css.name} aria-live="polite">
        {monthText(month)}
      </h2>
      <IconButton
        label={t('monthNext')}
        icon={<IconChevronRight />}
        disabled={month >= last}
        onPress={() => onChange(monthAfter(month, 1))}
      />
    </div>
  );
}

/** What the mall takes of a sale that is paid now. */
function Rate() {
  const t = useTexts('shop');
  const percent = percentText(useSetting(mallCommissionBps), useLocale());
  return <p className={css.rate}>{t('statementRate', { percent })}</p>;
}

function Sums({ statement: { coins } }: { statement: Statement }) {
  const t = useTexts('shop');
  if (coins.length === 0)
    return (
      <EmptyState title={t('statementNone')} drawing="records">
        {t('statementNoneText')}
      </EmptyState>
    );
  return coins.map((coin) => <CoinCard key={coin.coinid} coin={coin} />);
}

function CoinCard({ coin }: { coin: Coin }) {
  const t = useTexts('shop');
  const locale = useLocale();
  const own = useOwnText();
  const money = (plain: string, isLess = false) =>
    own(`${isLess && plain !== '0' ? '−' : ''}${amountText(plain, locale)} ${coin.coinid}`);
  return (
    <Card>
      <KeyValue
        rows={[
          {
            key: 'sales',
            label: t('statementSales'),
            value: money(coin.sales),
            note: t('statementOrders', { count: coin.orders }),
          },
          { key: 'refunds', label: t('refunded'), value: money(coin.refunds, true) },
          { key: 'commission', label: t('statementCommission'), value: money(coin.commission, true) },
          { key: 'received', label: t('statementReceived'), value: money(coin.received), strong: true },
          {
            key: 'held',
            label: t('statementHeld'),
            value: money(coin.held),
            note: t('statementHeldNote'),
          },
        ]}
      />
    </Card>
  );
}

/** Every order of the month as a file, made on the device. */
function Download({ statement: { month, coins } }: { statement: Statement }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const hide = usePreferences((state) => state.hideAmounts);
  if (coins.every(({ orders }) => orders === 0)) return null;
  const save = () =>
    attempt.run(async () => {
      const rows: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await call('Goods/ShopSold', {
          month,
          pageSize: 1000,
          ...(cursor === undefined ? {} : { cursor }),
        });
        for (const one of page.list)
          rows.push([one.time, one.serial, one.coinid, one.sales, one.refunds, one.commission, one.received]);
        cursor = page.cursor;
      } while (cursor !== undefined);
      saveCsv(`statement-${month}.csv`, csvText(heads, rows));
    });
  return (
    <>
      <AttemptNotice attempt={attempt} />
      <Button tone="secondary" onPress={() => save()}>
        {t(hide ? 'statementFileShown' : 'statementFile')}
      </Button>
    </>
  );
}
