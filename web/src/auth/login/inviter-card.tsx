import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { List, ListRow } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Whose code this is, masked, and whether it can be used, before anything is sent. */
export function InviterCard({ code }: { code: string }) {
  const t = useTexts('register');
  const { data, error } = useCall('Users/Inviter', { invitecode: code });
  if (error)
    return (
      <Notice tone="danger" live>
        {errorText(error)}
      </Notice>
    );
  if (!data) return <SkeletonRows label={t('inviteChecking')} rows={1} />;
  if (!data.activated)
    return (
      <Notice tone="warn" title={t('inviter', { name: data.nickname })} live>
        {t('inviterInactive')}
      </Notice>
    );
  return (
    <List label={t('inviter', { name: data.nickname })}>
      <ListRow
        leading={<Avatar name={data.nickname} seed={code} src={data.avatar || undefined} />}
        title={t('inviter', { name: data.nickname })}
        subtitle={<Badge tone="good">{t('inviterActive')}</Badge>}
      />
    </List>
  );
}
