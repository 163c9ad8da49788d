import { useState } from 'react';
import type { Problem } from '../../parts/use-attempt.ts';
import { factorProblems } from '../field-problems.ts';

export type Factor = {
  /** The server asked for it: from then on the field stands in the form. */
  asked: boolean;
  value: string;
  setValue: (value: string) => void;
  /** What a passkey answered, in place of a code; good for one try. */
  setPasskey: (answer: string) => void;
  /** What goes along with the call. */
  proof: { totp?: string; passkey?: string };
  error: string | undefined;
  /** Why, as the refusal names it. */
  reason: string | undefined;
};

/**
 * The second factor of a form. Whether one is on, only the server knows before a login: the form is sent as it is, and where the
 * refusal asks for a code, the field appears and what was typed stays.
 */
export function useFactor(problem: Pick<Problem, 'reason' | 'text'> | undefined): Factor {
  const [asked, setAsked] = useState(false);
  const [value, setCode] = useState('');
  const [passkey, setPasskey] = useState('');
  /** What was refused is typed anew: the refusal speaks of it no longer. */
  const [edited, setEdited] = useState<typeof problem>();
  const setValue = (code: string) => {
    setPasskey('');
    setCode(code);
    setEdited(problem);
  };
  const isOurs = problem !== undefined && factorProblems.some((one) => one === problem.reason);
  if (isOurs && !asked) setAsked(true);
  const isPlain = problem === edited || (problem?.reason === 'auth.needtotp' && value === '');
  return {
    asked,
    value,
    setValue,
    setPasskey,
    proof: passkey !== '' ? { passkey } : value === '' ? {} : { totp: value },
    error: isOurs && !isPlain ? problem.text : undefined,
    reason: problem?.reason,
  };
}
