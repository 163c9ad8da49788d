import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Avatar } from '../ui/avatar.tsx';
import css from './invited-by.module.css';

/** Who comes by an invitation is greeted by the name of the one who invites; a code that is nobody's says nothing here. */
export function InvitedBy({ code }: { code: string }) {
  const t = useTexts('home');
  const { data } = useCall('Users/Inviter', { invitecode: code });
  if (!data?.activated) return null;
  return (
    <p className={css.greeting}>
      <Avatar name={data.nickname} seed={code} src={data.avatar || undefined} size={32} />
      {t('invitedBy', { name: data.nickname })}
    </p>
  );
}
