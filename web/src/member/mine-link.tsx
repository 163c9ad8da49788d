import { useTitle } from '../platform/i18n.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useMember } from './use-member.ts';

/** The avatar at the top of Home and Wallet that leads to one's own pages. */
export function MineLink() {
  const titleOf = useTitle();
  const member = useMember();
  const picture = (
    <Avatar
      seed={member?.userid ?? ''}
      name={member?.nickname ?? ''}
      src={member?.avatar || undefined}
      size={32}
    />
  );
  return <IconButton label={titleOf('titleMine')} icon={picture} href="#/pages/mine/mine" />;
}
