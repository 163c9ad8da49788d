import { parseAbout, ticketKinds } from '@openmere/core/support/ticket.ts';
import type { TicketKind } from '@openmere/core/support/ticket.ts';
import { useState } from 'react';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Choice } from '../parts/choice.tsx';
import { Form } from '../parts/form.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { WaitingCard } from '../parts/waiting.tsx';
import { call } from '../platform/api-client.ts';
import { fromHere, replace } from '../platform/history.ts';
import { useTexts } from '../platform/i18n.ts';
import { refresh, useCall } from '../platform/query.ts';
import { Stack } from '../ui/page.tsx';
import { DevicePart } from './device-part.tsx';
import { readDeviceReport } from './device-report.ts';
import { FactsCard } from './facts-card.tsx';
import { MessageFields } from './message-fields.tsx';
import { SafetyNotice } from './safety-notice.tsx';
import { TICKET_PATH } from './ticket-link.ts';
import { useMessage } from './use-message.ts';
import css from './support.module.css';

/** The record that help is asked about; the server reads it, and says no where it is not one's own. */
function AboutFacts({ about }: { about: string }) {
  const query = useCall('Ticket/About', { about });
  if (query.data) return <FactsCard facts={query.data} />;
  return query.isError ? <CallFailed query={query} /> : <WaitingCard />;
}

/** Asks for help: about a record, whose facts go along, or with a question of a kind. `question`: what no answer was found for. */
export function NewTicket({ about, question }: { about: string | undefined; question: string | undefined }) {
  const t = useTexts('support');
  const record = about === undefined ? undefined : parseAbout(about);
  const [kind, setKind] = useState<TicketKind>(record?.kind ?? 'other');
  const message = useMessage(`ticket ${about ?? ''}`, question === undefined ? '' : `${question}\n`);
  const attempt = useAttempt();
  // Read once: what is sent is what was shown.
  const [report] = useState(readDeviceReport);
  const [isReportSent, sendReport] = useState(false);

  async function open(): Promise<void> {
    const here = fromHere();
    const { text, pictures } = message;
    await attempt.run(() =>
      message.send([kind, about, isReportSent && report], async (requestId) => {
        const { id } = await call('Ticket/Open', {
          requestId,
          kind,
          text,
          pictures: [...pictures],
          ...(about === undefined ? {} : { about }),
          ...(isReportSent ? { device: report } : {}),
        });
        await refresh('Ticket/List');
        here(() => replace(TICKET_PATH, { id }));
      }),
    );
  }
  return (
    <div className={css.two} data-one={about === undefined ? '' : undefined}>
      <Stack>
        <SafetyNotice />
        {about !== undefined && <AboutFacts about={about} />}
      </Stack>
      <Form submitLabel={t('sendNew')} missing={message.missing()} onSubmit={open}>
        {about === undefined && (
          <Choice
            label={t('kind')}
            options={ticketKinds.map((key) => ({ key, label: t(`kind_${key}`) }))}
            value={kind}
            onChange={(key) => setKind(ticketKinds.find((one) => one === key) ?? 'other')}
          />
        )}
        <MessageFields label={t('message')} hint={t('messageHint')} {...message} />
        <DevicePart report={report} isSent={isReportSent} onChange={sendReport} />
        <AttemptNotice attempt={attempt} />
      </Form>
    </div>
  );
}
