import { randomBytes } from 'node:crypto';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { getAddress, recoverMessageAddress } from 'viem';
import type { Address, Hex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { Ctx } from '../platform/context.ts';
import { insertNonce, noteKeyWallet, takeNonce } from './nonce-store.ts';

export type WalletPurpose = 'login' | 'bind' | 'gold';

/** Where and on which chain people sign; `verifyContract` has what a contract wallet said before the transaction (contract-signature.ts). */
export type SigningOrigin = {
  /** Public origin of the app, such as `https://app.example.org`. */
  origin: string;
  chainId: number;
  verifyContract?: (address: Address, message: string, signature: Hex) => Promise<boolean>;
};

export type WalletProof = { address: string; message: string; signature: string };

/** A message waits five minutes to be signed and sent (rulebook §1). */
const MESSAGE_LIFE_MS = 5 * 60_000;
/** Half the order of secp256k1: above it a signature is the mirror image of another one (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const statements: Readonly<Record<WalletPurpose, string>> = {
  login: 'Log in to Openmere. This costs nothing and moves nothing.',
  bind: 'Prove to Openmere that this wallet is yours, to bind it or to confirm a security change. Binding a wallet is permanent.',
  gold: 'Ask Openmere for the allow-list signature of the gold node. This costs nothing and moves nothing.',
};

/** Makes the EIP-4361 message for a wallet and remembers it until it is used or too old (T04). */
export async function makeWalletMessage(
  ctx: Pick<Ctx, 'tx' | 'now'> & { signing: SigningOrigin },
  request: { address: string; purpose: WalletPurpose; memberId: string | null },
): Promise<{ nonce: string; message: string }> {
  const { tx, now, signing } = ctx;
  const nonce = randomBytes(16).toString('hex');
  const expires = new Date(now.getTime() + MESSAGE_LIFE_MS);
  const message = createSiweMessage({
    address: getAddress(request.address.toLowerCase()),
    chainId: signing.chainId,
    domain: new URL(signing.origin).host,
    uri: signing.origin,
    version: '1',
    nonce,
    statement: statements[request.purpose],
    issuedAt: now,
    expirationTime: expires,
    resources: [`urn:openmere:${request.purpose}`],
  });
  await insertNonce(tx, {
    nonce,
    address: request.address.toLowerCase(),
    purpose: request.purpose,
    member_id: request.memberId,
    message,
    expires_at: expires,
  });
  return { nonce, message };
}

/**
 * Checks that the owner of a wallet signed our message, and uses the message up: it must be, to the byte, the one that was
 * made for this address, purpose and member. Refusals in order: `auth.noncespent`, `auth.badmessage`, `auth.badsignature`.
 * A refusal rolls back and leaves the message usable: nobody can spend it but by a good signature.
 */
export async function takeWalletProof(
  ctx: Pick<Ctx, 'tx' | 'now'> & { signing: SigningOrigin },
  { proof, wanted }: { proof: WalletProof; wanted: { purpose: WalletPurpose; memberId: string | null } },
): Promise<string> {
  const { tx, now, signing } = ctx;
  const nonce = nonceOf(proof.message);
  if (nonce === undefined) throw new Refusal('auth.badmessage');
  const row = await takeNonce(tx, nonce);
  if (!row) throw new Refusal('auth.noncespent');
  const fits =
    row.message === proof.message &&
    row.address === proof.address.toLowerCase() &&
    row.purpose === wanted.purpose &&
    row.member_id === wanted.memberId &&
    row.expires_at > now;
  if (!fits) throw new Refusal('auth.badmessage');
  const { address } = row;
  if (await isSignedByKey({ ...proof, address })) {
    await noteKeyWallet(tx, address);
    return address;
  }
  const signature = proof.signature as Hex;
  if (!(await signing.verifyContract?.(address as Address, proof.message, signature)))
    throw new Refusal('auth.badsignature');
  return address;
}

export function nonceOf(message: string): string | undefined {
  return /^Nonce: ([0-9a-zA-Z]{16,64})$/m.exec(message)?.[1];
}

/** A plain key signed, which is seen without the chain. */
export async function isSignedByKey({ address, message, signature }: WalletProof): Promise<boolean> {
  if (!isPlainSignature(signature)) return false;
  const signer = await recoverMessageAddress({ message, signature: signature as Hex }).catch(() => undefined);
  return signer?.toLowerCase() === address.toLowerCase();
}

/** 65 bytes r, s, v with the lower s: one key makes one signature of a message, not two. */
function isPlainSignature(signature: string): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false;
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  return s > 0n && s <= HALF_ORDER && /^(1b|1c|00|01)$/i.test(signature.slice(130));
}
