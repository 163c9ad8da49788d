import { Alert, Button, Flex, Table, type TableProps } from 'antd';
import { failureText } from './failure-text.ts';
import { t } from './texts.ts';
import { exactTime } from './time-text.ts';
import type { List } from './use-list.ts';

type Props<Row> = {
  list: List<Row>;
  rowKey: (row: Row) => string;
  columns: NonNullable<TableProps<Row>['columns']>;
  /** What an empty list means here. */
  empty: string;
  expandable?: TableProps<Row>['expandable'];
};

function Failure({ error, readAt }: Pick<List<unknown>, 'error' | 'readAt'>) {
  if (!error) return null;
  const stale =
    readAt === 0 ? {} : { description: t('staleSince', { time: exactTime(new Date(readAt).toISOString()) }) };
  return <Alert type="error" showIcon role="alert" title={failureText(error)} {...stale} />;
}

/** A list of the server as a table: loading, failed (with the age of what still stands), empty, and page by page. */
export function ListTable<Row extends object>({ list, rowKey, columns, empty, expandable }: Props<Row>) {
  const unread = Boolean(list.error) && list.readAt === 0;
  return (
    <Flex vertical gap={16}>
      <Failure error={list.error} readAt={list.readAt} />
      {!unread && (
        <Table<Row>
          rowKey={rowKey}
          loading={list.loading}
          dataSource={list.rows}
          columns={columns}
          pagination={false}
          size="middle"
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: list.loading ? ' ' : empty }}
          {...(expandable ? { expandable } : {})}
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
