import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import type { FirstScreens } from '../src/app/page-preload.ts';

const ENTRY = 'virtual:page-preload';

/** What a tab's page needs beside its own file (tab-chunks.ts); with home's and login's, from which it borrows. */
const BESIDE = ['tab-parts', 'home', 'login'];

/** The screens that are asked for by the page itself, and the groups of their texts as routes.ts names them. */
const SCREENS = [
  { place: 'home/home', chunks: ['home'], texts: ['home'] },
  { place: 'login/login', chunks: ['login'], texts: ['auth'] },
  { place: 'wallet/wallet', chunks: [...BESIDE, 'wallet'], texts: ['asset', 'member'] },
  { place: 'swap/swap', chunks: [...BESIDE, 'swap'], texts: ['market', 'swap'] },
  { place: 'swap/kline/kline', chunks: [...BESIDE, 'swap'], texts: ['market'] },
] as const;

/** Each place with its files of this build, and its texts. A chunk without a file of its own fails the build. */
export function firstScreensOf(files: readonly string[]): FirstScreens {
  const fileOf = (chunk: string): string => {
    const file = files.find((name) => new RegExp(`^assets/${chunk}-[\\w-]{8}\\.js$`).test(name));
    if (file === undefined) throw new Error(`the build has no file for ${chunk}`);
    return file.slice('assets/'.length);
  };
  return Object.fromEntries(
    SCREENS.map(({ place, chunks, texts }) => [`/${place}`, [...chunks.map(fileOf), ...texts]]),
  );
}

/** The script of the page as one classic script, so that it runs before anything has come. */
async function bundleScript(web: string, screens: FirstScreens, textsHash: string): Promise<string> {
  const source = `import { askForFirst, sayWhenAway, showFirstPicture } from ${JSON.stringify(join(web, 'src/app/page-preload.ts'))};
askForFirst(${JSON.stringify(screens)}, ${JSON.stringify(textsHash)});
sayWhenAway();
showFirstPicture();`;
  const entry: Plugin = {
    name: 'openmere:page-preload-entry',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? source : undefined),
  };
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    plugins: [entry],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script, ...rest] = chunks;
  if (script?.type !== 'chunk' || rest.length > 0) throw new Error("the page's script is not one script");
  return script.code.trim();
}

/**
 * Puts a script into the page that asks for the first screen and its texts at once. The server names its digest in the policy
 * (`server/src/platform/http/static.ts`); without it the script does not run, and all else goes on a round trip later.
 */
export function preloadFirstScreen(web: string): Plugin {
  let textsHash = '';
  return {
    name: 'openmere:page-preload',
    apply: 'build',
    configResolved({ define }) {
      textsHash = JSON.parse(String(define?.['import.meta.env.TEXTS_HASH'])) as string;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const screens = firstScreensOf(Object.values(bundle).map((file) => file.fileName));
        const code = await bundleScript(web, screens, textsHash);
        if (/<\/script|<!--/i.test(code)) throw new Error("the page's script would end early");
        // Behind the links of the frame: what is largest is asked for first.
        return html.replace(/(?=\n\s*<meta name="viewport")/, () => `\n    <script>${code}</script>`);
      },
    },
  };
}
