import { AskFirst } from '../../parts/ask-first.tsx';
import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { back, fromHere, useLocation } from '../../platform/history.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useMember } from '../use-member.ts';
import { ADDRESS_PATH, emptyAddress } from './address-fields.ts';
import type { ShippingAddress } from './address-fields.ts';
import { AddressForm } from './address-form.tsx';
import { AddressLines } from './address-lines.tsx';
import { removeAddress, saveAddress } from './save-address.ts';

const leave = () => back(1, ADDRESS_PATH);

function RemoveButton({ address }: { address: ShippingAddress }) {
  const t = useTexts('address');
  async function remove(): Promise<void> {
    const here = fromHere();
    await removeAddress(address.id);
    here(leave);
  }
  return (
    <AskFirst tone="quiet" label={t('remove')} question={t('removeAsk')} act={remove}>
      <AddressLines address={address} />
    </AskFirst>
  );
}

/** One address: a new one, or `id` to change or remove. */
export function AddressEditScreen() {
  const t = useTexts('address');
  const { id } = useLocation().query;
  const query = useCall('Users/GetMyAddress', {});
  const country = useMember()?.country ?? '';
  const address = query.data?.list.find((one) => one.id === id);
  return (
    <Page
      narrow
      nav={
        <BackBar title={id === undefined ? 'address.titleNew' : 'address.titleEdit'} parent={ADDRESS_PATH} />
      }
    >
      <Loaded query={query} waiting={<WaitingCard />}>
        {({ list }) =>
          id !== undefined && address === undefined ? (
            <EmptyState
              title={t('goneTitle')}
              action={<Button href={`#${ADDRESS_PATH}`}>{t('all')}</Button>}
            />
          ) : (
            <AddressForm
              key={address?.id ?? 'new'}
              start={address ?? emptyAddress}
              country={country}
              submitLabel={t('save')}
              defaultFixed={list.length === 0 || address?.isdefualt === 1}
              onSave={async (fields) => {
                const here = fromHere();
                await saveAddress(fields, address?.id);
                here(leave);
              }}
              after={address && <RemoveButton address={address} />}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
