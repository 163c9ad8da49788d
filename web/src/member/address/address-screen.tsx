import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingRows } from '../../parts/waiting.tsx';
import { useTexts, useTitle } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconEdit } from '../../ui/icon/act.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { EDIT_PATH } from './address-fields.ts';
import type { ShippingAddress } from './address-fields.ts';
import { AddressLines } from './address-lines.tsx';

function AddressRow({ address }: { address: ShippingAddress }) {
  return (
    <ListRow
      title={<AddressLines address={address} />}
      trailing={<IconEdit size={20} />}
      chevron={false}
      href={`#${EDIT_PATH}?id=${address.id}`}
    />
  );
}

/** Where parcels go: the default address first. */
export function AddressScreen() {
  const t = useTexts('address');
  const titleOf = useTitle();
  const query = useCall('Users/GetMyAddress', {});
  const rows = query.data?.list;
  const add = <Button href={`#${EDIT_PATH}`}>{t('add')}</Button>;
  return (
    <Page
      narrow
      nav={<BackBar title="address.titleAddresses" parent="/pages/mine/mine" />}
      footer={rows !== undefined && rows.length > 0 ? add : undefined}
    >
      <Refreshable calls={['Users/GetMyAddress']}>
        <Loaded query={{ ...query, data: rows }} waiting={<WaitingRows rows={2} coin={false} />}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t('emptyTitle')} action={add}>
                {t('emptyText')}
              </EmptyState>
            ) : (
              <List label={titleOf('address.titleAddresses')}>
                {found.map((address) => (
                  <AddressRow key={address.id} address={address} />
                ))}
              </List>
            )
          }
        </Loaded>
      </Refreshable>
    </Page>
  );
}
