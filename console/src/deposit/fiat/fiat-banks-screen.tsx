import type { OutputOf } from '@openmere/core/calls.ts';
import { Checkbox, Flex, Input, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../../parts/change-form.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { t } from '../../platform/texts.ts';
import { exactTime } from '../../platform/time-text.ts';

type Row = OutputOf<'Admin/FiatBanks'>;
type Draft = Pick<Row, 'currency' | 'name' | 'holder' | 'account' | 'bic' | 'open'>;
const fields = ['currency', 'name', 'holder', 'account', 'bic'] as const;

const columns: readonly Column<Row>[] = [
  {
    key: 'currency',
    title: t('fiatCurrency'),
    render: (row) => row.currency,
    text: (row) => row.currency,
  },
  { key: 'name', title: t('fiatBank'), render: (row) => row.name, text: (row) => row.name },
  { key: 'holder', title: t('fiatHolder'), render: (row) => row.holder, text: (row) => row.holder },
  { key: 'account', title: t('fiatAccount'), render: (row) => row.account, text: (row) => row.account },
  {
    key: 'changed',
    title: t('changedAt'),
    render: (row) => exactTime(row.changed),
    text: (row) => row.changed,
  },
  {
    key: 'open',
    title: t('status'),
    render: (row) => (
      <Flex gap={4}>
        <Tag color={row.open ? 'success' : 'default'}>{t(row.open ? 'fiatOn' : 'fiatOff')}</Tag>
        {row.made === 'development' && <Tag color="warning">{t('fiatDevelopment')}</Tag>}
      </Flex>
    ),
    text: (row) => String(row.open),
  },
];

/** Our bank accounts, which members send their money to: each change takes two operators. */
export function FiatBanksScreen() {
  return (
    <ListScreen
      name="fiatbanks"
      title={t('fiatBanks')}
      path="Admin/FiatBanks"
      input={() => ({})}
      keeps={() => true}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noFiatBanks')}
      details={(row) => <BankForm subject={row.id} before={row} />}
      note={<NewBank />}
    />
  );
}

function NewBank() {
  const none = { currency: '', name: '', holder: '', account: '', bic: '', open: true };
  return (
    <Flex vertical gap={8}>
      <span>{t('fiatNewBank')}</span>
      <BankForm subject="new" before={none} />
    </Flex>
  );
}

function BankForm({ subject, before }: { subject: string; before: Draft }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    currency: before.currency,
    name: before.name,
    holder: before.holder,
    account: before.account,
    bic: before.bic,
    open: before.open,
  }));
  const trimmed = Object.fromEntries(fields.map((field) => [field, draft[field].trim()]));
  const isWhole = fields.every((field) => field === 'bic' || draft[field].trim().length > 1);
  return (
    <ChangeForm
      kind="fiatbank"
      subject={subject}
      choices={[
        {
          value: JSON.stringify({ ...trimmed, open: draft.open }),
          label: t('permitLook'),
          why: isWhole ? undefined : t('fiatBankWhole'),
        },
      ]}
      fields={
        <Flex gap={8} wrap align="end">
          {fields.map((field) => (
            <Flex key={field} vertical gap={2}>
              <span>{t(`fiatField_${field}`)}</span>
              <Input
                style={{ width: field === 'currency' ? 90 : 210 }}
                aria-label={t(`fiatField_${field}`)}
                value={draft[field]}
                maxLength={80}
                onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
              />
            </Flex>
          ))}
          <Checkbox
            checked={draft.open}
            onChange={(event) => setDraft({ ...draft, open: event.target.checked })}
          >
            {t('fiatOffered')}
          </Checkbox>
        </Flex>
      }
      refreshes={['Admin/FiatBanks']}
    />
  );
}
