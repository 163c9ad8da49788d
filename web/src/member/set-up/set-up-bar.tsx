import { useEffect, useState } from 'react';
import { replace, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { holdThread } from '../../platform/thread.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { isSetUp, nextOf, setUpMark, stepAt } from './steps.ts';
import type { SetUpStep } from './steps.ts';
import { useSetUp } from './use-set-up.ts';
import css from './set-up-bar.module.css';

function goTo(step: SetUpStep | undefined): void {
  if (step) replace(step.path, { ...step.query, ...setUpMark });
  else replace('/pages/home/home');
}

/** A screen that handed over is left as soon as its step is known to be done. */
function useLead(steps: readonly SetUpStep[] | undefined, isHere: boolean): void {
  const [ended, setEnded] = useState(false);
  useEffect(() => holdThread(() => setEnded(true)), []);
  useEffect(() => {
    if (ended && steps && !isHere) goTo(nextOf(steps));
  }, [ended, steps, isHere]);
}

/** On top of a step's screen: which step this is, and the next one as soon as this one is done. Texts: `setup`. */
export function SetUpBar() {
  const t = useTexts('setup');
  const { path } = useLocation();
  const { steps } = useSetUp();
  const here = steps && stepAt(steps, path);
  const next = steps && nextOf(steps);
  // Still to be done here: the country is declared on a page of its own, after which activation itself is next.
  const isHere = here?.state === 'open' && next?.path === path;
  useLead(steps, isHere);
  if (!steps || !here) return <div className={css.bar} />;
  const at = steps.indexOf(here) + 1;
  const done = steps.filter((step) => step.state === 'done').length;
  return (
    <section className={css.bar} aria-label={t('title')}>
      <p className={css.text} aria-live="polite">
        <span>{t('stepOf', { step: at, all: steps.length })}</span>
        <a href="#/pages/home/home">{t('later')}</a>
      </p>
      <Segments done={done} all={steps.length} />
      {!isHere && here.state !== 'open' && (
        <Button onPress={() => goTo(next)}>
          {isSetUp(steps) ? t('finish') : next ? t('next', { step: t(next.key) }) : t('toHome')}
        </Button>
      )}
    </section>
  );
}
