import { useEffect, useState } from 'react';
import { emptyAddress } from '../../member/address/address-fields.ts';
import type { ShippingAddress } from '../../member/address/address-fields.ts';
import { AddressForm } from '../../member/address/address-form.tsx';
import { AddressLines } from '../../member/address/address-lines.tsx';
import { saveAddress } from '../../member/address/save-address.ts';
import { useMember } from '../../member/use-member.ts';
import { ClosableSheet } from '../../parts/closable-sheet.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconPin } from '../../ui/icon/guard.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type Props = { value: string | undefined; onChange: (id: string) => void };

/** The addresses to choose from, and a new one made in place. */
function Choose({ list, onChoose }: { list: readonly ShippingAddress[]; onChoose: (id: string) => void }) {
  const t = useTexts('address');
  const country = useMember()?.country ?? '';
  const [adding, setAdding] = useState(list.length === 0);
  if (adding)
    return (
      <AddressForm
        start={emptyAddress}
        country={country}
        submitLabel={t('save')}
        defaultFixed={list.length === 0}
        onSave={async (fields) => onChoose((await saveAddress(fields)).id)}
      />
    );
  return (
    <Stack>
      <List label={t('all')}>
        {list.map((address) => (
          <ListRow
            key={address.id}
            title={<AddressLines address={address} />}
            chevron={false}
            onPress={() => onChoose(address.id)}
          />
        ))}
      </List>
      <Button tone="secondary" onPress={() => setAdding(true)}>
        {t('add')}
      </Button>
    </Stack>
  );
}

/** Where it goes: the default address until another one is chosen. */
export function AddressChoice({ value, onChange }: Props) {
  const t = useTexts('order');
  const [choosing, setChoosing] = useState(false);
  const query = useCall('Users/GetMyAddress', {});
  const list = query.data?.list;
  const chosen = list?.find((address) => address.id === value);
  const first = list?.[0]?.id;
  useEffect(() => {
    // One that was chosen and is gone is not replaced by itself: it would be sent where nobody meant.
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  return (
    <>
      <SectionTitle action={chosen && <TextLink onPress={() => setChoosing(true)}>{t('change')}</TextLink>}>
        {t('shipTo')}
      </SectionTitle>
      <Loaded query={{ ...query, data: list }} waiting={<WaitingCard />}>
        {() =>
          chosen ? (
            <Card>
              <AddressLines address={chosen} />
            </Card>
          ) : (
            <Button tone="secondary" icon={<IconPin size={20} />} onPress={() => setChoosing(true)}>
              {t(value === undefined || first === undefined ? 'addAddress' : 'change')}
            </Button>
          )
        }
      </Loaded>
      <ClosableSheet open={choosing} onClose={() => setChoosing(false)} title={t('shipTo')}>
        {choosing && (
          <Choose
            list={list ?? []}
            onChoose={(id) => {
              onChange(id);
              setChoosing(false);
            }}
          />
        )}
      </ClosableSheet>
    </>
  );
}
