import { startLocale } from '../platform/start-locale.ts';

/** What the page's own script asks for, by the path in its address: files of ours, and the groups of its texts. */
export type FirstScreens = Readonly<
  Record<string, { files: readonly string[]; texts: readonly string[] } | undefined>
>;

function ask(href: string, rel: 'preload' | 'modulepreload'): void {
  const link = document.createElement('link');
  link.rel = rel;
  link.as = rel === 'preload' ? 'fetch' : 'script';
  // As the app asks for them: with another mode the browser would fetch them twice.
  link.crossOrigin = 'anonymous';
  link.href = href;
  document.head.append(link);
}

/**
 * Stands in the built page itself (`build/page-preload.ts`), before any file has come: asks for the screen and the texts of home,
 * login and the tabs that are opened most beside the frame. `boot.ts` asks for the same, and for every other screen's, but a round trip later.
 */
export function askForFirst(screens: FirstScreens, textsHash: string): void {
  const [path = ''] = location.hash.slice(1).split('?');
  const screen = screens[path.replace(/\/$/, '')];
  const askForTexts = (group: string) =>
    ask(`/assets/${startLocale()}.${group}-${textsHash}.json`, 'preload');
  askForTexts('app');
  if (!screen) return;
  for (const file of screen.files) ask(`/${file}`, 'modulepreload');
  for (const group of screen.texts) askForTexts(group);
}
