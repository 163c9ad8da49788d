import { formatAmount } from '@openmere/core/money/amount.ts';
import { useState } from 'react';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { useNow } from '../../platform/use-now.ts';
import { useServerAhead } from '../../platform/use-server-clock.ts';
import { readChainConfig } from '../../platform/wallet/chain-config.ts';
import { sendTransaction } from '../../platform/wallet/transactions.ts';
import type { TradeWallet } from '../../swap/trade/use-trade-wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { LiquidityGates, useGateReason } from '../liquidity-gates.tsx';
import { coinText } from '../liquidity-text.ts';
import { Problem, SignButton, useSending } from '../sign-part.tsx';
import { useLatestOf } from '../use-liquidity.ts';
import type { LiquidityFacts } from '../use-liquidity.ts';
import { isAsking, UnderWay } from './under-way.tsx';

type Hold = LiquidityFacts['holds'][number];

function ReleaseSheet({
  holds,
  wallet,
  open,
  onClose,
}: {
  holds: readonly Hold[];
  wallet: TradeWallet;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const { problem, send } = useSending();
  const gateReason = useGateReason('out', wallet);
  const total = formatAmount(holds.reduce((sum, hold) => sum + baseUnits(hold.amount), 0n));
  const amount = coinText(total, 'OUSD', locale);

  async function release(): Promise<void> {
    const { own } = wallet;
    if (own === undefined) return;
    const sent = await send(async () => {
      const [{ contracts }, data] = await Promise.all([readChainConfig(), import('../liquidity-data.ts')]);
      await sendTransaction({
        kind: 'liquidity.release',
        note: { ousd: total },
        from: own,
        to: data.deskOf(contracts).liquidityDesk,
        data: data.releaseData(
          own,
          holds.map((hold) => hold.id),
        ),
      });
    });
    if (sent) onClose();
  }

  return (
    <ClosableSheet open={open} onClose={onClose} title={t('release')}>
      <Stack>
        <p>{t('releaseText', { amount })}</p>
        <Problem text={problem} />
        <LiquidityGates way="out" wallet={wallet} />
        <SignButton
          wallet={wallet}
          action={t('doRelease', { amount })}
          disabledReason={gateReason}
          onSign={release}
        />
      </Stack>
    </ClosableSheet>
  );
}

type Props = {
  facts: LiquidityFacts;
  wallet: TradeWallet;
  /** The page itself re-adds: no link to it. */ readdHere?: boolean;
};

/** What removing held back: each part with its day, re-adding now, and the release of what has waited long enough. */
export function HeldCard({ facts, wallet, readdHere = false }: Props) {
  const t = useTexts('liquidity');
  const locale = useLocale();
  const own = useOwnText();
  // The desk releases by the chain's time, which the business clock follows.
  const now = useNow() + (useServerAhead('business', facts.holds.length > 0) ?? 0);
  const [releasing, setReleasing] = useState(false);
  const record = useLatestOf(['liquidity.release'], wallet.own);
  const matured = facts.holds.filter((hold) => Date.parse(hold.releaseat) <= now);
  if (facts.holds.length === 0 && !record) return null;
  return (
    <Card>
      <SectionTitle note={t('heldNote')}>
        {t('heldTotal', { amount: own(coinText(facts.heldtotal, 'OUSD', locale)) })}
      </SectionTitle>
      <UnderWay sought={['liquidity.release']} from={wallet.own} />
      <List label={t('heldTitle')} plain>
        {facts.holds.map((hold) => (
          <ListRow
            key={hold.id}
            title={own(coinText(hold.amount, 'OUSD', locale))}
            subtitle={
              matured.includes(hold)
                ? t('maturedSince', { time: exactTime(hold.releaseat, locale) })
                : t('until', { time: exactTime(hold.releaseat, locale) })
            }
          />
        ))}
      </List>
      {!readdHere && facts.holds.length > 0 && (
        <Button tone="secondary" href="#/pages/swap/reLiquidity/reLiquidity?mode=readd">
          {t('readd')}
        </Button>
      )}
      {matured.length > 0 && (
        <Button
          tone="secondary"
          disabledReason={isAsking(record) ? t('answerWallet') : undefined}
          onPress={() => setReleasing(true)}
        >
          {t('release')}
        </Button>
      )}
      <ReleaseSheet holds={matured} wallet={wallet} open={releasing} onClose={() => setReleasing(false)} />
    </Card>
  );
}
