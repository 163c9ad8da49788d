import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { Flex, Image, Tag, Typography } from 'antd';
import { timeColumn } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import { ReasonForm } from '../parts/reason-form.tsx';
import type { Filters } from '../platform/address.ts';
import { call } from '../platform/api-client.ts';
import { t } from '../platform/texts.ts';
import { HiddenBy } from './hidden-by.tsx';

type Row = OutputOf<'Admin/GoodsComments'>;

const SHORT_TEXT = 80;

const columns: readonly Column<Row>[] = [
  timeColumn,
  { key: 'goods', title: t('goodsName'), render: (row) => row.goods.name, text: (row) => row.goods.id },
  {
    key: 'by',
    title: t('buyer'),
    render: ({ by }) => <MemberLink id={by.userid} name={by.nickname} />,
    text: (row) => row.by.userid,
  },
  {
    key: 'stars',
    title: t('commentStars'),
    align: 'right',
    render: (row) => `${row.stars} / 5`,
    text: (row) => String(row.stars),
  },
  {
    key: 'text',
    title: t('commentText'),
    render: (row) => (row.text.length > SHORT_TEXT ? `${row.text.slice(0, SHORT_TEXT)} …` : row.text),
    text: (row) => row.text,
  },
  {
    key: 'state',
    title: t('status'),
    render: (row) =>
      row.hidden === null ? (
        <Tag color="success">{t('commentShown')}</Tag>
      ) : (
        <Tag color="error">{t('goods_hidden')}</Tag>
      ),
    text: (row) => (row.hidden === null ? 'shown' : 'hidden'),
  },
];

const options = [
  { value: '', label: t('allComments') },
  { value: '1', label: t('hiddenOnly') },
];

function inputOf({ hidden = '', search = '', goods = '' }: Filters): InputOf<'Admin/GoodsComments'> {
  const goodsid = search === '' ? goods : search;
  return { ...(goodsid === '' ? {} : { goodsid }), ...(hidden === '1' ? { hidden } : {}) };
}

/** What buyers say of goods; what breaks the rules is hidden with a reason, and its stars go with it. */
export function CommentsScreen() {
  return (
    <ListScreen
      name="comments"
      title={t('goodsComments')}
      path="Admin/GoodsComments"
      input={inputOf}
      search={t('commentSearch')}
      choices={[{ key: 'hidden', label: t('status'), options }]}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noComments')}
      details={(row) => <Details row={row} />}
    />
  );
}

function Details({ row }: { row: Row }) {
  const hide = row.hidden === null ? '1' : '0';
  return (
    <Flex vertical gap={16}>
      <HiddenBy hidden={row.hidden} />
      <Typography.Paragraph style={{ marginBottom: 0, whiteSpace: 'pre-line' }}>
        {row.text}
      </Typography.Paragraph>
      {row.pictures.length > 0 && (
        <Flex gap={8} wrap>
          {row.pictures.map((src) => (
            <Image key={src} width={96} src={src} alt={t('commentPicture')} />
          ))}
        </Flex>
      )}
      {row.answer !== '' && (
        <Typography.Paragraph type="secondary" style={{ marginBottom: 0, whiteSpace: 'pre-line' }}>
          {t('shopAnswered', { text: row.answer })}
        </Typography.Paragraph>
      )}
      <ReasonForm
        needs="Admin/GoodsCommentHide"
        hint={t('commentHideHint')}
        done={t('recordedDone')}
        refreshes={['Admin/GoodsComments']}
        acts={[
          {
            key: 'hide',
            label: hide === '1' ? t('commentHide') : t('commentShow'),
            look: hide === '1' ? 'danger' : 'primary',
            run: (reason) => call('Admin/GoodsCommentHide', { id: row.id, hide, reason }),
          },
        ]}
      />
    </Flex>
  );
}
