import type { ReactNode } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { useTexts } from '../platform/i18n.ts';
import { useNetwork } from '../setting/use-network.ts';
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

/** How to pay in: on chain, or by bank. */
export function RechargeScreen() {
  const t = useTexts('deposit');
  const network = useNetwork();
  return (
    <Page nav={<BackBar title="deposit.titleRecharge" parent="/pages/wallet/wallet" />}>
      <ul className={css.ways} aria-label={t('choose')}>
        <li>
          <a className={css.way} href="#/pages/wallet/recharge/rechargeChain">
            <Face icon={<IconDeposit />} title={t('chainTitle')} text={t('chainText', { network })} />
            <IconChevronRight size={20} />
          </a>
        </li>
        <li>
          <a className={css.way} href="#/pages/wallet/recharge/rechargeFiat">
            <Face icon={<IconBank />} title={t('fiatTitle')} text={t('fiatText')} />
            <IconChevronRight size={20} />
          </a>
        </li>
      </ul>
      <Notice tone="warn">{t('risk')}</Notice>
    </Page>
  );
}
