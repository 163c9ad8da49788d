import type { Filters } from './address.ts';

export type SavedFilter = { name: string; filters: Filters };

const keyOf = (screen: string): string => `openmere.console.filters.${screen}`;

/** Filters that this operator keeps in this browser under a name, for one screen. */
export function listSavedFilters(screen: string): SavedFilter[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(screen)) ?? '[]');
    return Array.isArray(saved) ? (saved as SavedFilter[]) : [];
  } catch {
    // Written by hand, or cut off: there is nothing to keep.
    return [];
  }
}

/** Keeps filters under a name; the same name again replaces them. */
export function saveFilter(screen: string, saved: SavedFilter): SavedFilter[] {
  const others = listSavedFilters(screen).filter(({ name }) => name !== saved.name);
  return store(screen, [...others, saved]);
}

export function removeFilter(screen: string, name: string): SavedFilter[] {
  return store(
    screen,
    listSavedFilters(screen).filter((one) => one.name !== name),
  );
}

function store(screen: string, all: SavedFilter[]): SavedFilter[] {
  localStorage.setItem(keyOf(screen), JSON.stringify(all));
  return all;
}
