import type { OutputOf } from '@openmere/core/calls.ts';
import type { Power, PowerKind } from '@openmere/core/minting/power.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { BPS_PER_WHOLE, shareDown } from '@openmere/core/money/ratio.ts';
import {
  rewardDynamicDirectBps,
  rewardDynamicIndirectBps,
  rewardYieldPowerBps,
} from '@openmere/core/setting/reward.ts';
import { Facts } from '../../liquidity/facts.tsx';
import { useOwnText } from '../../parts/use-own-text.ts';
import { exactTime } from '../../platform/exact-time.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { amountText, baseUnits, displayStyle } from '../../platform/money-text.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { usePowerText } from '../use-power-text.ts';
import css from '../minting.module.css';

type Info = OutputOf<'Cast/Info'>;
type Energy = OutputOf<'Users/GetMyEnergy'>;

/** What is missing, rounded up at the last place shown: with so much more it is reached. */
function missingText(missing: bigint): string {
  const cent = 10n ** 16n;
  return formatAmount(((missing + cent - 1n) / cent) * cent);
}

function shareOf({ personal, threshold, mining }: Info): number {
  const whole = baseUnits(threshold);
  if (mining || whole === 0n) return 1;
  return Number((baseUnits(personal) * 1_000n) / whole) / 1_000;
}

/** The formula of each figure with this member's own numbers. */
function useSums({ personal, dynamic, bonus, granted, old, spokenfor, active }: Info) {
  const t = useTexts('minting');
  const locale = useLocale();
  const own = useOwnText();
  const plain = (amount: string): string => own(amountText(amount, locale));
  const show = (amount: bigint): string => plain(formatAmount(amount));
  const kept = { personal, dynamic, bonus };
  const used = (kind: PowerKind): bigint => baseUnits(granted[kind]) - baseUnits(kept[kind]);
  const whole = baseUnits(old.personal);
  const free = baseUnits(old.bonus) - baseUnits(spokenfor.bonus);
  const counted = baseUnits(active) - whole - free;
  const isCounting = baseUnits(active) > 0n;
  const sum = (parts: Power): string =>
    t('countsSum', {
      personal: show(parts.personal),
      dynamic: show(parts.dynamic),
      bonus: show(parts.bonus),
      total: show(parts.personal + parts.dynamic + parts.bonus),
    });
  return {
    left: (kind: PowerKind): string =>
      t('leftSum', {
        granted: plain(granted[kind]),
        used: show(used(kind)),
        left: plain(kept[kind]),
      }),
    counts: isCounting ? sum({ personal: whole, dynamic: counted, bonus: free }) : t('countsNothing'),
    capped: isCounting
      ? t('cappedSum', {
          old: plain(old.dynamic),
          spokenfor: plain(spokenfor.dynamic),
          personal: show(whole),
          counted: show(counted),
        })
      : t('countsNothing'),
    out: sum({ personal: used('personal'), dynamic: used('dynamic'), bonus: used('bonus') }),
  };
}

/** A day's yield is at most this part of the power that counts, and each of it needs one EQUITY (rulebook §9). */
function EquityNotice({ active, equity }: { active: string; equity: string }) {
  const t = useTexts('minting');
  const locale = useLocale();
  const own = useOwnText();
  const most = shareDown(baseUnits(active), BigInt(useSetting(rewardYieldPowerBps)), 10_000n);
  if (baseUnits(equity) >= most) return null;
  return (
    <Notice tone="warn" title={t('equityShortTitle')}>
      {t('equityShortText', {
        equity: own(amountText(equity, locale, 2)),
        most: own(amountText(formatAmount(most), locale, 2)),
      })}
    </Notice>
  );
}

type PowerStatusProps = { info: Info; energy: Energy | undefined; staleNote: string | undefined };

/** How much power there is, whether mining is active and what is missing, and what counts when. */
export function PowerStatus({ info, energy, staleNote }: PowerStatusProps) {
  const t = useTexts('minting');
  const locale = useLocale();
  const hide = usePreferences((state) => state.hideAmounts);
  const own = useOwnText();
  const powerText = usePowerText();
  const text = (plain: string): string => own(powerText(plain));
  const mark = displayStyle(locale).decimal === ',' ? ',' : '.';
  const share = shareOf(info);
  const rule = t(info.inclusive ? 'ruleFrom' : 'ruleAbove', {
    amount: amountText(info.threshold, locale, 2),
  });
  const sums = useSums(info);
  const rateText = (bps: number) =>
    amountText(formatAmount(shareDown(oneCoin, BigInt(bps), BPS_PER_WHOLE)), locale);
  const rates = {
    direct: rateText(useSetting(rewardDynamicDirectBps)),
    indirect: rateText(useSetting(rewardDynamicIndirectBps)),
  };
  const extra = [
    [
      'dynamic',
      info.dynamic,
      t('dynamic'),
      `${t('dynamicText', rates)} ${sums.left('dynamic')} ${sums.capped}`,
    ],
    ['bonus', info.bonus, t('bonus'), `${t('bonusText')} ${sums.left('bonus')}`],
  ] as const;
  return (
    <Card>
      <div className={css.status}>
        <div className={css.statusFigure}>
          <p className={css.label}>{t('personal')}</p>
          <Figure
            size="large"
            value={amountText(info.personal, locale, 2)}
            decimalMark={mark}
            hiddenLabel={hide ? t('hidden') : undefined}
            staleNote={staleNote}
          />
          <StatusPill state={info.mining ? 'done' : 'waiting'}>
            {t(info.mining ? 'mining' : 'notMining')}
          </StatusPill>
        </div>
        {!hide && (
          <ProgressRing value={share} label={t('progress')} size={80}>
            {new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(share * 100) / 100)}
          </ProgressRing>
        )}
      </div>
      <p>
        {info.mining
          ? rule
          : t('missing', { amount: own(amountText(missingText(baseUnits(info.missing)), locale, 2)), rule })}
      </p>
      {energy && <EquityNotice active={info.active} equity={energy.equity} />}
      <Facts
        rows={[
          {
            key: 'active',
            label: t('counts'),
            value: text(info.active),
            note: exactTime(info.next, locale),
            explain: `${t('countsText')} ${sums.counts}`,
          },
          ...info.waiting.map(({ amount, from }) => ({
            key: `from ${from}`,
            label: t('countsLater'),
            value: text(amount),
            note: t('from', { time: exactTime(from, locale) }),
          })),
          {
            key: 'minted',
            label: t('mintedSoFar'),
            value: text(info.granted.personal),
            explain: sums.left('personal'),
          },
          ...extra
            .filter(([, plain]) => plain !== '0')
            .map(([key, plain, label, explain]) => ({ key, label, value: text(plain), explain })),
          ...(energy
            ? [
                {
                  key: 'equity',
                  label: t('equity'),
                  value: own(`${amountText(energy.equity, locale, 2)} EQUITY`),
                  explain: t('equityText'),
                },
                {
                  key: 'out',
                  label: t('out'),
                  value: text(energy.out),
                  explain: `${t('outText')} ${sums.out}`,
                },
              ]
            : []),
          ...(energy && energy.team !== '0'
            ? [{ key: 'team', label: t('team'), value: text(energy.team), explain: t('teamText') }]
            : []),
        ]}
      />
    </Card>
  );
}
