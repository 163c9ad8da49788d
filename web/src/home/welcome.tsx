import { useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { RiskNotice } from '../parts/risk-notice.tsx';
import { useTexts } from '../platform/i18n.ts';
import { keptInviteCode, writeStored } from '../platform/storage.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import css from './welcome.module.css';

// Its code and its question are for those who come by an invitation.
const InvitedBy = lazyPart(() => import('./invited-by.tsx').then((m) => m.InvitedBy));

/** Who came to home and logs in from there wants to be at home afterwards. */
function forgetWanted(): void {
  writeStored('general.wantedPath', undefined);
}

/** For visitors: what this is, in one breath, and the two ways in. */
export function Welcome() {
  const t = useTexts('home');
  const [code] = useState(keptInviteCode);
  return (
    <>
      <section className={css.plate}>
        <div className={css.sky}>
          {code !== undefined && (
            <div className={css.greeting}>
              <Beside>
                <InvitedBy code={code} />
              </Beside>
            </div>
          )}
          <h2 className={css.title}>{t('heroTitle')}</h2>
          <p className={css.text}>{t('heroText')}</p>
        </div>
        <svg
          className={css.scene}
          viewBox="0 0 400 96"
          preserveAspectRatio="xMaxYMax slice"
          aria-hidden="true"
        >
          <path className={css.sun} d="M268 56a44 44 0 0 1 88 0z" />
          <path className={css.glints} d="M0 60h400M262 70h100M282 79h60M299 88h26" />
        </svg>
      </section>
      <div className={css.ways}>
        <Button href="#/pages/login/login?step=register" onPress={forgetWanted}>
          {t('register')}
        </Button>
        <Button tone="secondary" href="#/pages/login/login" onPress={forgetWanted}>
          {t('login')}
        </Button>
        <Button tone="quiet" href="#/pages/mall/mall">
          {t('mall')}
        </Button>
        {code === undefined && <p className={css.note}>{t('inviteOnly')}</p>}
      </div>
      <RiskNotice />
    </>
  );
}
