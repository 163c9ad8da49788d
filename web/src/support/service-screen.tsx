import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { CallList } from '../parts/call-list.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useAgo } from '../parts/use-ago.ts';
import { WaitingRows } from '../parts/waiting.tsx';
import { useLocation } from '../platform/history.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconEdit, IconSearch } from '../ui/icon/act.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { StatusPill } from '../ui/status-pill.tsx';
import type { StatusState } from '../ui/status-pill.tsx';
import { NewTicket } from './new-ticket.tsx';
import { SafetyNotice } from './safety-notice.tsx';
import { FAQ_PATH, FEEDBACK_PATH, ticketHref, TICKET_PATH } from './ticket-link.ts';
import { TicketTalk } from './ticket-talk.tsx';
import css from './support.module.css';

type Ticket = OutputOf<'Ticket/Open'>;

const pills: Record<Ticket['status'], StatusState> = { open: 'working', answered: 'done', closed: 'void' };

function TicketRow({ ticket }: { ticket: Ticket }) {
  const t = useTexts('support');
  const ago = useAgo();
  return (
    <ListRow
      title={
        <>
          {t(`kind_${ticket.kind}`)}{' '}
          {ticket.unread > 0 && <Badge tone="accent">{t('unread', { count: ticket.unread })}</Badge>}
        </>
      }
      subtitle={
        <span className={css.row}>
          <span className={css.preview}>
            {`${ticket.by === 'staff' ? t('staff') : t('you')}: ${ticket.preview}`}
          </span>
          <span className={css.state}>
            <StatusPill state={pills[ticket.status]}>{t(`status_${ticket.status}`)}</StatusPill>
            {ago(ticket.updated)}
          </span>
        </span>
      }
      href={ticketHref({ id: ticket.id })}
    />
  );
}

/** Where help is: answers to look up, one's own requests, and what one thinks of the app. */
function Overview() {
  const t = useTexts('support');
  const titleOf = useTitle();
  const query = useCallPages('Ticket/List', {});
  return (
    <Page nav={<BackBar title="support.titleService" parent="/pages/mine/mine" />}>
      <Refreshable calls={['Ticket/List']}>
        <div className={css.two}>
          <Stack>
            <List label={titleOf('support.titleService')}>
              <ListRow
                leading={<IconSearch />}
                title={titleOf('faq.titleFaq')}
                subtitle={t('faqNote')}
                href={`#${FAQ_PATH}`}
              />
              <ListRow
                leading={<IconEdit />}
                title={titleOf('support.titleFeedback')}
                subtitle={t('feedbackNote')}
                href={`#${FEEDBACK_PATH}`}
              />
            </List>
            <Button href={ticketHref({ new: '1' })}>{t('new')}</Button>
          </Stack>
          <Stack>
            <CallList
              query={{ ...query, rows: query.rows?.map((one) => ({ ...one, time: one.updated })) }}
              label={t('requests')}
              waiting={<WaitingRows coin={false} />}
              empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
            >
              {(ticket) => <TicketRow ticket={ticket} />}
            </CallList>
            <SafetyNotice />
          </Stack>
        </div>
      </Refreshable>
    </Page>
  );
}

/** Customer service: requests, one of them with its messages, or a new one, about a record where the address names it. */
export function ServiceScreen() {
  const { id, about, new: isNew, question } = useLocation().query;
  if (id === undefined && about === undefined && isNew === undefined) return <Overview />;
  return (
    <Page
      narrow={id === undefined && about === undefined}
      nav={
        <BackBar title={id === undefined ? 'support.titleNew' : 'support.titleTicket'} parent={TICKET_PATH} />
      }
    >
      {id === undefined ? (
        <NewTicket key={about} about={about} question={question} />
      ) : (
        <TicketTalk key={id} id={id} />
      )}
    </Page>
  );
}
