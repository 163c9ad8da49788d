import { ClosableSheet } from '../parts/closable-sheet.tsx';
import { CopyValue } from '../parts/copy-value.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { exactTime } from '../platform/exact-time.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { KeyValue } from '../ui/key-value.tsx';
import { Stack } from '../ui/page.tsx';
import css from './activity.module.css';

/** So much of a hash tells the rows apart; the whole one is in the answer of the call, and one's own stands above. */
const HASH_SHOWN = 16;

function Places() {
  const t = useTexts('activity');
  const locale = useLocale();
  const query = useCall('Activity/Places', {});
  return (
    <Loaded query={query} waiting={<WaitingRows coin={false} />}>
      {({ list, own }) => (
        <Stack>
          <p>{t('placesText')}</p>
          <p className={css.quiet}>{t('placesHash')}</p>
          {own && (
            <>
              <CopyValue label={t('placesOwn')} value={own.hash} />
              <CopyValue label={t('placesOwnText')} value={own.text} />
            </>
          )}
          {list.length === 0 && <p className={css.quiet}>{t('placesNone')}</p>}
          <KeyValue
            rows={list.map(({ place, hash, time, block, logindex }) => ({
              key: hash,
              label: hash === own?.hash ? t('placeYours', { place }) : place,
              value: `${hash.slice(0, HASH_SHOWN)}…`,
              note: [
                exactTime(time, locale),
                block !== null &&
                  logindex !== null &&
                  t('placeChain', { block: String(block), log: logindex }),
              ]
                .filter(Boolean)
                .join(' · '),
              strong: hash === own?.hash,
            }))}
          />
        </Stack>
      )}
    </Loaded>
  );
}

/** The order of the first, for everybody to hold against the chain; members stand in it as hashes (rulebook §11). */
export function PlacesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('activity');
  return (
    <ClosableSheet open={open} onClose={onClose} title={t('placesTitle')}>
      {open && <Places />}
    </ClosableSheet>
  );
}
