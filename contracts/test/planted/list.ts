import { buyBackBugs } from './buy-back.ts';
import { dollarBugs } from './dollar.ts';
import { marketBugs } from './market.ts';
import { medalBugs } from './medal.ts';
import { membershipBugs } from './membership.ts';
import { mintingBugs } from './minting.ts';
import { oracleBugs } from './oracle.ts';
import type { PlantedGroup } from './plant.ts';
import { reserveBugs } from './reserve.ts';

export const plantedGroups: readonly PlantedGroup[] = [
  dollarBugs,
  reserveBugs,
  buyBackBugs,
  membershipBugs,
  oracleBugs,
  marketBugs,
  mintingBugs,
  medalBugs,
];
