import { useEffect, useState } from 'react';
import { BackBar } from '../../parts/back-bar.tsx';
import { CallFailed } from '../../parts/call-failed.tsx';
import { CallList } from '../../parts/call-list.tsx';
import { HelpLink } from '../../parts/help-link.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { useRecordId } from '../../parts/use-record-id.ts';
import { WaitingRows } from '../../parts/waiting.tsx';
import { csvText, saveCsv } from '../../platform/csv.ts';
import { errorText } from '../../platform/error-text.ts';
import { push } from '../../platform/history.ts';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { onPush } from '../../platform/live.ts';
import { useCallPages } from '../../platform/pages.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDownload } from '../../ui/icon/act.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { TradeDetail, TradeListRow } from './detail-trade.tsx';
import { allOwnTrades, tradeCells } from './trade-csv.ts';

const PATH = '/pages/swap/detail/detail';
const kinds = ['all', 'buy', 'sell'] as const;
type Kind = (typeof kinds)[number];
type Scope = 'mine' | 'all';

const typeOf = (kind: Kind) => (kind === 'all' ? {} : { type: kind });

/** Trades come in bursts: the list is read anew once a second at most. */
const REFRESH_EVERY_MS = 1000;

function useLiveTrades(): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void refresh('trade/Trades');
      }, REFRESH_EVERY_MS);
    };
    const stop = onPush('trade', later);
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, []);
}

function Trades({ scope, kind }: { scope: Scope; kind: Kind }) {
  const t = useTexts('swap');
  const titleOf = useTitle();
  const query = useCallPages('trade/Trades', { scope, ...typeOf(kind) });
  return (
    <CallList
      query={query}
      label={titleOf('swap.titleTrades')}
      empty={
        <EmptyState
          title={t(scope === 'mine' ? 'emptyMine' : 'emptyAll')}
          drawing="records"
          action={<Button href="#/pages/swap/swap/swap">{titleOf('swap.titleTrade')}</Button>}
        >
          {t(scope === 'mine' ? 'emptyMineText' : 'emptyAllText')}
        </EmptyState>
      }
    >
      {(trade) => (
        <TradeListRow trade={trade} marked={scope === 'all'} onOpen={() => push(PATH, { id: trade.id })} />
      )}
    </CallList>
  );
}

/** One trade by the id in the address. */
function OneTrade({ id }: { id: string }) {
  const t = useTexts('swap');
  const titleOf = useTitle();
  const query = useCall('trade/Trades', { id });
  const trade = query.data?.list[0];
  if (trade)
    return (
      <Stack>
        <TradeDetail trade={trade} />
        {trade.mine && <HelpLink about={`trade:${trade.id}`} />}
      </Stack>
    );
  if (query.isError) {
    return <CallFailed query={query} />;
  }
  if (!query.data) return <WaitingRows coin={false} />;
  return (
    <EmptyState
      title={t('noSuchTrade')}
      drawing="search"
      action={<Button href={`#${PATH}`}>{titleOf('swap.titleTrades')}</Button>}
    >
      {t('noSuchTradeText')}
    </EmptyState>
  );
}

/** Trades through the desk: one's own and all, by kind; `id` in the address opens one. */
export function DetailScreen() {
  const t = useTexts('swap');
  const titleOf = useTitle();
  const id = useRecordId();
  const hide = usePreferences((state) => state.hideAmounts);
  const [scope, setScope] = useState<Scope>('mine');
  const [kind, setKind] = useState<Kind>('all');
  useLiveTrades();

  async function exportOwn(): Promise<void> {
    const heads = [
      t('time'),
      t('direction'),
      'OPEN',
      'USDT',
      t('price'),
      t('communityFeePaid'),
      t('burned'),
      t('hash'),
      t('block'),
      t('state'),
    ];
    try {
      const { rows, isCut } = await allOwnTrades(typeOf(kind).type);
      saveCsv('openmere-trades.csv', csvText(heads, rows.map(tradeCells)));
      if (isCut) showToast({ text: t('exportCut', { count: rows.length }) });
    } catch (error) {
      showToast({ text: errorText(error), tone: 'danger' });
    }
  }

  return (
    <Page
      nav={
        <BackBar
          title="swap.titleTrades"
          parent={id === undefined ? '/pages/swap/swap' : PATH}
          actions={
            id === undefined && (
              <IconButton
                label={t(hide ? 'exportShown' : 'export')}
                icon={<IconDownload />}
                onPress={exportOwn}
              />
            )
          }
        />
      }
    >
      {id === undefined ? (
        <Refreshable calls={['trade/Trades']}>
          <Tabs
            label={titleOf('swap.titleTrades')}
            items={[
              { key: 'mine', label: t('tabMine') },
              { key: 'all', label: t('tabAll') },
            ]}
            value={scope}
            onChange={setScope}
          >
            <Stack>
              <ChipRow
                label={t('direction')}
                chips={kinds.map((key) => ({
                  key,
                  label: key === 'all' ? t('everyKind') : t(key),
                  pressed: key === kind,
                  onPress: () => setKind(key),
                }))}
              />
              <Trades key={`${scope} ${kind}`} scope={scope} kind={kind} />
            </Stack>
          </Tabs>
        </Refreshable>
      ) : (
        <OneTrade id={id} />
      )}
    </Page>
  );
}
