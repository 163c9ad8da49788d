import { push } from '../platform/history.ts';
import { currentLocation } from '../platform/history.ts';
import { findText, loadTexts } from '../platform/i18n.ts';
import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';
import { showToast } from '../ui/toast-store.ts';
import { TICKET_PATH } from './ticket-link.ts';

/** Says that support has answered, unless the answer is on the screen already. */
async function showAnswered(id: string): Promise<void> {
  const { path, query } = currentLocation();
  if (path === TICKET_PATH && query['id'] === id) return;
  await loadTexts(['support']);
  showToast({
    text: findText('support.answeredToast') ?? '',
    tone: 'good',
    action: { label: findText('support.open') ?? '', onPress: () => push(TICKET_PATH, { id }) },
  });
}

export const supportPushes = {
  ticket: async ({ id, answered }) => {
    await refresh('Ticket/List', 'Ticket/Messages');
    if (answered) await showAnswered(id);
  },
} satisfies Partial<PushHandlers>;
