import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { readOn } from '../platform/pages.ts';
import type { ReadOn } from '../platform/pages.ts';
import { EndlessList } from '../ui/endless-list.tsx';
import type { EndlessListProps } from '../ui/endless-list.tsx';

type Pages = ReadOn & {
  readonly hasNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
};

type Props<Item> = Omit<EndlessListProps<Item>, 'hasMore' | 'onMore' | 'moreLabel' | 'errorText'> & {
  query: Pages;
};

/** An endless list of what is read page by page, in an order of its own: no dates over it. */
export function PagedList<Item>({ query, ...list }: Props<Item>) {
  return (
    <EndlessList
      {...list}
      hasMore={query.hasNextPage}
      onMore={() => readOn(query)}
      moreLabel={useTexts('app')('more')}
      errorText={query.isFetchNextPageError ? errorText(query.error) : undefined}
    />
  );
}
