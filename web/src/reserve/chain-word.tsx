import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../parts/copy-value.tsx';
import { FailedNotice } from '../parts/failed-notice.tsx';
import { WaitingRows } from '../parts/waiting.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import type { Published } from './check-own.ts';

/** What the contract keeps of the published day: 64 hex digits. */
async function readWord({ day, published }: Published): Promise<string> {
  if (published === null) throw new TypeError('not published');
  const { readPublished } = await import('./read-published.ts');
  return readPublished(published, day);
}

/** That the published hash stands on the chain, read from the chain itself. */
export function ChainWord({ published }: { published: Published }) {
  const t = useTexts('reserve');
  const { published: place } = published;
  const query = useQuery({
    queryKey: ['published proof', published.day, place?.contract],
    queryFn: () => readWord(published),
    enabled: place !== null,
  });
  if (place === null)
    return (
      <>
        <SectionTitle>{t('word')}</SectionTitle>
        <Notice title={t('wordLater')}>{t('wordLaterText')}</Notice>
      </>
    );
  return (
    <>
      <SectionTitle note={t('wordText')}>{t('word')}</SectionTitle>
      <Card>
        <Stack gap={3}>
          {query.isPending && <WaitingRows rows={1} coin={false} />}
          {query.isError && <FailedNotice error={query.error} onRetry={() => void query.refetch()} />}
          {query.isSuccess &&
            (query.data === published.hash ? (
              <Notice tone="good" title={t('wordSame')} live>
                {t('wordSameText', { block: place.block })}
              </Notice>
            ) : (
              <Notice tone="danger" title={t('wordOther')} live>
                {t('wordOtherText')}
              </Notice>
            ))}
          <CopyValue label={t('wordContract')} value={place.contract} />
          <CopyValue label={t('wordPublisher')} value={place.publisher} />
        </Stack>
      </Card>
    </>
  );
}
