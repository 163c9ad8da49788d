import { useEffect } from 'react';
import type { Attempt } from '../../parts/use-attempt.ts';
import { ConsentField, InviteFields } from './registrant-fields.tsx';
import type { RegistrantAnswer } from './registrant-part.tsx';
import { useRegistrant } from './use-registrant.ts';

export type RegistrantEntryProps = { attempt: Attempt; onAnswer: (answer: RegistrantAnswer) => void };

/** The fields of a registrant with their state, which the form around them hears of. */
export function RegistrantEntry({ attempt, onAnswer }: RegistrantEntryProps) {
  const registrant = useRegistrant();
  const { missing, values } = registrant;
  useEffect(() => onAnswer({ missing, values }), [onAnswer, missing, values]);
  return (
    <>
      <InviteFields registrant={registrant} attempt={attempt} />
      <ConsentField registrant={registrant} attempt={attempt} />
    </>
  );
}
