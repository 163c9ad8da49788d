import { findCoin } from '@openmere/core/money/coin.ts';
import { useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { back, usePlace } from '../platform/history.ts';
import { useTexts, useLocale } from '../platform/i18n.ts';
import { amountText, displayStyle } from '../platform/money-text.ts';
import { usePreferences } from '../platform/preferences.ts';
import { refresh } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChipRow } from '../ui/chip-row.tsx';
import { Figure } from '../ui/figure.tsx';
import { IconDownload } from '../ui/icon/act.tsx';
import { IconDeposit, IconTransfer, IconWithdraw } from '../ui/icon/money.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';
import { QuickActions } from '../ui/quick-actions.tsx';
import { showToast } from '../ui/toast-store.ts';
import { LocksSheet } from './locks-sheet.tsx';
import { allRecords, Records, useRecords } from './records.tsx';
import { saveFile, statementCsv } from './statement-csv.ts';
import { useAsOf } from './use-as-of.ts';
import { type BalanceRow, useBalances } from './use-balances.ts';

const filters = ['all', 'deposit', 'transfer', 'withdrawal'] as const;

function BalanceFacts({ row, onWhy }: { row: BalanceRow | undefined; onWhy: () => void }) {
  const t = useTexts('asset');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const mark = displayStyle(locale).decimal === ',' ? ',' : '.';
  const asOf = useAsOf();
  const figure = (amount: string | undefined, size: 'large' | 'row') => (
    <Figure
      size={size}
      value={amount === undefined ? undefined : amountText(amount, locale)}
      decimalMark={mark}
      hiddenLabel={hide ? t('hidden') : undefined}
      missingLabel={t('unknown')}
      staleNote={size === 'large' ? asOf : undefined}
    />
  );
  const locked = row !== undefined && row.lockbalance !== '0';
  return (
    <Card>
      {figure(row?.balance, 'large')}
      <KeyValue
        rows={[
          { key: 'available', label: t('available'), value: figure(row?.available, 'row'), strong: true },
          {
            key: 'locked',
            label: t('locked'),
            value: figure(row?.lockbalance, 'row'),
            ...(locked ? { onExplain: onWhy, explainLabel: t('whyLocked') } : {}),
          },
        ]}
      />
      {locked && (
        <Button tone="quiet" size="small" onPress={onWhy}>
          {t('whyLocked')}
        </Button>
      )}
    </Card>
  );
}

function CoinActions({ coinid }: { coinid: string }) {
  const t = useTexts('asset');
  const coin = findCoin(coinid);
  const query = `?coinid=${coinid}`;
  const items = [
    coin?.deposit && {
      key: 'deposit',
      label: t('deposit'),
      icon: <IconDeposit />,
      href: `#/pages/wallet/recharge/rechargeChain${query}`,
    },
    coin?.withdraw && {
      key: 'withdraw',
      label: t('withdraw'),
      icon: <IconWithdraw />,
      href: `#/pages/wallet/withdraw/withdrawChain${query}`,
    },
    coin?.transfer && {
      key: 'transfer',
      label: t('transfer'),
      icon: <IconTransfer />,
      href: `#/pages/wallet/transfer/transferChain${query}`,
    },
  ].filter((item) => typeof item === 'object');
  return items.length === 0 ? null : <QuickActions label={t('actions')} items={items} />;
}

/** One coin: balance, what locks it, its records with filters, and the statement as CSV. */
export function DetailScreen() {
  const t = useTexts('asset');
  const app = useTexts('app');
  const coinid = usePlace().query['coinid'] ?? 'USDT';
  const { rows } = useBalances();
  const [kind, setKind] = useState<(typeof filters)[number]>('all');
  const [why, setWhy] = useState(false);
  const records = useRecords(coinid, kind === 'all' ? undefined : kind);
  const names = {
    all: t('all'),
    deposit: t('deposits'),
    transfer: t('transfers'),
    withdrawal: t('withdrawals'),
  };

  async function exportAll(): Promise<void> {
    const heads = [
      t('csvTime'),
      t('csvKind'),
      t('csvAmount'),
      t('csvAfter'),
      t('csvReference'),
      t('csvDescription'),
    ];
    try {
      const rows = await allRecords(coinid, kind === 'all' ? undefined : kind);
      saveFile(`openmere-${coinid}.csv`, 'text/csv;charset=utf-8', statementCsv(rows, heads));
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <Page
      nav={
        <NavBar
          title={coinid}
          backLabel={app('back')}
          onBack={() => back(1, '/pages/wallet/wallet')}
          actions={
            <IconButton label={t('export')} icon={<IconDownload />} onPress={() => void exportAll()} />
          }
        />
      }
      aside={<Records query={records} />}
    >
      <PullToRefresh
        busyLabel={app('loading')}
        onRefresh={() => refresh('Users/Balance', 'trade/GetUserBalanceRecord')}
      >
        <Stack>
          <BalanceFacts row={rows?.find((row) => row.coinid === coinid)} onWhy={() => setWhy(true)} />
          <CoinActions coinid={coinid} />
        </Stack>
      </PullToRefresh>
      <ChipRow
        label={t('filter')}
        chips={filters.map((key) => ({
          key,
          label: names[key],
          pressed: key === kind,
          onPress: () => setKind(key),
        }))}
      />
      <LocksSheet coinid={coinid} open={why} onClose={() => setWhy(false)} />
    </Page>
  );
}
