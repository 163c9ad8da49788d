import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { readOn } from '../platform/pages.ts';
import type { ReadOn } from '../platform/pages.ts';
import { dateText } from '../platform/time-text.ts';
import { EndlessList } from '../ui/endless-list.tsx';
import { Loaded } from './loaded.tsx';

/** What `useCallPages` gives back, as far as a list needs it. */
type Pages<Item> = ReadOn & {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly rows: readonly Item[] | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchNextPageError: boolean;
};

export type CallListProps<Item> = {
  query: Pages<Item>;
  label: string;
  /** What stands there when there is nothing: an `EmptyState`. */
  empty: ReactNode;
  waiting?: ReactNode;
  /** 3 where the list stands under a title of its own. Default 2. */
  headLevel?: 2 | 3;
  /** One row: a `ListRow`. */
  children: (item: Item) => ReactNode;
};

/**
 * The server looks through so many entries for one answer: none among those is not none at all. Reads on until there is one, or nothing
 * is left. @returns whether it does.
 */
function useReadingOn({ rows, data, hasNextPage, isError, ...query }: Pages<unknown>): boolean {
  const isReading = rows?.length === 0 && hasNextPage;
  const pages = data?.pages.length;
  useEffect(() => {
    if (isReading && !isError) void readOn(query);
    // Each page that was read asks for the next one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReading, isError, pages]);
  return isReading;
}

/** A list call, newest first under the dates, read on as it is scrolled; and what is shown before, instead and after. */
export function CallList<Item extends { id: string; time: string }>(props: CallListProps<Item>) {
  const { query, label, empty, waiting, headLevel, children } = props;
  const app = useTexts('app');
  const locale = useLocale();
  const isReading = useReadingOn(query);
  return (
    <Loaded query={{ ...query, data: isReading ? undefined : query.rows }} waiting={waiting}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <EndlessList
            label={label}
            headLevel={headLevel}
            items={rows}
            keyOf={(row) => row.id}
            headOf={(row) => dateText(row.time, locale)}
            hasMore={query.hasNextPage}
            onMore={() => readOn(query)}
            moreLabel={app('more')}
            errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
          >
            {children}
          </EndlessList>
        )
      }
    </Loaded>
  );
}
