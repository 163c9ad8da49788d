import type { OutputOf } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Form, Input } from 'antd';
import { useId, useRef, useState } from 'react';
import { call, CallRefused } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';

/** Answers in the house's name, keeps a note, takes the ticket, or closes it. */
export function TicketActs({ ticket }: { ticket: OutputOf<'Admin/Ticket'> }) {
  const { id, updated: seen } = ticket;
  const me = useMe();
  const field = useId();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [text, setText] = useState('');
  // The same text sent again after a lost answer is the same message.
  const request = useRef<{ text: string; note: string; id: string }>(undefined);
  const { busy, failure, run } = useAction();
  const isMine = me !== undefined && ticket.assigned === me.account;

  async function refresh(): Promise<void> {
    for (const path of ['Admin/Ticket', 'Admin/Tickets', 'Admin/Queues'])
      await queries.invalidateQueries({ queryKey: [path] });
  }
  async function act(work: () => Promise<unknown>): Promise<void> {
    await run(async () => {
      try {
        await work();
      } catch (problem) {
        // What was written meanwhile, and refuses it, is read before it is said; what failed otherwise is said at once.
        const read = refresh();
        if (problem instanceof CallRefused) await read;
        throw problem;
      }
      await refresh();
      void message.success(t('recordedDone'));
    });
  }
  function write(note: '0' | '1'): void {
    const known = request.current;
    const requestId = known?.text === text && known.note === note ? known.id : crypto.randomUUID();
    request.current = { text, note, id: requestId };
    void act(async () => {
      await call('Admin/TicketAnswer', { id, requestId, text, note, seen });
      setText('');
      request.current = undefined;
    });
  }
  const move = (how: 'take' | 'leave' | 'close') => () =>
    void act(() => call('Admin/TicketMove', { id, act: how, ...(how === 'close' ? { seen } : {}) }));

  return (
    <Form layout="vertical">
      <Flex vertical gap={8}>
        <Form.Item
          label={t('ticketText')}
          htmlFor={field}
          style={{ marginBottom: 0 }}
          extra={t('ticketHint', { lang: ticket.lang })}
        >
          <Input.TextArea
            id={field}
            rows={4}
            value={text}
            maxLength={2_000}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        <Flex gap={8} wrap>
          <Button type="primary" disabled={text.trim() === '' || busy} onClick={() => write('0')}>
            {t('ticketAnswer')}
          </Button>
          <Button disabled={text.trim() === '' || busy} onClick={() => write('1')}>
            {t('ticketKeepNote')}
          </Button>
          <Button disabled={busy} onClick={move(isMine ? 'leave' : 'take')}>
            {t(isMine ? 'ticketLeave' : 'ticketTake')}
          </Button>
          {ticket.status !== 'closed' && (
            <Button disabled={busy} onClick={move('close')}>
              {t('ticketClose')}
            </Button>
          )}
        </Flex>
      </Flex>
    </Form>
  );
}
