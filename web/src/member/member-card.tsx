import { CopyValue } from '../parts/copy-value.tsx';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { dateText } from '../platform/time-text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { BalanceCard } from '../ui/balance-card.tsx';
import type { MemberInfo } from './use-member.ts';
import css from './member-card.module.css';

const levels = {
  visitor: 'levelVisitor',
  registered: 'levelRegistered',
  activated: 'levelActivated',
  miner: 'levelMiner',
  node: 'levelNode',
} as const;

/** Who one is here: picture, name, level, invitation code. */
export function MemberCard({ info }: { info: MemberInfo }) {
  const t = useTexts('member');
  const locale = useLocale();
  return (
    <BalanceCard
      label={t('since', { date: dateText(info.registeredat, locale) })}
      corner={
        <span className={css.levels}>
          <Badge tone={info.activated ? 'good' : 'neutral'}>{t(levels[info.userlevel])}</Badge>
          {info.viplevel > 0 && <Badge tone="accent">{`V${info.viplevel}`}</Badge>}
        </span>
      }
      figure={
        <div className={css.head}>
          <Avatar seed={info.userid} name={info.nickname} src={info.avatar || undefined} size={56} />
          <div className={css.texts}>
            <p className={css.name}>{info.nickname}</p>
          </div>
        </div>
      }
      footer={
        <div className={css.code}>
          <CopyValue label={t('inviteCode')} value={info.invitationcode} />
          {!info.activated && <p>{t('inviteInactive')}</p>}
        </div>
      }
    />
  );
}
