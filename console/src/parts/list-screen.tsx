import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import { Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFilters } from '../platform/address.ts';
import type { Filters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { useKeys } from '../platform/use-keys.ts';
import { useList } from '../platform/use-list.ts';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { SearchHandle } from '../ui/search-field.tsx';
import { CsvButton } from './csv-button.tsx';
import { KeyHelp } from './key-help.tsx';
import { ListTable } from './list-table.tsx';
import type { Column } from './list-table.tsx';
import { SavedFilters } from './saved-filters-menu.tsx';

type Choice = { key: string; label: string; options: readonly { value: string; label: string }[] };

type Props<P extends CallPath, Row> = {
  /** Names the saved filters and the CSV file. */
  name: string;
  title: string;
  path: P;
  /** The call's parameters for what the address says. */
  input: (filters: Filters) => InputOf<P>;
  /** The call answers all rows at once; what is searched for is looked for here. */
  keeps?: (row: Row, filters: Filters) => boolean;
  /** The label of the search field; none: the list is not searched. */
  search?: string;
  choices?: readonly Choice[];
  /** Narrowed down by days, `from` and `until` (UTC), both within. */
  days?: boolean;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  empty: string;
  /** What Enter and a press on a row do; without it a row unfolds, when it has `details`. */
  onOpen?: (row: Row) => void;
  details?: (row: Row) => ReactNode;
  /** Something above the table. */
  note?: ReactNode;
  /** Without the frame of a screen: one list among others on a page. */
  bare?: boolean;
};

/**
 * A list of the server as a screen: what narrows it down stands in the address, can be kept under a name, and goes into the
 * CSV file with all pages; j and k walk along the rows, Enter opens, / searches, ? tells the keys.
 */
export function ListScreen<P extends CallPath>(props: Props<P, CallOutput<Calls[P]> & object>) {
  type Row = CallOutput<Calls[P]> & object;
  const {
    name,
    title,
    path,
    input,
    search,
    choices = [],
    days = false,
    columns,
    rowKey,
    empty,
    onOpen,
    details,
    keeps,
  } = props;
  const [filters, change] = useFilters();
  const list = useList(path, input(filters), { whole: keeps !== undefined });
  const rows = (list.rows as Row[]).filter((row) => keeps?.(row, filters) ?? true);
  /** The row that the keyboard stands on, and its place, should it leave the list. */
  const [at, setAt] = useState<{ key: string; place: number }>();
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const [help, setHelp] = useState(false);
  const field = useRef<SearchHandle>(null);

  const fold = (row: Row): void => {
    const key = rowKey(row);
    setUnfolded((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]));
  };
  // A press would meet the row that stands there in a moment, or one that is no more.
  const open = list.loading ? undefined : (onOpen ?? (details ? fold : undefined));
  const chosen = rows.find((row) => rowKey(row) === at?.key);
  const chosenKey = chosen && at?.key;
  const step = (by: 1 | -1): void => {
    // Where the row was that has left the list, the next one stands.
    const to = chosen ? rows.indexOf(chosen) + by : (at?.place ?? 0) - (by < 0 ? 1 : 0);
    const place = Math.max(Math.min(to, rows.length - 1), 0);
    const row = rows[place];
    setAt(row && { key: rowKey(row), place });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => chosen && open?.(chosen),
    '/': (event) => {
      event.preventDefault();
      field.current?.focus();
    },
    '?': () => setHelp(true),
  });
  const isGone = unfolded.some((key) => !rows.some((row) => rowKey(row) === key));
  useEffect(() => {
    // What was decided leaves the list: one would look at the empty space where it stood.
    if (isGone && !list.loading) window.scrollTo({ top: 0 });
  }, [isGone, list.loading]);
  useEffect(() => {
    if (chosenKey !== undefined)
      document.querySelector('[data-at="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenKey]);

  const tools = (
    <>
      {search !== undefined && (
        <SearchField
          ref={field}
          label={search}
          value={filters['search'] ?? ''}
          onSearch={(text) => change({ search: text })}
        />
      )}
      {choices.map(({ key, label, options }) => (
        <Select<string>
          key={key}
          aria-label={label}
          value={filters[key] ?? options[0]?.value ?? ''}
          onChange={(value) => change({ [key]: value === options[0]?.value ? '' : value })}
          popupMatchSelectWidth={false}
          options={[...options]}
        />
      ))}
      {days &&
        (['from', 'until'] as const).map((key) => (
          <Input
            key={key}
            type="date"
            style={{ width: 'auto' }}
            aria-label={t(key === 'from' ? 'dayFrom' : 'dayUntil')}
            title={t(key === 'from' ? 'dayFrom' : 'dayUntil')}
            value={filters[key] ?? ''}
            onChange={({ target }) => change({ [key]: target.value })}
          />
        ))}
      {(search !== undefined || choices.length > 0) && <SavedFilters screen={name} />}
      <CsvButton<P>
        name={name}
        path={path}
        input={input(filters)}
        columns={columns}
        whole={keeps && rows}
        unread={keeps !== undefined && list.readAt === 0}
      />
    </>
  );
  return (
    <Screen title={title} tools={tools} level={props.bare ? 3 : 2}>
      {props.note}
      <ListTable<Row>
        list={{ ...list, rows }}
        rowKey={rowKey}
        columns={columns}
        empty={empty}
        at={chosenKey}
        {...(open ? { onOpen: open } : {})}
        {...(details ? { details, unfolded } : {})}
      />
      <KeyHelp open={help} onClose={() => setHelp(false)} title={t('keys')} />
    </Screen>
  );
}
