import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Form, Input, InputNumber, Popconfirm, Select } from 'antd';
import { useId, useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { currentLocale, t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { branchOf, typeName } from './type-names.ts';
import style from './type-form.module.css';

export type GoodsType = OutputOf<'Admin/GoodsTypes'>;
type Draft = Omit<InputOf<'Admin/GoodsTypeSave'>, 'id'>;

const NAME_MAX = 60;
const DEPTH_MAX = 4;

type Props = {
  tree: readonly GoodsType[];
  /** None: a new one is added. */
  type?: GoodsType;
  onDone?: () => void;
};

const draftOf = (type: GoodsType | undefined): Draft => ({
  pid: type?.pid ?? '0',
  names: { ...type?.names },
  positions: type?.positions ?? 0,
  sort: type?.sort ?? 0,
});

/** What a type is called in each language, where it stands and whether it is shown. */
export function TypeForm({ tree, type, onDone }: Props) {
  const me = useMe();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [draft, setDraft] = useState(() => draftOf(type));
  const { busy, failure, run } = useAction();
  if (me === undefined) return null;
  if (!mayCall(me.role, 'Admin/GoodsTypeSave'))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;

  const act = (what: () => Promise<unknown>): void =>
    void run(async () => {
      await what();
      void message.success(t('recordedDone'));
      await queries.invalidateQueries({ queryKey: ['Admin/GoodsTypes'] });
      onDone?.();
    });
  const save = (): void =>
    act(() => call('Admin/GoodsTypeSave', { ...draft, ...(type ? { id: type.id } : {}) }));
  return (
    <Form layout="vertical" onFinish={save}>
      <Flex vertical gap={12}>
        <Names draft={draft} onChange={setDraft} />
        <Position tree={tree} type={type} draft={draft} onChange={setDraft} />
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        <Flex gap={8} wrap>
          <Button
            type="primary"
            htmlType="submit"
            loading={busy}
            disabled={(draft.names.en ?? '').trim() === ''}
          >
            {type ? t('saveType') : t('addType')}
          </Button>
          {type && (
            <Popconfirm
              title={t('removeTypeAsk', { name: typeName(type) })}
              okText={t('remove')}
              cancelText={t('cancel')}
              onConfirm={() => act(() => call('Admin/GoodsTypeDel', { id: type.id }))}
            >
              <Button danger disabled={!type.empty || busy} title={type.empty ? '' : t('typeNotEmpty')}>
                {t('remove')}
              </Button>
            </Popconfirm>
          )}
        </Flex>
        {type && !type.empty && <span className={style.hint}>{t('typeNotEmpty')}</span>}
      </Flex>
    </Form>
  );
}

type Part = { draft: Draft; onChange: (draft: Draft) => void };

function Names({ draft, onChange }: Part) {
  const id = useId();
  const language = new Intl.DisplayNames(currentLocale(), { type: 'language' });
  return (
    <div className={style.names}>
      {locales.map((locale) => (
        <Form.Item
          key={locale}
          label={language.of(locale)}
          htmlFor={`${id}${locale}`}
          required={locale === 'en'}
        >
          <Input
            id={`${id}${locale}`}
            lang={locale}
            maxLength={NAME_MAX}
            value={draft.names[locale] ?? ''}
            onChange={({ target }) =>
              onChange({ ...draft, names: { ...draft.names, [locale]: target.value } })
            }
          />
        </Form.Item>
      ))}
    </div>
  );
}

function Position({
  tree,
  type,
  draft,
  onChange,
}: Part & { tree: readonly GoodsType[]; type: Props['type'] }) {
  const id = useId();
  const own = type ? branchOf(tree, type.id) : [];
  const above = tree.filter((one) => !own.includes(one.id) && one.depth < DEPTH_MAX);
  return (
    <div className={style.place}>
      <Form.Item label={t('typeBelow')} htmlFor={`${id}p`}>
        <Select<string>
          id={`${id}p`}
          value={draft.pid}
          onChange={(pid) => onChange({ ...draft, pid })}
          options={[
            { value: '0', label: t('typeTop') },
            ...above.map((one) => ({
              value: one.id,
              label: `${'\u2003'.repeat(one.depth - 1)}${typeName(one)}`,
            })),
          ]}
        />
      </Form.Item>
      <Form.Item label={t('typeShown')} htmlFor={`${id}s`}>
        <Select<number>
          id={`${id}s`}
          value={draft.positions === 0 ? 0 : 1}
          onChange={(positions) => onChange({ ...draft, positions })}
          options={[
            { value: 0, label: t('typeInClassification') },
            { value: 1, label: t('typeHidden') },
          ]}
        />
      </Form.Item>
      <Form.Item label={t('typeSort')} htmlFor={`${id}o`}>
        <InputNumber
          id={`${id}o`}
          min={0}
          max={9_999}
          precision={0}
          value={draft.sort}
          onChange={(sort) => onChange({ ...draft, sort: sort ?? 0 })}
        />
      </Form.Item>
    </div>
  );
}
