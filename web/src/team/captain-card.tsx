import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Card } from '../ui/card.tsx';
import { Stack } from '../ui/page.tsx';
import css from './team-screen.module.css';

/** What the captain of the team one belongs to says; nothing while there is none. */
export function CaptainCard() {
  const t = useTexts('team');
  const captain = useCall('Users/CaptainInfo', {}).data?.captain;
  if (!captain || (captain.name === '' && captain.notice === '')) return null;
  return (
    <Card>
      <Stack gap={3}>
        <div className={css.captain}>
          <Avatar
            seed={captain.nickname}
            name={captain.name || captain.nickname}
            src={captain.avatar || undefined}
          />
          <div className={css.names}>
            <span className={css.team}>{captain.name || t('yourTeam')}</span>
            <span className={css.note}>
              {t('captainLine', { name: captain.nickname, level: captain.level })}
            </span>
          </div>
        </div>
        {captain.notice !== '' && <p className={css.notice}>{captain.notice}</p>}
      </Stack>
    </Card>
  );
}
