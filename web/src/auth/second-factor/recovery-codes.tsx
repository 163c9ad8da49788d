import { normalRecoveryCode } from '@openmere/core/auth/second-factor/rules.ts';
import { useState } from 'react';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import css from './second-factor.module.css';

/** So many of its characters name the one that is asked for. */
const STARTS_WITH = 4;

type CheckProps = { code: string; onRight: () => void; onAgain: () => void };

/** One of them typed back, with the list out of sight: who cannot has not kept them. */
function CodeCheck({ code, onRight, onAgain }: CheckProps) {
  const t = useTexts('factor');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const label = t('checkCode', { start: code.slice(0, STARTS_WITH) });

  async function check(): Promise<void> {
    if (normalRecoveryCode(typed) === normalRecoveryCode(code)) onRight();
    else setWrong(true);
  }

  return (
    <Form submitLabel={t('finish')} missing={typed.trim() === '' ? label : undefined} onSubmit={check}>
      <p>{t('checkText')}</p>
      <TextField
        label={label}
        value={typed}
        onChange={(text) => {
          setWrong(false);
          setTyped(text);
        }}
        error={wrong ? t('checkWrong') : undefined}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        focusFirst
      />
      <Button tone="secondary" onPress={onAgain}>
        {t('checkAgain')}
      </Button>
    </Form>
  );
}

/** Ten codes, shown once; goes on only when they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts('factor');
  const [kept, setKept] = useState(false);
  const [asked, setAsked] = useState<string>();
  const text = `Openmere\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    const done = await copyText(text);
    showToast({ text: done ? t('copied') : t('copyFailed'), tone: done ? 'good' : 'danger' });
  };
  function ask(): void {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    setAsked(codes[random % codes.length]);
  }
  if (asked !== undefined)
    return <CodeCheck code={asked} onRight={onDone} onAgain={() => setAsked(undefined)} />;
  return (
    <Form
      submitLabel={t('next')}
      missing={kept ? undefined : t('keptNeeded')}
      onSubmit={() => Promise.resolve(ask())}
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
        <Button
          tone="secondary"
          onPress={() => saveFile('openmere-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t('save')}
        </Button>
      </div>
      <Checkbox checked={kept} onChange={setKept}>
        {t('kept')}
      </Checkbox>
    </Form>
  );
}
