import { Alert, Button, Flex, Table } from 'antd';
import type { TableProps } from 'antd';
import type { ReactNode } from 'react';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import type { List } from '../platform/use-list.ts';
import style from './list-table.module.css';

/** One column: what a row shows (`render`), and what the CSV file says (`text`); without one of them it stands in the other only. */
export type Column<Row> = {
  key: string;
  title: string;
  render?: (row: Row) => ReactNode;
  text?: (row: Row) => string;
  align?: 'right';
  /** In pixels, for what must not wrap. */
  width?: number;
  /** Addresses, ids and texts without blanks: broken anywhere, before they push other columns off the screen. */
  long?: boolean;
};

type Props<Row> = {
  list: List<Row>;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** What an empty list means here. */
  empty: string;
  /** The row that the keyboard stands on. */
  at?: string | undefined;
  onOpen?: (row: Row) => void;
  details?: (row: Row) => ReactNode;
  unfolded?: readonly string[];
};

/** What failed, from when it is what still stands there, and the way to read it `again` before the next time it is read anyway. */
export function Failure({
  error,
  readAt,
  again,
}: Pick<List<unknown>, 'error' | 'readAt'> & { again?: () => unknown }) {
  if (!error) return null;
  const stale =
    readAt === 0 ? {} : { description: t('staleSince', { time: exactTime(new Date(readAt).toISOString()) }) };
  const retry = again && {
    action: (
      <Button size="small" onClick={() => void again()}>
        {t('tryAgain')}
      </Button>
    ),
  };
  return <Alert type="error" showIcon role="alert" title={failureText(error)} {...stale} {...retry} />;
}

/** A press on a row opens it; one on a link, a button or selected text does not. */
function isOwnPress(target: EventTarget): boolean {
  const at = target instanceof Element ? target : null;
  return at?.closest('a, button') === null && String(getSelection() ?? '') === '';
}

/** A list of the server as a table: loading, failed (with the age of what still stands), empty, and page by page. */
export function ListTable<Row extends object>(props: Props<Row>) {
  const { list, rowKey, columns, empty, at, onOpen, details, unfolded } = props;
  const unread = Boolean(list.error) && list.readAt === 0;
  const tableColumns: NonNullable<TableProps<Row>['columns']> = columns
    .filter(({ render }) => render !== undefined)
    .map(({ key, title, render, align, width, long }) => ({
      key,
      title,
      render: (_: unknown, row: Row) => render?.(row),
      ...(align ? { align } : {}),
      ...(width === undefined ? {} : { width, className: style.whole ?? '' }),
      ...(long === true ? { className: style.long ?? '' } : {}),
    }));
  const marks = (row: Row): object => ({ 'data-at': rowKey(row) === at });
  return (
    <Flex vertical gap={12} className={style.list ?? ''}>
      <Failure error={list.error} readAt={list.readAt} again={list.again} />
      {!unread && (
        <Table<Row>
          rowKey={rowKey}
          loading={list.loading}
          dataSource={list.rows}
          columns={tableColumns}
          pagination={false}
          size="small"
          rowClassName={(row) =>
            [onOpen ? style.opens : '', rowKey(row) === at ? style.at : ''].filter(Boolean).join(' ')
          }
          onRow={(row) => ({
            ...marks(row),
            ...(onOpen ? { onClick: (event) => isOwnPress(event.target) && onOpen(row) } : {}),
          })}
          locale={{ emptyText: list.loading ? ' ' : list.more ? t('nothingYet') : empty }}
          {...(details
            ? {
                expandable: {
                  expandedRowRender: (row) => <div className={style.details}>{details(row)}</div>,
                  expandedRowKeys: [...(unfolded ?? [])],
                  onExpand: (_: boolean, row: Row) => onOpen?.(row),
                },
              }
            : {})}
        />
      )}
      {list.more && (
        <Button loading={list.loadingMore} onClick={list.more}>
          {t('more')}
        </Button>
      )}
    </Flex>
  );
}
