import { PASTED_MAX, readPastedCode } from '../../parts/pasted.ts';
import type { Attempt } from '../../parts/use-attempt.ts';
import { useTexts } from '../../platform/i18n.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AgreeField } from '../agreement/agree-field.tsx';
import { CountrySelect } from '../country-select.tsx';
import { inviteProblems, countryProblems, agreementProblems } from '../field-problems.ts';
import { InviterCard } from './inviter-card.tsx';
import type { Registrant } from './use-registrant.ts';

/** Six characters and perhaps a hyphen or spaces: only then can a typo be meant, and not just typing. */
const TYPED_LENGTH = 6;

type Props = { registrant: Registrant; attempt: Attempt };

/** Invitation code with its preview, and the country. */
export function InviteFields({ registrant, attempt }: Props) {
  const register = useTexts('register');
  const typo =
    registrant.code === undefined && registrant.invite.replace(/[\s-]/g, '').length >= TYPED_LENGTH;
  return (
    <>
      <TextField
        label={register('code')}
        hint={register('inviteHint')}
        value={registrant.invite}
        onChange={(text) => registrant.setInvite(readPastedCode(text))}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={PASTED_MAX}
        error={typo ? register('inviteTypo') : attempt.at(...inviteProblems)}
      />
      {registrant.code !== undefined && <InviterCard code={registrant.code} />}
      <CountrySelect
        label={register('country')}
        value={registrant.country}
        onChange={registrant.setCountry}
        hint={register('countryHint')}
        error={attempt.at(...countryProblems)}
      />
    </>
  );
}

/** The consent, which stands right above the button. */
export function ConsentField({ registrant, attempt }: Props) {
  return (
    <AgreeField
      checked={registrant.agreed !== ''}
      onChange={registrant.setAgreed}
      error={attempt.at(...agreementProblems)}
    />
  );
}
