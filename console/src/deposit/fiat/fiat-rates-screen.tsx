import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../../parts/change-form.tsx';
import { timeColumn } from '../../parts/columns.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { mayCall } from '../../platform/access.ts';
import { call } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure-text.ts';
import { t } from '../../platform/texts.ts';
import { useAction } from '../../platform/use-action.ts';
import { useMe } from '../../platform/use-me.ts';

type Row = OutputOf<'Admin/FiatRates'>;

const columns: readonly Column<Row>[] = [
  timeColumn,
  {
    key: 'currency',
    title: t('fiatCurrency'),
    render: (row) => row.currency,
    text: (row) => row.currency,
  },
  {
    key: 'price',
    title: t('fiatRate'),
    align: 'right',
    render: (row) => `${row.price} ${row.currency}`,
    text: (row) => row.price,
  },
  {
    key: 'spread',
    title: t('fiatSpread'),
    align: 'right',
    render: (row) => `${row.spreadbps / 100} %`,
    text: (row) => String(row.spreadbps / 100),
  },
  {
    key: 'by',
    title: t('permitAgreed'),
    render: (row) => [row.by, row.second].filter(Boolean).join(', ') || t('fiatDevelopment'),
    text: (row) => [row.by, row.second].filter(Boolean).join(', '),
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) =>
      row.current && (
        <Tag color={row.stale ? 'error' : 'success'}>{t(row.stale ? 'fiatStale' : 'fiatHolds')}</Tag>
      ),
    text: (row) => (row.current ? (row.stale ? 'stale' : 'holds') : ''),
  },
];

/** What one USDT costs in each currency: every rate that ever was, and a new one. */
export function FiatRatesScreen() {
  return (
    <ListScreen
      name="fiatrates"
      title={t('fiatRates')}
      path="Admin/FiatRates"
      input={() => ({})}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFiatRates')}
      note={<NewRate />}
    />
  );
}

const names = ['currency', 'price', 'spread', 'decimals'] as const;

/** A small step by one operator; the first of a currency, and a large one, by two. */
function NewRate() {
  const me = useMe();
  const queries = useQueryClient();
  const { busy, failure, run } = useAction();
  const [draft, setDraft] = useState({ currency: '', price: '', spread: '0.5', decimals: '2' });
  if (me === undefined || !mayCall(me.role, 'Admin/FiatRateSet')) return null;
  const currency = draft.currency.trim().toUpperCase();
  const price = draft.price.trim();
  const spread = draft.spread.trim();
  const spreadbps = Math.round(Number(spread) * 100);
  const isRate =
    /^[A-Z]{3}$/.test(currency) &&
    /^\d+(\.\d+)?$/.test(price) &&
    // Nothing typed is no spread of nothing, and no third decimal is rounded.
    /^\d+(\.\d{1,2})?$/.test(spread) &&
    /^[0-4]$/.test(draft.decimals);
  const set = (): void =>
    void run(async () => {
      await call('Admin/FiatRateSet', { currency, price, spreadbps });
      await queries.invalidateQueries({ queryKey: ['Admin/FiatRates'] });
    });
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="end">
        {names.map((name) => (
          <Flex key={name} vertical gap={2}>
            <span>{t(`fiatNewRate_${name}`)}</span>
            <Input
              style={{ width: 150 }}
              aria-label={t(`fiatNewRate_${name}`)}
              value={draft[name]}
              maxLength={30}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          </Flex>
        ))}
        <Button type="primary" disabled={!isRate} loading={busy} onClick={set}>
          {t('fiatSetRate')}
        </Button>
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
      {isRate && (
        <ChangeForm
          kind="fiatrate"
          subject={currency}
          choices={[
            {
              value: JSON.stringify({ decimals: Number(draft.decimals), price, spreadbps }),
              label: t('fiatSetByTwo'),
            },
          ]}
          refreshes={['Admin/FiatRates']}
        />
      )}
    </Flex>
  );
}
