import type { OutputOf } from '@openmere/core/calls.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { displayStyle } from '../platform/money-text.ts';
import { SectionTitle } from '../ui/section-title.tsx';
import { StepLine } from '../ui/step-line.tsx';
import type { Step } from '../ui/step-line.tsx';
import { useSumText } from './sum-text.ts';

type Reward = OutputOf<'Users/RewardDetail'>;
type TraceStep = Reward['steps'][number];

const MANY_PERCENT = 1_000_000n;

/** What a weight is of all weights, in percent with four places, rounded down. Both are whole numbers, which may be longer than amounts. */
export function percentOf(weight: string, total: string, decimal: string): string {
  const all = BigInt(total);
  const parts = all === 0n ? 0n : (BigInt(weight) * MANY_PERCENT) / all;
  const rest = String(parts % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return rest === '' ? String(parts / 10_000n) : `${parts / 10_000n}${decimal}${rest}`;
}

function useStepTexts(reward: Reward): (step: TraceStep) => { title: string; note?: string } {
  const t = useTexts('award');
  const locale = useLocale();
  const sum = useSumText();
  const { decimal } = displayStyle(locale);
  const listed = reward.steps.filter((step) => step.step === 'fee').length;
  const shareTitle = ({ rate, alreadypaid, weight, weighttotal }: TraceStep): string => {
    if (weight !== null && weighttotal !== null)
      return t('stepWeight', { percent: percentOf(weight, weighttotal, decimal) });
    if (rate === null) return t('stepShare');
    const written = { rate: rate.replace('.', decimal), already: (alreadypaid ?? '0').replace('.', decimal) };
    return alreadypaid === null || alreadypaid === '0' ? t('stepRate', written) : t('stepRateLess', written);
  };
  return (step) => {
    const amount = sum(step.amount, step.coinid);
    switch (step.step) {
      case 'fee':
        return {
          title: t(`stepFee_${step.event ?? 'swap'}`, { payer: step.payer ?? '' }),
          note: t('stepFeeNote', { fee: sum(step.fee ?? '0', step.coinid), amount }),
        };
      case 'sum':
        return {
          title: step.payer === null ? t('stepPoolSum') : t('stepPayerSum', { payer: step.payer }),
          note: t(step.count !== null && step.count > listed ? 'stepDividedMany' : 'stepDivided', {
            amount,
            count: step.count ?? 0,
            listed,
          }),
        };
      case 'share':
        return {
          title: shareTitle(step),
          note:
            step.level === null || step.level === 0
              ? amount
              : t('stepAsLevel', { level: step.level, amount }),
        };
      case 'pool':
        return {
          title: t(reward.status === 'notqualified' ? 'stepPoolLost' : 'stepPool', {
            pool: t(step.pool === null ? 'pool_other' : `pool_${step.pool}`),
          }),
        };
      case 'settled':
        return { title: t('stepSettled') };
      case 'claimed':
        return { title: t('stepClaimed') };
    }
  };
}

/** What is still to come, after what was. */
function useWaiting(reward: Reward): Step[] {
  const t = useTexts('award');
  if (reward.status === 'pending') return [{ key: 'settle', title: t('stepUnsettled'), state: 'waiting' }];
  if (reward.status === 'claimable') return [{ key: 'claim', title: t('stepUnclaimed'), state: 'waiting' }];
  return [];
}

/** How a sum came about, step by step: from the fee event to the claim (rulebook §10). */
export function Trace({ reward }: { reward: Reward }) {
  const t = useTexts('award');
  const locale = useLocale();
  const textsOf = useStepTexts(reward);
  const waiting = useWaiting(reward);
  const lost = reward.status === 'notqualified';
  const steps = reward.steps.map((step, at): Step => {
    const { title, note } = textsOf(step);
    return {
      key: `${step.step} ${at}`,
      title,
      note,
      state: lost && step.step === 'share' ? 'failed' : 'done',
      ...(step.time === null ? {} : { time: exactTime(step.time, locale) }),
    };
  });
  return (
    <>
      <SectionTitle>{t('howTitle')}</SectionTitle>
      <StepLine
        label={t('howTitle')}
        steps={[...steps, ...waiting]}
        stateLabels={{
          done: t('state_done'),
          current: t('state_waiting'),
          waiting: t('state_waiting'),
          held: t('state_waiting'),
          failed: t('status_notqualified'),
        }}
      />
    </>
  );
}
