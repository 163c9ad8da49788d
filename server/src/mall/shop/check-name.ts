import { Refusal } from '@openmere/core/kit/refusal.ts';
import { shopNameLength } from '@openmere/core/mall/shop.ts';
import { graphemesOf, isHonestName, normaliseNickname } from '@openmere/core/member/nickname.ts';

/** The name as stored and shown. Refuses `mall.badname` (too short, too long, or a name that hides or pretends something). */
export function readShopName(text: string): string {
  const name = normaliseNickname(text);
  const [shortest, longest] = shopNameLength;
  const { length } = graphemesOf(name);
  if (length < shortest || length > longest || !isHonestName(text))
    throw new Refusal('mall.badname', { min: shortest, max: longest });
  return name;
}
