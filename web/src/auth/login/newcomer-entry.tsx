import { useEffect } from 'react';
import { NewcomerFields } from './newcomer-fields.tsx';
import type { NewcomerAnswer } from './newcomer-part.tsx';
import type { Attempt } from '../use-attempt.ts';
import { useNewcomer } from './use-newcomer.ts';

export type NewcomerEntryProps = { attempt: Attempt; onAnswer: (answer: NewcomerAnswer) => void };

/** The fields of a newcomer with their state, which the form around them hears of. */
export function NewcomerEntry({ attempt, onAnswer }: NewcomerEntryProps) {
  const newcomer = useNewcomer();
  const { missing, values } = newcomer;
  useEffect(() => onAnswer({ missing, values }), [onAnswer, missing, values]);
  return <NewcomerFields newcomer={newcomer} attempt={attempt} />;
}
