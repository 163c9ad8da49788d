/** Hex text as chain and wallets speak it. */
export type Hex = `0x${string}`;

/** A wallet as pages see it (EIP-1193). */
export type Eip1193 = {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

/** How a wallet was found: announced (EIP-6963), as `window.ethereum`, or our own on this device. */
export type ProviderKind = 'eip6963' | 'injected' | 'inapp';

export type WalletInfo = {
  /** Stays the same between visits, so that the choice can be remembered. */
  id: string;
  name: string;
  /** A picture as a data address. */
  icon?: string;
  kind: ProviderKind;
};

export type FoundWallet = WalletInfo & { provider: Eip1193 };

export function isProvider(value: unknown): value is Eip1193 {
  return typeof (value as { request?: unknown } | null | undefined)?.request === 'function';
}

/** The first account a wallet names, in lower case; undefined when there is none. */
export function firstAccount(answer: unknown): Hex | undefined {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof first === 'string' && /^0x[0-9a-fA-F]{40}$/.test(first)
    ? (first.toLowerCase() as Hex)
    : undefined;
}

/** A chain id as wallets write it (hex, decimal text, number) → number; undefined when it is none. */
export function parseChainId(value: unknown): number | undefined {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function hexOf(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

/** UTF-8 bytes of a text as hex: what `personal_sign` takes. */
export function utf8Hex(text: string): Hex {
  const bytes = new TextEncoder().encode(text);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
