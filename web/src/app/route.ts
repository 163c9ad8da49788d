import type { CallPath } from '@openmere/core/calls.ts';
import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import type { ComponentType } from 'react';
import type { LoadedGroup, TitleKey } from '../platform/texts.ts';

export type TabKey = 'home' | 'swap' | 'activity' | 'team' | 'wallet';

/**
 * One row per screen. `access: open` needs no login. `tab` marks the five tab roots, which show the tab bar.
 */
export type Route = {
  readonly path: string;
  readonly access: 'open' | 'member';
  readonly title: TitleKey;
  /** The groups of its texts; where its title is not one of `app`, its group is among them. */
  readonly texts: readonly LoadedGroup[];
  readonly tab?: TabKey;
  /** Contracts that the screen cannot work without: where one is not published, `/pages/pres` says so (specification §7). */
  readonly needs?: readonly ContractKey[];
  /** Reads without parameters that the screen begins with: asked for while it is still on its way. */
  readonly reads?: readonly CallPath[];
  readonly screen: () => Promise<ComponentType>;
};

type Rest = Omit<Route, 'path' | 'access' | 'title'>;

export function row(path: string, access: Route['access'], title: TitleKey, rest: Rest): Route {
  return { path, access, title, ...rest };
}
