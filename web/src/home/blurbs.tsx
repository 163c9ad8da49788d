import { useTexts } from '../platform/i18n.ts';
import { IconExternal } from '../ui/icon/arrow.tsx';
import { IconLock, IconShield } from '../ui/icon/guard.tsx';
import { IconDeposit, IconReceipt, IconTransfer } from '../ui/icon/money.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { TextLink } from '../ui/text-link.tsx';
import css from './blurbs.module.css';

const blurbs = [
  { key: 'transfer', icon: <IconTransfer /> },
  { key: 'chain', icon: <IconDeposit /> },
  { key: 'custody', icon: <IconLock /> },
  { key: 'ledger', icon: <IconReceipt /> },
  { key: 'api', icon: <IconExternal /> },
  { key: 'rules', icon: <IconShield /> },
] as const;

/** What the software does; nothing here that it does not do. */
export function Blurbs() {
  const t = useTexts('home');
  return (
    <>
      <SectionTitle>{t('what')}</SectionTitle>
      <ul className={css.blurbs}>
        {blurbs.map(({ key, icon }) => (
          <li key={key} className={css.blurb}>
            <span className={css.icon}>{icon}</span>
            <div>
              <h3 className={css.title}>{t(`${key}Title`)}</h3>
              <p className={css.text}>{t(`${key}Text`)}</p>
              {key === 'api' && <TextLink href="/openapi">{t('apiLink')}</TextLink>}
              {(key === 'custody' || key === 'ledger') && (
                <TextLink href="#/pages/wallet/reserves/reserves">{t('reserves')}</TextLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
