import type { Harness, Question } from './harness.ts';

/** What the harness says of a case. */
export const verdicts: Readonly<Record<number, string>> = {
  1: 'the quote was refused',
  2: 'one unit more was accepted, or refused for another reason than K',
  3: 'the router gives another amount',
  4: 'the formula gives another amount',
  5: 'adding took or gave something else',
  6: 'removing gave something else',
  7: 'a quote of nothing was accepted',
  255: 'the case itself went wrong',
};

export interface Disagreement {
  verdict: string;
  /** The packed case, to be put again. */
  packed: string;
}

export interface Agreement {
  cases: number;
  tookMs: number;
  /** The first few only. */
  disagreements: readonly Disagreement[];
}

const keptDisagreements = 5;
const casesPerCall = 1_000;

/**
 * Draws `count` cases and puts them to the real contracts, a thousand in one call; while the chain works on one batch, the
 * next is drawn. Nothing is left out of the count.
 */
export async function compare(
  harness: Harness,
  question: Question,
  count: number,
  draw: () => string,
): Promise<Agreement> {
  const started = performance.now();
  const disagreements: Disagreement[] = [];
  let judged = 0;
  let waiting: Promise<void> = Promise.resolve();
  const judge = async (cases: readonly string[]) => {
    const answers = await harness.ask(question, cases);
    if (answers.length !== cases.length)
      throw new Error(`${answers.length} answers to ${cases.length} cases`);
    judged += answers.length;
    answers.forEach((answer, at) => {
      if (answer === 0 || disagreements.length >= keptDisagreements) return;
      disagreements.push({ verdict: verdicts[answer] ?? `answer ${answer}`, packed: cases[at] ?? '' });
    });
  };
  for (let drawn = 0; drawn < count; drawn += casesPerCall) {
    const cases = Array.from({ length: Math.min(casesPerCall, count - drawn) }, draw);
    await waiting;
    waiting = judge(cases);
  }
  await waiting;
  return { cases: judged, tookMs: performance.now() - started, disagreements };
}
