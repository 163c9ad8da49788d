import { useState } from 'react';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import css from './second-factor.module.css';

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'openmere-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/** Ten codes, shown once; goes on only when they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts('factor');
  const [kept, setKept] = useState(false);
  const text = `Openmere\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast({ text: t('copied'), tone: 'good' });
  };
  return (
    <Form
      submitLabel={t('finish')}
      missing={kept ? undefined : t('keptNeeded')}
      onSubmit={() => Promise.resolve(onDone())}
    >
      <SectionTitle note={t('codesText')}>{t('codesTitle')}</SectionTitle>
      <Card>
        <ol className={css.codes} aria-label={t('recovery')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </Card>
      <div className={css.actions}>
        <Button tone="secondary" onPress={copy}>
          {t('copyAll')}
        </Button>
        <Button tone="secondary" onPress={() => saveFile(text)}>
          {t('save')}
        </Button>
      </div>
      <Checkbox checked={kept} onChange={setKept}>
        {t('kept')}
      </Checkbox>
    </Form>
  );
}
