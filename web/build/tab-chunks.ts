import { closureOf } from './first-load.ts';
import type { Graph } from './first-load.ts';

/** The tabs' first screens, and the chart, which is one tap from its tab: what each file of the build may hold. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  wallet: ['asset/wallet-screen.tsx'],
  swap: ['swap/market/market-screen.tsx', 'swap/chart/kline-screen.tsx'],
  team: ['team/team-screen.tsx'],
  activity: ['activity/activity-screen.tsx'],
};

/** What is fetched as soon as a tab stands: by every member's page, and to read from the chain what a wallet holds. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  member: [
    'app/follow-live.ts',
    'app/offline/keep-answers.ts',
    'app/offline/offline-line.tsx',
    'app/asking.tsx',
    'member/family/acting-banner.tsx',
    'reward/award-link.tsx',
    'wallet/wallet-corner.tsx',
  ],
  'chain-read': ['platform/wallet/read-token.ts'],
};

function reach(files: readonly string[], { web, graph }: { web: string; graph: Graph }): Set<string> {
  const known = new Set<string>();
  for (const file of files) closureOf(graph, `${web}/src/${file}`, known);
  return known;
}

/** What only these screens import, at once or by way of each other: nobody else has to wait for it. */
function privateTo(known: ReadonlySet<string>, graph: Graph): Set<string> {
  const borrowed = new Set<string>();
  for (const id of known)
    if (graph.getModuleInfo(id)?.importers?.some((one) => !known.has(one))) closureOf(graph, id, borrowed);
  return new Set([...known].filter((id) => !borrowed.has(id)));
}

/**
 * Names the chunk of a module that a tab's first screen imports at once: the tab's own where nobody else needs it, else
 * `tab-parts`; and `member` and `chain-read` for what comes behind it. Without this a tab would wait for all that four screens anywhere
 * share, contracts' interfaces and the code that reads them among it: three times what it needs.
 */
export function tabChunk(web: string): (id: string, graph: Graph) => string | undefined {
  const find = (graph: Graph) => {
    const tabs = Object.entries(TABS).map(([name, files]) => {
      const known = reach(files, { web, graph });
      return { name, known, own: privateTo(known, graph) };
    });
    const behind = Object.entries(BEHIND).map(([name, files]) => ({
      name,
      known: reach(files, { web, graph }),
    }));
    return { tabs, behind };
  };
  let found: ReturnType<typeof find> | undefined;
  return (id, graph) => {
    found ??= find(graph);
    const { tabs, behind } = found;
    const own = tabs.find((one) => one.own.has(id));
    if (own) return own.name;
    if (tabs.some(({ known }) => known.has(id))) return 'tab-parts';
    return behind.find(({ known }) => known.has(id))?.name;
  };
}
