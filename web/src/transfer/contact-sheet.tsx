import { checkContactName, NAME_MAX } from '@openmere/core/transfer/rules.ts';
import { useState } from 'react';
import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { KnownTarget } from './use-contacts.ts';

function ContactForm({ known, onDone }: { known: KnownTarget; onDone: () => void }) {
  const t = useTexts('transfer');
  const [name, setName] = useState(known.saved ? known.name : '');
  const [error, setError] = useState<string>();
  const refusal = name === '' ? undefined : checkContactName(name);

  async function run(action: () => Promise<unknown>, said: string): Promise<void> {
    setError(undefined);
    try {
      await action();
      await refresh('Wallet/Contacts');
      showToast({ text: said, tone: 'good' });
      onDone();
    } catch (failure) {
      setError(errorText(failure));
    }
  }

  return (
    <Stack>
      <TextField
        label={t('contactName')}
        hint={known.target}
        error={error ?? (refusal && errorText(refusal))}
        value={name}
        onChange={(text) => {
          setError(undefined);
          setName(text);
        }}
        maxLength={NAME_MAX}
        autoComplete="off"
        focusFirst
      />
      <Button
        disabledReason={name.trim() === '' ? t('contactNameNeeded') : refusal && errorText(refusal)}
        onPress={() =>
          run(() => call('Wallet/ContactSave', { target: known.target, name }), t('contactSaved'))
        }
      >
        {t('save')}
      </Button>
      {known.saved && (
        <Button
          tone="secondary"
          onPress={() =>
            run(() => call('Wallet/ContactRemove', { target: known.target }), t('contactRemoved'))
          }
        >
          {t('contactRemove')}
        </Button>
      )}
    </Stack>
  );
}

/** Saves a receiver under a name of one's own, renames or forgets one. */
export function ContactSheet({ known, onClose }: { known: KnownTarget | undefined; onClose: () => void }) {
  const t = useTexts('transfer');
  return (
    <ClosableSheet
      open={known !== undefined}
      onClose={onClose}
      title={t(known?.saved ? 'contactEdit' : 'contactSave')}
    >
      {known && <ContactForm key={known.target} known={known} onDone={onClose} />}
    </ClosableSheet>
  );
}
