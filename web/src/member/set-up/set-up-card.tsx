import { formatAmount } from '@openmere/core/money/amount.ts';
import { depositMin } from '@openmere/core/setting/money.ts';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { formatLocation } from '../../platform/location.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { useSetting } from '../../setting/use-setting.ts';
import { IconChevronRight } from '../../ui/icon/arrow.tsx';
import { IconLock, IconShield } from '../../ui/icon/guard.tsx';
import { IconDeposit } from '../../ui/icon/money.tsx';
import { IconTeam, IconWallet } from '../../ui/icon/place.tsx';
import { IconCheck, IconClock } from '../../ui/icon/sign.tsx';
import { Segments } from '../../ui/segments.tsx';
import { isSetUp, nextOf, setUpMark } from './steps.ts';
import type { SetUpKey, SetUpStep } from './steps.ts';
import { useSetUp } from './use-set-up.ts';
import css from './set-up-card.module.css';

const icons: Record<SetUpKey, ReactNode> = {
  wallet: <IconWallet />,
  bind: <IconShield />,
  activate: <IconTeam />,
  pay: <IconLock />,
  deposit: <IconDeposit />,
};

/** Where a step is done, on the thread. */
export function hrefOf({ path, query }: SetUpStep): string {
  return `#${formatLocation(path, { ...query, ...setUpMark })}`;
}

function Dot({ step, isNext }: { step: SetUpStep; isNext: boolean }) {
  const t = useTexts('setup');
  return (
    <li className={css.step} data-state={isNext ? 'next' : step.state}>
      <span className={css.dot} aria-hidden="true">
        {step.state === 'done' ? (
          <IconCheck size={16} />
        ) : step.state === 'waiting' ? (
          <IconClock size={16} />
        ) : null}
      </span>
      {t(`${step.key}Short`)}
    </li>
  );
}

/** What is next, or that only waiting is left. */
function Next({ step, steps }: { step: SetUpStep | undefined; steps: readonly SetUpStep[] }) {
  const t = useTexts('setup');
  const min = formatAmount(useSetting(depositMin));
  const shown = step ?? steps.find((one) => one.state === 'waiting');
  if (!shown) return null;
  return (
    <a className={css.next} href={hrefOf(shown)}>
      <span className={css.icon}>{step ? icons[shown.key] : <IconClock />}</span>
      <span className={css.texts}>
        <span className={css.title}>
          {t(step ? shown.key : `${shown.key as 'activate' | 'deposit'}Waiting`)}
        </span>
        <span className={css.text}>{step ? t(`${shown.key}Text`, { min }) : t('waitingText')}</span>
      </span>
      <IconChevronRight size={20} />
    </a>
  );
}

/** The way from a new account to one that is ready, under the balance, until it is done. Texts: `setup`. */
export function SetUpCard() {
  const t = useTexts('setup');
  const { steps, isWaiting } = useSetUp();
  const isDone = steps && isSetUp(steps);
  useEffect(() => {
    if (isDone !== undefined) writeStored('general.setUpDone', isDone ? '1' : undefined);
  }, [isDone]);
  // A guess at what will come, so that the page does not jump; what is shown is decided by the facts.
  if (!steps) return isWaiting && readStored('general.setUpDone') === undefined ? <WaitingCard /> : null;
  if (isDone) return null;
  const next = nextOf(steps);
  const done = steps.filter((step) => step.state === 'done').length;
  return (
    <section className={css.card} aria-label={t('title')}>
      <div className={css.head}>
        <h2 className={css.name}>{t('title')}</h2>
        <span className={css.count}>{t('count', { done, all: steps.length })}</span>
      </div>
      <Segments done={done} all={steps.length} />
      <Next step={next} steps={steps} />
      <ol className={css.steps} aria-label={t('steps')}>
        {steps.map((step) => (
          <Dot key={step.key} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}
