import { BackBar } from '../../parts/back-bar.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Refreshable } from '../../parts/refreshable.tsx';
import { WaitingCard } from '../../parts/waiting.tsx';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { useMember } from '../use-member.ts';
import { CloseForm, Obstacles } from './close-form.tsx';
import { ExportCard } from './export-card.tsx';
import { PicturesCard } from './pictures-card.tsx';

/** One's own data: all of it in a file, and the end of the account. */
export function OwnDataScreen() {
  const t = useTexts('closing');
  const info = useMember();
  const query = useCall('Users/Closing', {});
  const data = info && query.data ? { info, closing: query.data } : undefined;
  return (
    <Page narrow nav={<BackBar title="closing.titleOwnData" parent="/pages/mine/account/account" />}>
      <Refreshable calls={['Users/Closing', 'Users/Info']}>
        <ExportCard />
      </Refreshable>
      {info && <PicturesCard info={info} />}
      <SectionTitle>{t('close')}</SectionTitle>
      <p>{t('closeText')}</p>
      <p>{t('later')}</p>
      <Loaded query={{ ...query, data }} waiting={<WaitingCard />}>
        {({ info: me, closing }) =>
          closing.obstacles.length > 0 ? (
            <>
              <Notice tone="warn" title={t('first')} />
              <Obstacles list={closing.obstacles} />
            </>
          ) : (
            <CloseForm info={me} closing={closing} />
          )
        }
      </Loaded>
    </Page>
  );
}
