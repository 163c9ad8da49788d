import { z } from 'zod';

/** Pieces that many calls share. Every string is bounded; objects are strict: unknown parameters are refused. */

/** Plain decimal, at most 31 digits before and 18 after the point; no sign, exponent, grouping or other digits. */
export const decimalText = z.string().regex(/^(0|[1-9]\d{0,30})(\.\d{1,18})?$/);
/** An amount in an answer: plain decimal, trailing zeros trimmed, minus allowed for signed records. */
export const amountOut = z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?$/);
/** ISO 8601 UTC. */
export const timeOut = z.iso.datetime();
export const coinId = z.string().regex(/^[A-Z]{2,10}$/);
export const chainAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
export const txHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
export const requestId = z.uuid();
/** Compact JWE as the client sends it; the platform decrypts before the use case sees it. */
export const secretText = z.string().min(1).max(4096);
export const emailText = z.string().max(254).pipe(z.email());
export const codeText = z.string().regex(/^\d{6}$/);
/** Six digits of an authenticator app, or a recovery code as it is written down; half of one is asked for again, not called malformed. */
export const factorText = z.string().trim().max(40);
/** What a browser is asked about a passkey, and what it answers: WebAuthn's own JSON, as text. */
export const webauthnText = z.string().min(2).max(16_384);
/** What a call takes along where its member has a second factor: a code, or one's passkey in its place. */
export const secondFactor = { totp: factorText.optional(), passkey: webauthnText.optional() };
/** What a wallet signed with: a contract wallet's may hold several signatures and its own making (ERC-6492). */
export const signatureText = z.string().regex(/^0x[0-9a-fA-F]{2,16384}$/);
/** The bound wallet's signature of a message from getsign, where it proves who asks. */
export const walletProof = {
  message: z.string().max(2000).optional(),
  signature: signatureText.optional(),
};
/** A code from a mail: six digits, more while codes are being guessed; groups of four may be typed with their spaces. */
export const mailCodeText = z.string().regex(/^\d(?: ?\d){5,15}$/);
/** A solved puzzle (platform/puzzle.ts), as JSON. */
export const puzzleText = z.string().max(4096);
export const countryCode = z.string().regex(/^[A-Za-z]{2}$/);
export const inviteCode = z.string().trim().min(4).max(16);
/** Prefixed id such as `wdr_…`. */
/** A number that the database gave a row. */
export const rowId = z.string().regex(/^[1-9]\d{0,17}$/);
export const idText = z.string().regex(/^[a-z]{2,4}_[0-9A-Za-z-]{1,64}$/);
/** What an operator typed into a list's search field. */
export const searchText = z.string().trim().min(1).max(120);
export const cursorText = z.string().max(512);

/** A whole number; as digits, too, as a query has it. At most 999,999. */
export const wholeNumber = (least: number, most: number) =>
  z
    .union([z.number().int(), z.string().regex(/^\d{1,6}$/)])
    .transform(Number)
    .pipe(z.number().int().min(least).max(most));

/** Paging by cursor; `pageSize` at most 1000 (calls.md), 20 unless told. */
export const paging = { cursor: cursorText.optional(), pageSize: wholeNumber(1, 1000).optional() };
/** 1-based page number with `pageSize`. */
export const pages = { page: wholeNumber(1, 999_999).optional(), pageSize: wholeNumber(1, 1000).optional() };

/** How many rows at most, for calls that do not page by cursor. */
export const limitText = wholeNumber(1, 1000);

export const nothing = z.strictObject({});

/** The record shape of deposits, withdrawals and transfers (calls.md). */
export const moneyRecord = z.object({
  id: z.string(),
  time: timeOut,
  type: z.string(),
  coinid: coinId,
  address: z.string(),
  amount: amountOut,
  received: amountOut,
  fee: amountOut,
  hash: z.string().nullable(),
  chaintype: z.string(),
  status: z.string(),
  description: z.string(),
  confirmations: z.number().int().optional(),
  /** The network does not answer, in plain words, and since when; null while this record does not wait for it (rulebook §0.5). */
  silence: z.object({ reason: z.string(), since: timeOut }).nullable().optional(),
});
export type MoneyRecord = z.output<typeof moneyRecord>;
