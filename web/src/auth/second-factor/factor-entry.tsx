import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Factor } from './use-factor.ts';

/** Six cells for the app's code; a plain field for a recovery code. Loaded when it is asked for. */
export function FactorEntry({ factor }: { factor: Factor }) {
  const t = useTexts('factor');
  const [isRecovery, setRecovery] = useState(false);
  const frame = { value: factor.value, onChange: factor.setValue, error: factor.error, focusFirst: true };
  const turn = () => {
    factor.setValue('');
    setRecovery(!isRecovery);
  };
  const corner = <TextLink onPress={turn}>{t(isRecovery ? 'useApp' : 'useRecovery')}</TextLink>;
  if (!isRecovery) return <CodeField {...frame} label={t('code')} hint={t('codeHint')} corner={corner} />;
  return (
    <TextField
      {...frame}
      label={t('recovery')}
      hint={t('recoveryHint')}
      corner={corner}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
