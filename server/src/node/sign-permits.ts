import { numberOfType } from '@openmere/core/node/rules.ts';
import type { LocalAccount } from 'viem/accounts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db } from '../platform/db/connect.ts';
import { listUnsigned, saveSignature } from './permit-store.ts';
import type { Permit } from './tables.ts';

export type PermitSigner = Pick<LocalAccount, 'signTypedData' | 'address'>;
export type SignPermitsDeps = { db: Db; account: PermitSigner; chainId: number; medal: Hex };

const BATCH = 50;

/** What a permit says, to the letter of the contract (Medal: Permit(uint8 tokenType,address buyer,uint256 deadline)). */
export function permitData(
  { address, deadline }: Pick<Permit, 'address' | 'deadline'>,
  at: { chainId: number; medal: Hex },
) {
  return {
    domain: { name: 'Openmere Medal', version: '1', chainId: at.chainId, verifyingContract: at.medal },
    types: {
      Permit: [
        { name: 'tokenType', type: 'uint8' },
        { name: 'buyer', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: {
      tokenType: numberOfType('gold'),
      buyer: address,
      deadline: BigInt(Math.floor(deadline.getTime() / 1000)),
    },
  } as const;
}

/**
 * Signs what two operators agreed to, for the chain and the contract that this process was started with; a row for another one is
 * passed over. The rows themselves take two people (node_permit_by_two). @returns how many were signed.
 */
export async function signPermits(ctx: SignPermitsDeps): Promise<number> {
  const { db, account, chainId, medal } = ctx;
  let signed = 0;
  for (const permit of await listUnsigned(db, BATCH)) {
    const isOurs =
      permit.chain_id === chainId && permit.contract === medal && permit.maker_id !== permit.checker_id;
    if (!isOurs) continue;
    const signature = await account.signTypedData(permitData(permit, { chainId, medal }));
    await saveSignature(db, permit.id, signature);
    signed += 1;
  }
  return signed;
}
