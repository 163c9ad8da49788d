import { startLocale } from '../platform/start-locale.ts';
import { readStored } from '../platform/storage.ts';

/**
 * What the page's own script asks for, by the path in its address (`/home/home`): names of files of ours (`home-1a2b3c4d.js`), and
 * groups of texts (`home`).
 */
export type FirstScreens = Readonly<Record<string, readonly string[] | undefined>>;

/** The path in the address, as `home/home`; of none, home's. */
const placeHere = (): string => location.hash.replace(/^#\/?(pages\/)?|\/?(\?.*)?$/g, '') || 'home/home';

/**
 * Stands in the built page itself (`build/page-preload.ts`), before any file has come: asks for the screen and the texts of home,
 * login and the tabs that are opened most beside the frame. `boot.ts` asks for the same, and for every other screen's, but a round trip later.
 */
export function askForFirst(screens: FirstScreens, textsHash: string): void {
  for (const name of ['app', ...(screens[`/${placeHere()}`] ?? [])]) {
    const isScript = name.endsWith('js');
    const link = Object.assign(document.createElement('link'), {
      rel: isScript ? 'modulepreload' : 'preload',
      as: isScript ? 'script' : 'fetch',
      // Anonymous, as the app asks for them: with another mode the browser would fetch them twice.
      crossOrigin: '',
      href: `/assets/${isScript ? name : `${startLocale()}.${name}-${textsHash}.json`}`,
    });
    document.head.append(link);
  }
}

/**
 * Shows the picture that the page holds of this place (`build/first-picture.ts`), as soon as the page is read and its styles are there; the
 * app draws its own over it. Nothing in it can be used, so neither keyboards nor screen readers meet it. None for who comes by an
 * invitation or begins with another step: their screens begin with something else.
 */
export function showFirstPicture(): void {
  const page = document.documentElement;
  page.lang = startLocale();
  page.dataset['theme'] = `${readStored('setting.theme')}`;
  const templateOf = (id: string) => document.getElementById(id) as HTMLTemplateElement | null;
  const show = () => {
    const who = readStored('user.token') === undefined ? 'visitor' : 'member';
    const picture = templateOf(`${who}/${placeHere()}`);
    const texts = templateOf(page.lang)?.innerHTML.split('\n');
    if (!picture || !texts || /invcode|step/.test(location.href + document.cookie)) return;
    const drawn = document.createElement('div');
    drawn.inert = true;
    drawn.append(picture.content.cloneNode(true));
    for (const place of drawn.querySelectorAll<HTMLElement>('[data-text]'))
      place.textContent = texts[Number(place.dataset['text'])] ?? '';
    document.getElementById('root')?.append(drawn);
  };
  document.addEventListener('readystatechange', show, { once: true });
}

/** A server that is away for all is not asked by all at once. */
const ASK_AGAIN_MS = 5_000;

/**
 * Says that the page could not be loaded, where its first script does not come or what this one needs (boot.ts: `away`): the page has
 * the sentence in nine languages, before which its picture goes, and is taken anew when the server gives it; none at all would be worse.
 */
export function sayWhenAway(): void {
  const say = () => {
    document.querySelector(`p[lang=${startLocale()}]`)?.removeAttribute('hidden');
    const ask = () => void fetch('/').then(({ ok }) => ok && location.reload(), Boolean);
    setInterval(ask, ASK_AGAIN_MS);
  };
  addEventListener('away', say);
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && say(), true);
}
