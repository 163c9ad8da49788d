import type { CallPath, Calls, InputOf } from '@openmere/core/calls.ts';
import type { CallOutput, Page } from '@openmere/core/kit/call.ts';
import { App, Button } from 'antd';
import { call } from '../platform/api-client.ts';
import { linesOf, saveCsv } from '../platform/csv.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import type { Column } from './list-table.tsx';

/** One file that a spreadsheet still opens; what is cut is said, and a narrower filter has the rest. */
const ROWS_MAX = 500_000;
/** The most that a call answers. */
const PAGE_SIZE = 1_000;
/** Between two pages: without it a long file would take all the calls that the operator has in a minute. */
const PAUSE_MS = 100;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

type Props<P extends CallPath> = {
  name: string;
  path: P;
  input: InputOf<P>;
  columns: readonly Column<CallOutput<Calls[P]> & object>[];
  /** All there is, where the call answers it at once. */
  whole?: readonly (CallOutput<Calls[P]> & object)[] | undefined;
  /** It was not answered yet: a file of nothing would say that there is nothing. */
  unread?: boolean;
};

/** Reads all pages of what is filtered, not only what is on the screen, and saves them as a file. */
export function CsvButton<P extends CallPath>({
  name,
  path,
  input,
  columns,
  whole,
  unread = false,
}: Props<P>) {
  type Row = CallOutput<Calls[P]> & object;
  const { message } = App.useApp();
  const { busy, run } = useAction();
  const written = columns.filter((column) => column.text !== undefined);
  const cellsOf = (row: Row): string[] => written.map(({ text }) => text?.(row) ?? '');

  async function save(): Promise<void> {
    // The lines alone are kept: a row has much that no column says.
    const parts = [linesOf((whole ?? []).map((row) => cellsOf(row)))];
    let count = whole?.length ?? 0;
    let cursor: string | undefined;
    while (whole === undefined) {
      const paged = { ...input, pageSize: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await call(path, paged as InputOf<P>)) as Page<Row>;
      parts.push(linesOf(page.list.map((row) => cellsOf(row))));
      count += page.list.length;
      cursor = page.cursor;
      if (cursor === undefined || count >= ROWS_MAX) break;
      await pause();
    }
    saveCsv(
      name,
      written.map(({ title }) => title),
      parts,
    );
    void message.success(t(cursor === undefined ? 'csvSaved' : 'csvCut', { count }));
  }

  const start = (): void =>
    void run(async () => {
      try {
        await save();
      } catch (problem) {
        void message.error(failureText(problem));
      }
    });
  return (
    <Button loading={busy} disabled={unread} onClick={start}>
      CSV
    </Button>
  );
}
