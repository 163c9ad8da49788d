import { askEarly } from '../platform/early-asked.ts';
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
  const token = readStored('user.token');
  const mayEnter = token !== undefined || isOpenPath(path);
  const locale = startLocale();
  const fetchScreen = async () => {
    const route = await fetchRoute(mayEnter ? path : LOGIN_PATH);
    if (route) await Promise.all([route.screen(), ...route.texts.map((group) => fetchTexts(locale, group))]);
  };
  const wanted: unknown[] = [fetchTexts(locale, 'app'), fetchScreen()];
  // What most screens of members share lies in these files; the screen itself would name them a round trip later.
  if (token !== undefined) {
    askEarly(findRoute(path)?.reads ?? [], locale, token);
    // The browser reads its data of languages for the first of these, which takes a slow phone 80 ms: better now, while
    // the files are on their way, than in the middle of the first picture.
    setTimeout(() => Intl.DateTimeFormat(locale));
    wanted.push(import('../parts/refreshable.tsx'));
    for (const path of ['/', LOGIN_PATH]) wanted.push(findRoute(path)?.screen());
  }
  await Promise.all(wanted).catch((error: unknown) => console.warn(error));
}

async function start(): Promise<void> {
  void fetchFirst();
  const main = await import('./main.tsx');
  await main.start();
}

/** Nothing can be drawn without the frame and its texts: the page says so (page-preload.ts). */
function failStart(error: unknown): void {
  console.error(error);
  dispatchEvent(new Event('away'));
}

// Not awaited here: the bundler would put a forwarding file, a round trip more, before everything that needs this one.
start().catch(failStart);
