import type { OutputOf } from '@openmere/core/calls.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { AttemptNotice } from '../parts/attempt-notice.tsx';
import { CallFailed } from '../parts/call-failed.tsx';
import { Form } from '../parts/form.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PictureRow } from '../parts/picture-row.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useAttempt } from '../parts/use-attempt.ts';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { readOn, useCallPages } from '../platform/pages.ts';
import { refresh, useCall } from '../platform/query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { IconCheckCircle } from '../ui/icon/sign.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { DeviceReport } from './device-part.tsx';
import { FactsCard } from './facts-card.tsx';
import { MessageFields } from './message-fields.tsx';
import { SafetyNotice } from './safety-notice.tsx';
import { ticketHref } from './ticket-link.ts';
import { useMessage } from './use-message.ts';
import css from './support.module.css';

type Ticket = OutputOf<'Ticket/Open'>;
type Message = OutputOf<'Ticket/Send'>;

/** One message. Those of staff carry a mark that stands nowhere else in the app; the server says whose it is. */
function MessageBubble({ message }: { message: Message }) {
  const t = useTexts('support');
  const locale = useLocale();
  const isStaff = message.by === 'staff';
  return (
    <li className={css.message} data-own={isStaff ? undefined : ''}>
      <span className={css.who}>
        {isStaff ? (
          <Badge tone="accent" icon={<IconCheckCircle size={16} />}>
            {t('staff')}
          </Badge>
        ) : (
          t('you')
        )}
      </span>
      <p>{message.text}</p>
      <PictureRow pictures={message.pictures} nameOf={(place) => t('pictureOf', { place })} />
      <span className={css.note}>{exactTime(message.time, locale)}</span>
    </li>
  );
}

function Messages({ id }: { id: string }) {
  const t = useTexts('support');
  const query = useCallPages('Ticket/Messages', { id });
  return (
    <Loaded query={{ ...query, data: query.rows }}>
      {(rows) => (
        <>
          {query.hasNextPage && (
            <Button tone="quiet" onPress={() => readOn(query)}>
              {t('earlier')}
            </Button>
          )}
          <ol className={css.messages} aria-label={t('messages')} aria-live="polite">
            {rows.toReversed().map((message) => (
              <MessageBubble key={message.id} message={message} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}

/** Writes on; a closed ticket is open again with it. */
function Write({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const message = useMessage(`ticket ${ticket.id}`);
  const attempt = useAttempt();
  async function send(): Promise<void> {
    const { text, pictures } = message;
    await attempt.run(() =>
      message.send(ticket.id, async (requestId) => {
        await call('Ticket/Send', { id: ticket.id, requestId, text, pictures: [...pictures] });
        await refresh('Ticket/List', 'Ticket/Messages');
      }),
    );
  }
  return (
    <Form
      submitLabel={ticket.status === 'closed' ? t('sendReopen') : t('send')}
      missing={message.missing()}
      onSubmit={send}
    >
      <MessageFields label={t('message')} {...message} />
      <AttemptNotice attempt={attempt} />
    </Form>
  );
}

function CloseTicket({ id }: { id: string }) {
  const t = useTexts('support');
  const attempt = useAttempt();
  const close = () =>
    attempt.run(async () => {
      await call('Ticket/Close', { id });
      await refresh('Ticket/List');
    });
  return (
    <>
      <AttemptNotice attempt={attempt} />
      <Button tone="quiet" onPress={close}>
        {t('close')}
      </Button>
    </>
  );
}

const HOUR = 60;
const DAYS_FROM = 72 * HOUR;

/** "5 hours", from three days on "4 days": rounded up. */
function usualTime(minutes: number, locale: Locale): string {
  const unit = minutes < DAYS_FROM ? 'hour' : 'day';
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(minutes / (unit === 'hour' ? HOUR : 24 * HOUR)));
}

function State({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const locale = useLocale();
  const { status, reopenby, usualminutes } = ticket;
  const tone = status === 'answered' ? 'good' : 'info';
  const until = reopenby === null ? '' : exactTime(reopenby, locale);
  return (
    <Notice tone={tone} title={t(`status_${status}`)}>
      {t(`statusText_${status}`, { time: until })}
      {usualminutes !== null && <> {t('usual', { time: usualTime(usualminutes, locale) })}</>}
    </Notice>
  );
}

function Talk({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const { id, status, facts, reopenby, now, device } = ticket;
  const isOver = reopenby !== null && Date.parse(now) >= Date.parse(reopenby);
  return (
    <div className={css.two}>
      <Stack>
        <State ticket={ticket} />
        {facts && <FactsCard facts={facts} />}
        {device !== '' && <DeviceReport label={t('deviceSent')} report={device} />}
      </Stack>
      <Stack>
        <Messages id={id} />
        {isOver ? (
          <Button href={ticketHref({ new: '1' })}>{t('new')}</Button>
        ) : (
          <Write key={id} ticket={ticket} />
        )}
        {status !== 'closed' && <CloseTicket id={id} />}
        <SafetyNotice />
      </Stack>
    </div>
  );
}

/** One ticket, live: where it stands, what it is about, what was said, and a field to write on. */
export function TicketTalk({ id }: { id: string }) {
  const query = useCall('Ticket/List', { id });
  return (
    <Refreshable calls={['Ticket/List', 'Ticket/Messages']}>
      <Loaded query={query}>
        {({ list: [ticket] }) =>
          ticket ? (
            <Talk ticket={ticket} />
          ) : (
            <CallFailed query={query}>{errorText(new Refusal('support.noticket'))}</CallFailed>
          )
        }
      </Loaded>
    </Refreshable>
  );
}
