import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconChevronRight } from '../ui/icon/arrow.tsx';
import { IconBank, IconDeposit } from '../ui/icon/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import css from './recharge-screen.module.css';

type WayProps = { icon: ReactNode; title: string; text: string };

function Face({ icon, title, text }: WayProps) {
  return (
    <>
      <span className={css.disc}>{icon}</span>
      <span className={css.texts}>
        <span className={css.title}>{title}</span>
        <span className={css.text}>{text}</span>
      </span>
    </>
  );
}

/** How to pay in: on chain now; by bank is not open yet and says so. */
export function RechargeScreen() {
  const t = useTexts('deposit');
  return (
    <Page nav={<BackBar title="deposit.titleRecharge" parent="/pages/wallet/wallet" />}>
      <ul className={css.ways} aria-label={t('choose')}>
        <li>
          <a className={css.way} href="#/pages/wallet/recharge/rechargeChain">
            <Face icon={<IconDeposit />} title={t('chainTitle')} text={t('chainText')} />
            <IconChevronRight size={20} />
          </a>
        </li>
        <li>
          <div className={css.way} data-closed="">
            <Face icon={<IconBank />} title={t('fiatTitle')} text="" />
            <Badge>{t('fiatLater')}</Badge>
          </div>
        </li>
      </ul>
      <Notice tone="warn">{t('risk')}</Notice>
    </Page>
  );
}
