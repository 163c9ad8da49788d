import { useEffect } from 'react';
import type { Attempt } from '../../parts/use-attempt.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { ConsentField, InviteFields } from './registrant-fields.tsx';
import type { RegistrantAnswer } from './registrant-part.tsx';
import { useRegistrant } from './use-registrant.ts';

export type RegistrantEntryProps = { attempt: Attempt; onAnswer: (answer: RegistrantAnswer) => void };

/** The fields of a registrant with their state, which the form around them hears of. */
export function RegistrantEntry({ attempt, onAnswer }: RegistrantEntryProps) {
  const t = useTexts('register');
  const registrant = useRegistrant();
  const { values } = registrant;
  const missing = registrant.missing && t(registrant.missing);
  useEffect(() => onAnswer({ missing, values }), [onAnswer, missing, values]);
  return (
    <>
      <Notice title={t('registrantTitle')} live>
        {t('registrantText')}
      </Notice>
      <InviteFields registrant={registrant} attempt={attempt} />
      <ConsentField registrant={registrant} attempt={attempt} />
    </>
  );
}
