import type { OutputOf } from '@openmere/core/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure } from '../parts/list-table.tsx';
import type { Column } from '../parts/list-table.tsx';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { exactTime, TIME_WIDTH } from '../platform/time-text.ts';
import { useMe } from '../platform/use-me.ts';
import { ArticleForm } from './article-form.tsx';

type Row = OutputOf<'Admin/News'>;
const colors = { draft: 'default', published: 'success', withdrawn: 'warning' } as const;

const columns: readonly Column<Row>[] = [
  { key: 'title', title: t('articleTitle'), render: (row) => row.title, text: (row) => row.title },
  {
    key: 'kind',
    title: t('articleKind'),
    render: (row) => t(`kind_${row.kind}`),
    text: (row) => row.kind,
  },
  {
    key: 'languages',
    title: t('articleLanguages'),
    render: (row) => row.locales.length,
    text: (row) => row.locales.join(' '),
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) => <Tag color={colors[row.state]}>{t(`article_${row.state}`)}</Tag>,
    text: (row) => row.state,
  },
  {
    key: 'from',
    title: t('articleFrom'),
    width: TIME_WIDTH,
    render: (row) => (row.from === null ? '—' : exactTime(row.from)),
    text: (row) => row.from ?? '',
  },
  {
    key: 'changed',
    title: t('changedAt'),
    width: TIME_WIDTH + 90,
    render: (row) => `${exactTime(row.changed)} · ${row.by}`,
    text: (row) => row.changed,
  },
];

/** What everybody reads: news, and what home shows of partners. */
export function NewsScreen() {
  const me = useMe();
  const [opened, setOpened] = useState<'new' | Row>();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <ListScreen
        name="news"
        title={t('news')}
        path="Admin/News"
        input={() => ({})}
        columns={columns}
        rowKey={(row) => row.id}
        empty={t('noArticles')}
        onOpen={setOpened}
        note={
          me !== undefined &&
          mayCall(me.role, 'Admin/NewsSave') && (
            <Button
              type="primary"
              style={{ alignSelf: 'start', marginBottom: 12 }}
              onClick={() => setOpened('new')}
            >
              {t('newArticle')}
            </Button>
          )
        }
      />
      <Drawer
        open={opened !== undefined}
        onClose={close}
        size="large"
        destroyOnHidden
        title={opened === 'new' ? t('newArticle') : (opened?.title ?? '')}
      >
        {opened === 'new' && <ArticleForm onDone={close} />}
        {opened !== undefined && opened !== 'new' && <Known id={opened.id} />}
      </Drawer>
    </>
  );
}

function Known({ id }: { id: string }) {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['Admin/NewsFirst', id],
    queryFn: () => call('Admin/NewsFirst', { id }),
    // What is being written is not replaced by what was read before.
    staleTime: Infinity,
  });
  return (
    <>
      {/* What is being written stays when it cannot be read again. */}
      <Failure error={error} readAt={dataUpdatedAt} />
      {data ? <ArticleForm key={data.id} article={data} /> : !error && <Skeleton active />}
    </>
  );
}
