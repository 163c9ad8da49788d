import { useEffect, useRef, useState } from 'react';
import { useMemberQuery } from '../../member/use-member-query.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { currentToken } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { passkeysWork } from '../passkey/passkeys-work.ts';
import type { Factor } from './use-factor.ts';

/** A passkey in place of the code, where this browser can and the member has one. What it answers sends the form. */
function PasskeyInstead({ factor }: { factor: Factor }) {
  const t = useTexts('factor');
  const { data } = useMemberQuery();
  const place = useRef<HTMLDivElement>(null);
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    if (answer !== '') place.current?.closest('form')?.requestSubmit();
  }, [answer]);
  const ask = async () => {
    const [{ startAuthentication }, asking] = await Promise.all([
      import('@simplewebauthn/browser'),
      import('../passkey/ask.ts'),
    ]);
    const { options } = await call('Users/PasskeyAsk', {});
    const given = await asking.ask(() => startAuthentication({ optionsJSON: JSON.parse(options) as never }));
    if (given === undefined) return;
    factor.setValue('');
    factor.setPasskey(JSON.stringify(given));
    setAnswer(JSON.stringify(given));
  };
  if ((data?.passkeys ?? 0) === 0 || !passkeysWork()) return null;
  return (
    <div ref={place}>
      <Button tone="secondary" onPress={ask}>
        {t('usePasskey')}
      </Button>
    </div>
  );
}

/** Six cells for the app's code; a plain field for a recovery code. Loaded when it is asked for. */
export function FactorEntry({ factor }: { factor: Factor }) {
  const t = useTexts('factor');
  const [isRecovery, setRecovery] = useState(false);
  // A recovery code has no next one to wait for.
  const isSpent = isRecovery && factor.reason === 'auth.badtotp';
  const error = factor.error && isSpent ? t('recoverySpent') : factor.error;
  const frame = { value: factor.value, onChange: factor.setValue, error, focusFirst: true };
  const turn = () => {
    factor.setValue('');
    setRecovery(!isRecovery);
  };
  const corner = <TextLink onPress={turn}>{t(isRecovery ? 'useApp' : 'useRecovery')}</TextLink>;
  return (
    <Stack>
      {isRecovery ? (
        <TextField
          {...frame}
          label={t('recovery')}
          hint={t('recoveryHint')}
          corner={corner}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <CodeField {...frame} label={t('code')} hint={t('codeHint')} corner={corner} />
      )}
      {isRecovery && <TextLink href="#/pages/login/lostFactor">{t('lostBoth')}</TextLink>}
      {/* At a login a passkey opens by itself. */}
      {currentToken() !== undefined && <PasskeyInstead factor={factor} />}
    </Stack>
  );
}
