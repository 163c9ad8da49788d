import { parseLocation, PLACE_NAME_MIN } from '@openmere/core/place/rules.ts';
import type { Location } from '@openmere/core/place/rules.ts';
import { useDeferredValue, useState } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { List, ListRow } from '../ui/list.tsx';
import { TextField } from '../ui/text-field.tsx';

/** Goes to a town by the beginning of its name. */
export function TownSearch({ onFound }: { onFound: (location: Location) => void }) {
  const t = useTexts('place');
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const enabled = name.length >= PLACE_NAME_MIN;
  const query = useCall('Ctrls/Places', { name }, { enabled, staleTime: Number.POSITIVE_INFINITY });
  const towns = enabled ? query.data?.list : undefined;
  function choose(location: string): void {
    const found = parseLocation(location);
    setTyped('');
    if (found) onFound(found);
  }
  return (
    <>
      <TextField
        label={t('search')}
        hint={towns?.length === 0 ? t('noneFound') : t('searchHint')}
        error={enabled && query.isError ? errorText(query.error) : undefined}
        type="search"
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        maxLength={60}
      />
      {towns !== undefined && towns.length > 0 && (
        <List label={t('towns')}>
          {towns.map((town) => (
            <ListRow
              key={town.id}
              title={town.name}
              subtitle={town.country}
              chevron={false}
              onPress={() => choose(town.location)}
            />
          ))}
        </List>
      )}
    </>
  );
}
