import { useEffect, useState } from 'react';
import { Beside } from '../parts/beside.tsx';
import { useTexts } from '../platform/i18n.ts';
import { whenIdle } from '../platform/idle.ts';
import { IconShield } from '../ui/icon/guard.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import css from './reserve-badge.module.css';

const ProofDate = lazyPart(() => import('./proof-date.tsx').then((m) => m.ProofDate));

/** On home: when it was last proved that what members have is covered, or that it is not. Both come after the first picture. */
export function ReserveBadge() {
  const name = useTexts('home')('reserves');
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <a className={css.badge} href="#/pages/wallet/reserves/reserves">
      <IconShield size={20} />
      <Beside waiting={name} instead={name}>
        {idle ? <ProofDate /> : name}
      </Beside>
    </a>
  );
}
