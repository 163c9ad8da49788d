import { coins, findCoin } from '@openmere/core/money/coin.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { saveCsv } from '../platform/csv.ts';
import { errorText } from '../platform/error-text.ts';
import { replace, useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { usePreferences } from '../platform/preferences.ts';
import { ChipRow } from '../ui/chip-row.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconDownload } from '../ui/icon/act.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { showToast } from '../ui/toast-store.ts';
import { BalanceFacts, OwnFacts } from './balance-facts.tsx';
import { CoinActions } from './coin-actions.tsx';
import { LocksSheet } from './locks-sheet.tsx';
import { Records } from './records.tsx';
import { statementCsv } from './statement-csv.ts';
import { useOwnHoldings } from './use-own-holdings.ts';
import { allRecords, recordKinds, useRecords } from './use-records.ts';
import type { RecordFilter } from './use-records.ts';

type Kind = RecordFilter['kind'];

/** In the address, so that the way back from a record leads to the same records. */
function useKind(): Kind {
  const { query } = useLocation();
  return recordKinds.find((kind) => kind === query['kind']) ?? 'all';
}

/** `kind` of the records of `coinid`, or of those of all coins narrowed to `of`. */
function show(query: { coinid?: string; of?: string | undefined; kind: Kind }): void {
  replace('/pages/wallet/detail/detail', {
    ...query,
    kind: query.kind === 'all' ? undefined : query.kind,
  });
}

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

/** Kind by kind. */
function KindChips({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const t = useTexts('asset');
  const names = {
    all: 'all',
    deposit: 'deposits',
    transfer: 'transfers',
    withdrawal: 'withdrawals',
  } as const;
  return (
    <ChipRow
      label={t('filter')}
      chips={recordKinds.map((key) => ({
        key,
        label: t(names[key]),
        pressed: key === kind,
        onPress: () => onChange(key),
      }))}
    />
  );
}

/** Saves all that the filter shows as a file. */
function ExportButton({ filter }: { filter: RecordFilter }) {
  const t = useTexts('asset');
  const hide = usePreferences((state) => state.hideAmounts);
  async function exportAll(): Promise<void> {
    const heads = [
      t('csvTime'),
      t('csvKind'),
      t('coin'),
      t('csvAmount'),
      t('csvAfter'),
      t('csvReference'),
      t('csvDescription'),
      t('withWhom'),
      t('csvOutcome'),
      t('hash'),
      t('fee'),
      t('worthThen'),
    ];
    try {
      saveCsv(`openmere-${filter.coinid ?? 'records'}.csv`, statementCsv(await allRecords(filter), heads));
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }
  return (
    <IconButton
      label={t(hide ? 'exportShown' : 'export')}
      icon={<IconDownload />}
      onPress={() => void exportAll()}
    />
  );
}

function LedgerCoin({ coinid }: { coinid: string }) {
  const kind = useKind();
  const setKind = (chosen: Kind) => show({ coinid, kind: chosen });
  const [why, setWhy] = useState(false);
  const filter = { coinid, kind };
  const records = useRecords(filter);
  return (
    <Page
      nav={<CoinNav coinid={coinid} actions={<ExportButton filter={filter} />} />}
      aside={
        <>
          <KindChips kind={kind} onChange={setKind} />
          <Records query={records} onAll={kind === 'all' ? undefined : () => setKind('all')} />
        </>
      }
    >
      <Refreshable calls={['Users/Balance', 'trade/GetUserBalanceRecord']}>
        <Stack>
          <BalanceFacts coinid={coinid} onWhy={() => setWhy(true)} />
          <CoinActions coinid={coinid} />
          {findCoin(coinid)?.lives === 'both' && <AlsoOnChain coinid={coinid} />}
        </Stack>
      </Refreshable>
      <LocksSheet coinid={coinid} open={why} onClose={() => setWhy(false)} />
    </Page>
  );
}

/** The records of every coin, narrowed by coin and by kind. */
function AllCoins() {
  const t = useTexts('asset');
  const kind = useKind();
  const { query } = useLocation();
  const ledgerCoins = coins.filter((coin) => coin.lives !== 'chain').map((coin) => coin.id);
  const of = ledgerCoins.find((id) => id === query['of']);
  const filter = { coinid: of, kind };
  const records = useRecords(filter);
  const isAll = of === undefined && kind === 'all';
  return (
    <Page nav={<CoinNav coinid={t('records')} actions={<ExportButton filter={filter} />} />}>
      <ChipRow
        label={t('coin')}
        chips={[undefined, ...ledgerCoins].map((coinid) => ({
          key: coinid ?? 'all',
          label: coinid ?? t('allCoins'),
          pressed: coinid === of,
          onPress: () => show({ of: coinid, kind }),
        }))}
      />
      <KindChips kind={kind} onChange={(chosen) => show({ of, kind: chosen })} />
      <Refreshable calls={['trade/GetUserBalanceRecord']}>
        <Records
          query={records}
          coins={of === undefined}
          onAll={isAll ? undefined : () => show({ kind: 'all' })}
        />
      </Refreshable>
    </Page>
  );
}

/**
 * One coin: what the ledger holds, what locks it, what one's own wallet holds, records with filters, statement as CSV.
 * Without a coin that there is in the address: the records of all coins.
 */
export function DetailScreen() {
  const coin = findCoin(useLocation().query['coinid']?.toUpperCase() ?? '');
  if (!coin) return <AllCoins />;
  return coin.lives === 'chain' ? <ChainCoin coinid={coin.id} /> : <LedgerCoin coinid={coin.id} />;
}
