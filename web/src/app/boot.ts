import type { Locale } from '@openmere/core/kit/language.ts';
import { parseLocation } from '../platform/location.ts';
import { startLocale } from '../platform/start-locale.ts';
import { readStored } from '../platform/storage.ts';
import { fetchTexts } from '../platform/text-files.ts';
import { fetchRoute, findRoute, isOpenPath, LOGIN_PATH } from './routes.ts';

/**
 * The first script of the page, before React is there: asks for the texts and the screen of the current place at once,
 * beside the frame, so that a first visit waits for one round of requests and not for three in a row. What fails here is
 * asked for again, and told, by the one who needs it.
 */
async function fetchFirst(): Promise<void> {
  const { path } = parseLocation(location.hash);
  const isMember = readStored('user.token') !== undefined;
  const mayEnter = isMember || isOpenPath(path);
  const locale = startLocale();
  const fetchScreen = async () => {
    const route = await fetchRoute(mayEnter ? path : LOGIN_PATH);
    if (route) await Promise.all([route.screen(), ...route.texts.map((group) => fetchTexts(locale, group))]);
  };
  const wanted: unknown[] = [fetchTexts(locale, 'app'), fetchScreen()];
  // What most screens of members share lies in these files; the screen itself would name them a round trip later.
  if (isMember) {
    setTimeout(() => openFormats(locale));
    wanted.push(import('../parts/refreshable.tsx'));
    for (const path of ['/', LOGIN_PATH]) wanted.push(findRoute(path)?.screen());
  }
  await Promise.all(wanted).catch((error: unknown) => console.warn('could not be fetched ahead', error));
}

/**
 * The browser reads its data of languages when the first format is made, which takes a slow phone 80 ms: better now, while the
 * files are on their way, than in the middle of the first picture.
 */
function openFormats(locale: Locale): void {
  new Intl.DateTimeFormat(locale, { month: 'short' }).format();
}

/** An earlier version had a name of its own for each value. */
async function takeOver(): Promise<void> {
  if (!Object.keys(localStorage).some((key) => key.startsWith('openmere.'))) return;
  (await import('./old-state.ts')).moveOldState();
}

async function start(): Promise<void> {
  // A browser that refuses storage has kept nothing that could be taken over.
  await takeOver().catch((error: unknown) => console.warn('nothing taken over', error));
  void fetchFirst();
  await import('./main.tsx');
}

// Not awaited here: the bundler would put a forwarding file, a round trip more, before everything that needs this one.
start().catch((error: unknown) => {
  console.error('the app could not be fetched', error);
  // Nothing can be drawn without the frame: the page tries again as soon as there is a network.
  addEventListener('online', () => location.reload(), { once: true });
});
