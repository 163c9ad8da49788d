import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { push, replace } from '../platform/history.ts';
import { useTitle } from '../platform/i18n.ts';
import { useCallPages } from '../platform/pages.ts';
import type { TitleKey } from '../platform/texts.ts';
import { Page } from '../ui/page.tsx';
import { useWide } from '../ui/use-wide.ts';
import { BackBar } from './back-bar.tsx';
import { CallList } from './call-list.tsx';
import { Refreshable } from './refreshable.tsx';
import { useRecordId } from './use-record-id.ts';

/** Calls whose rows have an id and a time: what a list shows under its dates. */
type Listed = { id: string; time: string };
type ListPath = { [P in CallPath]: CallOutput<Calls[P]> extends Listed ? P : never }[CallPath];
type RowOf<P extends ListPath> = CallOutput<Calls[P]> & Listed;

/** How a row stands in its list: `current` is the one that is shown beside it. */
export type ListedRow = { current: boolean; onOpen: (id: string) => void };

type Props<P extends ListPath> = {
  call: P;
  /** The address of the page; with `id` behind it, of one record. */
  path: string;
  /** The name of the page, which the list has as well. */
  title: TitleKey;
  /** Where back leads when one came here by a link from outside. */
  parent: string;
  /** What stands there when there is nothing: an `EmptyState`. */
  empty: ReactNode;
  waiting?: ReactNode;
  /** One record by its id; left out where a row says all. */
  one?: (id: string) => ReactNode;
  /** One row: a `ListRow`. */
  children: (row: RowOf<P>, listed: ListedRow) => ReactNode;
};

/** A page that is one list call, newest first. `id` in the address opens one record: beside the list where there is room. */
export function RecordsPage<P extends ListPath>(props: Props<P>) {
  const { call, path, title, parent, one, children, ...list } = props;
  const titleOf = useTitle();
  const id = useRecordId();
  const isWide = useWide();
  const isAlone = one !== undefined && id !== undefined && !isWide;
  const query = useCallPages(call, {} as InputOf<P>, { enabled: !isAlone });
  const rows = query.rows as readonly RowOf<P>[] | undefined;
  const beside = isWide ? (id ?? rows?.[0]?.id) : undefined;
  // Beside the list each one takes the place of the one before: back leaves the page.
  const onOpen = (chosen: string) => (isWide ? replace : push)(path, { id: chosen });
  return (
    <Page
      narrow={isAlone}
      nav={<BackBar title={title} parent={parent} />}
      aside={one && beside !== undefined ? <Fragment key={beside}>{one(beside)}</Fragment> : undefined}
    >
      {isAlone ? (
        one(id)
      ) : (
        <Refreshable calls={[call]}>
          <CallList label={titleOf(title)} query={{ ...query, rows }} {...list}>
            {(row) => children(row, { current: row.id === beside, onOpen })}
          </CallList>
        </Refreshable>
      )}
    </Page>
  );
}
