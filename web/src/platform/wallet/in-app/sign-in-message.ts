import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Hex } from '../eip1193.ts';
import type { SignInMessage, SignInPurpose } from './approval.ts';

const HEAD =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<domain>[^\s/]+) wants you to sign in with your Ethereum account:\n(?<address>0x[0-9a-fA-F]{40})\n/;

function field(text: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1];
}

const purposes: readonly SignInPurpose[] = ['login', 'bind', 'gold'];

type SignInContext = { host: string; origin: string; chainId: number; address: Hex };

/**
 * Reads a sign-in message (EIP-4361); undefined for any other text. Refuses one that is not for this page, chain and
 * address: `wallet.signindomain`, `wallet.network`, `wallet.signinaddress` — that is how phishing looks (T04).
 */
export function readSignInMessage(text: string, here: SignInContext): SignInMessage | undefined {
  const match = HEAD.exec(text);
  // Whatever looks like a sign-in but cannot be read is refused, not shown as plain text.
  if (!match?.groups) {
    if (/wants you to sign in/i.test(text))
      throw new Refusal('wallet.signindomain', { domain: text.slice(0, 60) });
    return undefined;
  }
  const domain = match.groups['domain'] ?? '';
  const uri = field(text, 'URI') ?? '';
  if (domain !== here.host || !URL.canParse(uri) || new URL(uri).origin !== here.origin)
    throw new Refusal('wallet.signindomain', { domain: domain.slice(0, 60) });
  const chainId = Number(field(text, 'Chain ID'));
  if (chainId !== here.chainId) throw new Refusal('wallet.signinchain');
  if (match.groups['address']?.toLowerCase() !== here.address) throw new Refusal('wallet.signinaddress');
  const named = /^Resources:\n- urn:openmere:(\w+)$/m.exec(text)?.[1];
  return { domain, purpose: purposes.find((one) => one === named), chainId };
}
