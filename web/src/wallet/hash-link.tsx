import { chainExplorer } from '@openmere/core/setting/chain.ts';
import { shortHex } from '../platform/wallet/address.ts';
import { useSetting } from '../setting/use-setting.ts';
import { TextLink } from '../ui/text-link.tsx';

/** A transaction's hash, or an address, in short, leading to the explorer where there is one. */
export function HashLink({ hash, of = 'tx' }: { hash: string; of?: 'tx' | 'address' }) {
  const explorer = useSetting(chainExplorer);
  const short = shortHex(hash);
  return explorer ? <TextLink href={`${explorer}/${of}/${hash}`}>{short}</TextLink> : short;
}
