import { useEffect, useRef, useState } from 'react';
import { useMemberQuery } from '../member/use-member-query.ts';
import type { MemberInfo } from '../member/use-member.ts';
import { useReferralOff } from '../member/use-referral-off.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { BRAND } from '../platform/brand.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { canSharePictures, pictureOf, sharePicture } from '../platform/picture.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { IconDownload, IconShare } from '../ui/icon/act.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { appBase, inviteLink } from './invite-link.ts';
import { InviteLater } from './invite-screen.tsx';
import { drawPoster } from './poster-picture.ts';
import type { PosterContent, PosterSize } from './poster-picture.ts';
import css from './poster-screen.module.css';

function useContent(code: string): PosterContent {
  const t = useTexts('poster');
  const referralOff = useReferralOff();
  return {
    brand: BRAND,
    headline: t('headline'),
    text: t('text'),
    codeLabel: t('code'),
    code,
    codeCheck: t('codeCheck', { character: code.slice(-1) }),
    scan: t('scan'),
    link: inviteLink(appBase(), code),
    disclosure: t(referralOff ? 'disclosureOff' : 'disclosure'),
  };
}

/** Saving and sharing; what failed says so and is tried again by the same button. */
function Ways({ canvas, name }: { canvas: () => HTMLCanvasElement | null; name: string }) {
  const t = useTexts('poster');
  const [failed, setFailed] = useState(false);

  async function hand(over: (picture: Blob) => unknown): Promise<void> {
    setFailed(false);
    try {
      const drawn = canvas();
      if (!drawn) throw new Error('nothing is drawn');
      await over(await pictureOf(drawn));
    } catch {
      setFailed(true);
    }
  }

  return (
    <Stack gap={2}>
      {failed && (
        <Notice tone="danger" live>
          {t('failed')}
        </Notice>
      )}
      {canSharePictures() && (
        <Button icon={<IconShare />} onPress={() => hand((picture) => sharePicture(picture, name))}>
          {t('share')}
        </Button>
      )}
      <Button
        icon={<IconDownload />}
        tone={canSharePictures() ? 'secondary' : 'primary'}
        onPress={() => hand((picture) => saveFile(name, picture))}
      >
        {failed ? t('saveAgain') : t('save')}
      </Button>
    </Stack>
  );
}

function Poster({ member, size }: { member: MemberInfo; size: PosterSize }) {
  const t = useTexts('poster');
  const locale = useLocale();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const content = useContent(member.invitationcode);
  const spoken = [content.headline, content.text, `${content.codeLabel} ${content.code}`, content.disclosure];
  useEffect(() => {
    if (!canvas.current) return;
    drawPoster(canvas.current, content, size).then(
      () => setState('drawn'),
      () => setState('failed'),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the other words follow from code and language
  }, [member.invitationcode, locale, size, content.disclosure]);
  return (
    <Stack>
      <canvas
        ref={canvas}
        className={css.poster}
        data-size={size}
        data-state={state}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, an img would need a file
        role="img"
        aria-label={spoken.join('. ')}
      />
      {state === 'failed' ? (
        <Notice tone="danger" live>
          {t('cannotDraw')}
        </Notice>
      ) : (
        <Ways canvas={() => canvas.current} name={`openmere-${member.invitationcode}-${size}.png`} />
      )}
      <List label={t('other')}>
        {size === 'phone' ? (
          <ListRow title={t('toPrint')} subtitle={t('toPrintNote')} href="#/pages/home/pos" />
        ) : (
          <ListRow title={t('toPhone')} subtitle={t('toPhoneNote')} href="#/pages/home/poster/poster" />
        )}
      </List>
      <p>{t('private')}</p>
    </Stack>
  );
}

function PosterPage({ size }: { size: PosterSize }) {
  const profile = useMemberQuery();
  return (
    <Page
      narrow
      nav={
        <BackBar
          title={size === 'phone' ? 'poster.titlePoster' : 'poster.titlePrint'}
          parent="/pages/team/share/share"
        />
      }
    >
      <Loaded query={profile}>
        {(member) => (member.activated ? <Poster member={member} size={size} /> : <InviteLater />)}
      </Loaded>
    </Page>
  );
}

/** The invitation as a picture for a screen: drawn on this device, saved and shared. */
export function PosterScreen() {
  return <PosterPage size="phone" />;
}

/** The same to be printed. */
export function PrintPosterScreen() {
  return <PosterPage size="print" />;
}
