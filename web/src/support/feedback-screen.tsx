import { CONTACT_MAX } from '@openmere/core/support/message.ts';
import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { BackBar } from '../parts/back-bar.tsx';
import { Form } from '../parts/form.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { useLocation } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { useSessionStore } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { MessageFields } from './message-fields.tsx';
import { TICKET_PATH } from './ticket-link.ts';
import { useMessage } from './use-message.ts';

function FeedbackForm({ isMember, onDone }: { isMember: boolean; onDone: () => void }) {
  const t = useTexts('support');
  const message = useMessage('feedback', useLocation().query['text']);
  const [contact, setContact] = useState('');
  const attempt = useAttempt();
  const { pictures, onPictures, ...fields } = message;
  async function send(): Promise<void> {
    const { text } = message;
    const done = await attempt.run(() =>
      message.send(contact, async (requestId) => {
        const shown = isMember ? { pictures: [...pictures] } : {};
        await call('Ctrls/Feedback', { requestId, text, contact, ...shown });
      }),
    );
    if (done) onDone();
  }
  return (
    <Form submitLabel={t('feedbackSend')} missing={message.missing()} onSubmit={send}>
      <p>{t('feedbackText')}</p>
      <MessageFields label={t('feedbackLabel')} {...fields} {...(isMember ? { pictures, onPictures } : {})} />
      {!isMember && (
        <TextField
          label={t('contact')}
          hint={t('contactHint')}
          maxLength={CONTACT_MAX}
          value={contact}
          onChange={setContact}
        />
      )}
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}

/** An opinion or an idea; whoever needs an answer is led to a request. */
export function FeedbackScreen() {
  const t = useTexts('support');
  const isMember = useSessionStore((state) => state.token !== undefined);
  const [isSent, setSent] = useState(false);
  return (
    <Page
      narrow
      nav={<BackBar title="support.titleFeedback" parent={isMember ? TICKET_PATH : '/pages/home/home'} />}
    >
      {isSent ? (
        <EmptyState
          title={t('feedbackThanks')}
          action={<Button onPress={() => setSent(false)}>{t('feedbackMore')}</Button>}
        >
          {t('feedbackThanksText')}
        </EmptyState>
      ) : (
        <FeedbackForm isMember={isMember} onDone={() => setSent(true)} />
      )}
    </Page>
  );
}
