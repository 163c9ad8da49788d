import { findCoin } from '@openmere/core/money/coin.ts';
import { type ReactNode, useState } from 'react';
import { saveCsv } from '../platform/csv.ts';
import { errorText } from '../platform/error-text.ts';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { Refreshable } from '../parts/refreshable.tsx';
import { ChipRow } from '../ui/chip-row.tsx';
import { IconDownload } from '../ui/icon/act.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { showToast } from '../ui/toast-store.ts';
import { BalanceFacts, OwnFacts } from './balance-facts.tsx';
import { CoinActions } from './coin-actions.tsx';
import { LocksSheet } from './locks-sheet.tsx';
import { allRecords, Records, useRecords } from './records.tsx';
import { statementCsv } from './statement-csv.ts';
import { useBalances } from './use-balances.ts';
import { useOwnHoldings } from './use-own-holdings.ts';
import { BackBar } from '../parts/back-bar.tsx';

const filters = ['all', 'deposit', 'transfer', 'withdrawal'] as const;

function CoinNav({ coinid, actions }: { coinid: string; actions?: ReactNode }) {
  return <BackBar heading={coinid} parent="/pages/wallet/wallet" actions={actions} />;
}

/** A coin that lives on chain only: what one's own wallet holds of it; the ledger has no records of it. */
function ChainCoin({ coinid }: { coinid: string }) {
  const t = useTexts('asset');
  const own = useOwnHoldings();
  return (
    <Page
      nav={<CoinNav coinid={coinid} />}
      aside={<Notice title={t('onChainTitle')}>{t('onChainText')}</Notice>}
    >
      <OwnFacts coinid={coinid} own={own} />
    </Page>
  );
}

/** What one's own wallet holds of a coin that is in the ledger, too. */
function AlsoOnChain({ coinid }: { coinid: string }) {
  return <OwnFacts coinid={coinid} own={useOwnHoldings()} />;
}

function LedgerCoin({ coinid }: { coinid: string }) {
  const t = useTexts('asset');
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
      saveCsv(`openmere-${coinid}.csv`, statementCsv(rows, heads));
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <Page
      nav={
        <CoinNav
          coinid={coinid}
          actions={
            <IconButton label={t('export')} icon={<IconDownload />} onPress={() => void exportAll()} />
          }
        />
      }
      aside={<Records query={records} />}
    >
      <Refreshable calls={['Users/Balance', 'trade/GetUserBalanceRecord']}>
        <Stack>
          <BalanceFacts row={rows?.find((row) => row.coinid === coinid)} onWhy={() => setWhy(true)} />
          <CoinActions coinid={coinid} />
          {findCoin(coinid)?.lives === 'both' && <AlsoOnChain coinid={coinid} />}
        </Stack>
      </Refreshable>
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

/** One coin: what the ledger holds, what locks it, what one's own wallet holds, records with filters, statement as CSV. */
export function DetailScreen() {
  const coinid = useLocation().query['coinid'] ?? 'USDT';
  return findCoin(coinid)?.lives === 'chain' ? <ChainCoin coinid={coinid} /> : <LedgerCoin coinid={coinid} />;
}
