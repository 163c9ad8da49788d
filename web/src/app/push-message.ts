/** What the browser hands to the worker: opened with this device's key already. */
export type MessageData = { json(): unknown } | null;
type Page = { focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };
export type MessageScope = {
  clients: {
    matchAll(which: { type: 'window' }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: object): Promise<void> };
};

const NOTICES = '/pages/news/news?tab=personal';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A screen of this app, and nothing else. */
const linkOf = (value: unknown): string => (textOf(value).startsWith('/pages/') ? textOf(value) : NOTICES);

function read(data: MessageData): Record<string, unknown> {
  try {
    return (data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    // Browsers want something to be shown for each message.
    return {};
  }
}

/** Shows one message; the same one twice is one. */
export function showMessage({ registration }: MessageScope, data: MessageData): Promise<void> {
  const { id, title, text, link } = read(data);
  return registration.showNotification(textOf(title) || 'Openmere', {
    body: textOf(text),
    tag: textOf(id),
    data: { id: textOf(id), link: linkOf(link) },
    icon: '/icon-192.png',
    badge: '/icon-monochrome.svg',
  });
}

/** Leads to what a message is about, by way of the page that makes it read: in the page that is open, which keeps its history, else in a new one. */
export async function openMessage({ clients }: MessageScope, data: unknown): Promise<void> {
  const { id, link: about } = (data ?? {}) as { id?: unknown; link?: unknown };
  const notice = textOf(id);
  const to = linkOf(about);
  const link = notice === '' ? to : `/pages/news/news?${new URLSearchParams({ notice, to }).toString()}`;
  // A page that was loaded past the worker would come to the front, and could be led nowhere.
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) {
    await clients.openWindow(`/#${link}`);
    return;
  }
  await page.focus();
  await page.navigate(`/#${link}`);
}
