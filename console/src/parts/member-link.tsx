import { addressOf } from '../platform/address.ts';

/** A person by name, with the way to their page; the id stands in the tooltip. */
export function MemberLink({ id, name }: { id: string; name: string }) {
  return (
    <a href={`#${addressOf('/member', { id })}`} title={id}>
      {name === '' ? id : name}
    </a>
  );
}
