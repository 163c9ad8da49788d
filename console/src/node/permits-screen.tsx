import type { OutputOf } from '@openmere/core/calls.ts';
import { Flex, Input, InputNumber, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import { timeAt } from '../parts/columns.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import type { Column } from '../parts/list-table.tsx';
import { MemberLink } from '../parts/member-link.tsx';
import type { Filters } from '../platform/address.ts';
import { t } from '../platform/texts.ts';
import { ShortText } from '../ui/short-text.tsx';

type Permit = OutputOf<'Admin/GoldPermits'>;

const colours: Record<Permit['state'], string> = {
  listed: 'processing',
  signed: 'success',
  used: 'default',
  expired: 'warning',
};

const columns: readonly Column<Permit>[] = [
  timeAt('made', t('time'), (row) => row.made),
  {
    key: 'address',
    title: t('permitWallet'),
    render: (row) => <ShortText text={row.address} />,
    text: (row) => row.address,
  },
  {
    key: 'member',
    title: t('member'),
    render: (row) => (row.userid === null ? '—' : <MemberLink id={row.userid} name={row.nickname ?? ''} />),
    text: (row) => row.userid ?? '',
  },
  {
    key: 'state',
    title: t('status'),
    render: ({ state }) => <Tag color={colours[state]}>{t(`permit_${state}`)}</Tag>,
    text: (row) => row.state,
  },
  timeAt('deadline', t('permitUntil'), (row) => row.deadline),
  {
    key: 'token',
    title: t('permitMedal'),
    render: (row) => row.tokenid ?? '—',
    text: (row) => String(row.tokenid ?? ''),
  },
  {
    key: 'agreed',
    title: t('permitAgreed'),
    render: (row) => `${row.maker}, ${row.checker}`,
    text: (row) => `${row.maker}, ${row.checker}`,
  },
];

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);
/** What a permit lasts unless somebody says otherwise; node.permitDays bounds it. */
const USUAL_DAYS = 7;

/** A new permit: for which wallet, and for how long. It takes two people, and what is signed cannot be taken back. */
function NewPermit() {
  const [address, setAddress] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const subject = address.trim();
  const why = isAddress(subject) ? undefined : t('permitNoWallet');
  return (
    <ChangeForm
      kind="goldpermit"
      subject={subject}
      choices={[{ value: String(days), label: t('permitLook'), why }]}
      fields={
        <Flex gap={8} wrap align="center">
          <Input
            style={{ maxWidth: 420 }}
            aria-label={t('permitWallet')}
            placeholder={t('permitWallet')}
            value={address}
            maxLength={42}
            onChange={(event) => setAddress(event.target.value)}
          />
          <InputNumber
            aria-label={t('permitDays')}
            suffix={t('permitDays')}
            min={1}
            max={90}
            precision={0}
            value={days}
            onChange={(value) => setDays(value ?? USUAL_DAYS)}
          />
        </Flex>
      }
      refreshes={['Admin/GoldPermits']}
    />
  );
}

function keeps({ address, userid, nickname }: Permit, { search = '' }: Filters): boolean {
  const text = search.trim().toLowerCase();
  return [address, userid, nickname].some((one) => one?.toLowerCase().includes(text));
}

/** Who may subscribe a gold node: wallets on the list, their permits, and what came of them. */
export function PermitsScreen() {
  return (
    <ListScreen
      name="permits"
      title={t('permits')}
      path="Admin/GoldPermits"
      input={() => ({})}
      keeps={keeps}
      search={t('permitSearch')}
      columns={columns}
      rowKey={(row) => row.id}
      empty={t('noPermits')}
      note={<NewPermit />}
    />
  );
}
