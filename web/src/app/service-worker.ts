import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { openMessage, showMessage } from './push-message.ts';
import type { MessageData, MessageScope } from './push-message.ts';

/**
 * The app's own files without a network, and nothing else: no answer of a call, no token, no picture is kept here. It answers
 * for the page at `/` and for `/assets/`; everything else (calls, the socket, `/dev`, `/Admin`, `/files`) goes by untouched.
 */

type BuiltFiles = { shell: { url: string; revision: string | null }[]; all: string[] };

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Message = Extendable & { data: unknown };
type Pushed = Extendable & { data: MessageData };
type Clicked = Extendable & { notification: { data: unknown; close(): void } };
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  clients: MessageScope['clients'] & { claim(): Promise<void> };
  registration: MessageScope['registration'] & { navigationPreload?: { enable(): Promise<void> } };
};

const worker = globalThis as unknown as WorkerScope;
// Put in by the build (build/service-worker-plugin.ts).
const files = import.meta.env['BUILT_FILES'] as BuiltFiles;

const PAGE = '/index.html';
/** Files of this build that were fetched when somebody needed them: the texts of a language, the chart. */
const USED = 'openmere-used';
/** Files of the build before this one: a page that is still open from then may need one of its screens. */
const BEFORE = 'openmere-before';
/** A network that does not answer for so long is as good as none. */
const PAGE_PATIENCE_MS = 4000;

const shell = new PrecacheController();
shell.addToCacheList(files.shell);
const ofThisBuild = new Set(files.all);
const pathOf = (request: Request): string => new URL(request.url).pathname;

/** Before the files of the last build are thrown away: those with a hash in their name stay for one build more. */
async function keepFormerFiles(): Promise<void> {
  const former: [Request, Response][] = [];
  for (const name of await caches.keys()) {
    if (name === BEFORE) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = pathOf(request);
      if (!path.startsWith('/assets/') || ofThisBuild.has(path)) continue;
      const response = await cache.match(request);
      if (response) former.push([request, response]);
      if (name === USED) await cache.delete(request);
    }
  }
  if (former.length === 0) return;
  await caches.delete(BEFORE);
  const before = await caches.open(BEFORE);
  await Promise.all(former.map(([request, response]) => before.put(request, response)));
}

/** The texts of one language, so that every screen of this build can be read. */
async function keepTexts(locale: string): Promise<void> {
  const used = await caches.open(USED);
  const texts = files.all.filter((url) => url.startsWith(`/assets/${locale}.`) && url.endsWith('.json'));
  const missing: string[] = [];
  for (const url of texts) if (!(await used.match(url))) missing.push(url);
  await used.addAll(missing);
}

/** The newest page where there is a network; the kept one where there is none, or none that answers. */
async function answerPage(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  const kept = await shell.matchPrecache(PAGE);
  if (!kept) return fetch(request);
  const fresh = (async () => (await preloaded) ?? fetch(request))().then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(kept), PAGE_PATIENCE_MS);
  });
  return Promise.race([fresh, late]);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(shell.install(event));
});
worker.addEventListener('activate', (event) => {
  const clear = async () => {
    await keepFormerFiles();
    await shell.activate(event);
  };
  event.waitUntil(clear());
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
  // The page that asked for this worker has the same files: it may answer for it at once.
  event.waitUntil(worker.clients.claim());
});

registerRoute(
  new NavigationRoute(
    ({ event, request }) => {
      const { preloadResponse } = event as unknown as { preloadResponse?: Promise<Response | undefined> };
      return answerPage(request, preloadResponse ?? Promise.resolve(undefined));
    },
    // Every screen stands behind the hash of this one page.
    { allowlist: [/^\/(?:index\.html)?(?:\?|$)/] },
  ),
);
registerRoute(
  new PrecacheRoute(shell, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }),
);

const used = new CacheFirst({ cacheName: USED });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ event, request, url }) => {
    const before = await caches.open(BEFORE);
    return (
      (await before.match(request)) ??
      (ofThisBuild.has(url.pathname) ? used.handle({ event, request }) : fetch(request))
    );
  },
);

worker.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data !== 'object' || data === null) return;
  // The member has agreed to the new version (platform/app-update.ts).
  if ('apply' in data) event.waitUntil(worker.skipWaiting());
  if ('locale' in data && typeof data.locale === 'string') event.waitUntil(keepTexts(data.locale));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(worker, event.data));
});
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openMessage(worker, notification.data));
});
