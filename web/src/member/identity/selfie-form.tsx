import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { Form } from '../../parts/form.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call } from '../../platform/api-client.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { PictureSlot } from './picture-slot.tsx';
import type { Shot } from './picture-slot.tsx';

const problems = ['member.badpicture'] as const;

/** Second step: the face that belongs to the document; `onOther` begins with another document. */
export function SelfieForm({ onOther }: { onOther: () => void }) {
  const t = useTexts('identity');
  const attempt = useAttempt();
  const [selfie, setSelfie] = useState<Shot>();

  async function send(): Promise<void> {
    if (!selfie) return;
    await call('Users/BindFace', { picture: selfie.id });
    await refresh('Users/Identity', 'Users/Info');
  }

  return (
    <Form
      submitLabel={t('send')}
      missing={selfie ? undefined : t('missingSelfie')}
      onSubmit={() => attempt.run(send)}
    >
      <PictureSlot
        label={t('selfie')}
        hint={t('selfieHint')}
        facing="user"
        shot={selfie}
        onChange={setSelfie}
        error={attempt.at(...problems)}
      />
      <TextLink onPress={onOther}>{t('otherDocument')}</TextLink>
      <AttemptNotice attempt={attempt} shown={problems} />
    </Form>
  );
}
