import type { OutputOf } from '@openmere/core/calls.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { IconGlobe, IconKey, IconLock, IconMail, IconShield } from '../../ui/icon/guard.tsx';
import { IconWallet } from '../../ui/icon/place.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import css from './checklist.module.css';

type Info = OutputOf<'Users/Info'>;

const icons = {
  checkPassword: <IconKey />,
  checkPay: <IconLock />,
  checkEmail: <IconMail />,
  checkWallet: <IconWallet />,
  checkCountry: <IconGlobe />,
  checkTotp: <IconShield />,
  checkWord: <IconShield />,
};
type Check = keyof typeof icons;

/** What is set, in the order in which it protects; each leads to where it is done. A sub-account has its main account's login and passwords, and no mailbox whose mails a word could mark. */
export function checksOf(info: Info): readonly { key: Check; done: boolean; href: string }[] {
  const checks: readonly { key: Check; done: boolean; href: string }[] = [
    { key: 'checkPassword', done: info.haspassword, href: '#/pages/mine/setPwd/setPwd?kind=login' },
    { key: 'checkPay', done: info.haspaypassword, href: '#/pages/mine/setPwd/setPwd?kind=pay' },
    { key: 'checkEmail', done: info.email !== '', href: '#/pages/mine/blind/blind?kind=email' },
    { key: 'checkWallet', done: info.useraddress !== null, href: '#/pages/mine/blind/blind?kind=wallet' },
    { key: 'checkCountry', done: info.country !== null, href: '#/pages/mine/userInfo/userInfo' },
    { key: 'checkTotp', done: info.hastotp, href: '#/pages/mine/safety/totp' },
    { key: 'checkWord', done: info.antiphishing !== '', href: '#/pages/mine/account/account?word=1' },
  ];
  return info.main ? checks.filter(({ key }) => key === 'checkCountry') : checks;
}

/** Every guard of the account, with what it gives or what is risked without it. */
export function Checklist({ info }: { info: Info }) {
  const t = useTexts('account');
  const checks = checksOf(info);
  const done = checks.filter((check) => check.done).length;
  const missing = checks.find((check) => !check.done);
  return (
    <>
      <Card>
        <div className={css.hero}>
          <ProgressRing
            value={done / checks.length}
            label={t('checklist')}
            size={72}
            tone={done === checks.length ? 'accent' : 'warn'}
          >
            {`${done}/${checks.length}`}
          </ProgressRing>
          <div className={css.words}>
            <h2 className={css.title}>{t('checklistDone', { done, all: checks.length })}</h2>
            {missing && <p className={css.text}>{`${t(missing.key)} · ${t(`${missing.key}Bad`)}`}</p>}
          </div>
        </div>
      </Card>
      <SectionTitle>{t('checklist')}</SectionTitle>
      <List label={t('checklist')}>
        {checks.map(({ key, done: isDone, href }) => (
          <ListRow
            key={key}
            leading={icons[key]}
            title={t(key)}
            subtitle={t(isDone ? `${key}Good` : `${key}Bad`)}
            trailing={
              <StatusPill state={isDone ? 'done' : 'held'}>
                {t(isDone ? 'stateDone' : 'stateOpen')}
              </StatusPill>
            }
            href={href}
          />
        ))}
      </List>
    </>
  );
}
