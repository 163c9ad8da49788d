/**
 * Limits that strangers can use up (rulebook §1, "Nobody is locked out by a stranger"): a pot gives `capacity` tries and
 * one more every `refillS` seconds. Who finds it empty solves a puzzle and goes on; nobody waits for it.
 */
export type Pot = { readonly capacity: number; readonly refillS: number };

/** Wrong tries of everybody else on one account: five, and five a minute. */
export const accountPot: Pot = { capacity: 5, refillS: 12 };
/** Tries of one address prefix on all accounts (spraying). */
export const prefixPot: Pot = { capacity: 10, refillS: 12 };
/** A browser or a network that this account logged in from before: its own, whatever strangers do. */
export const knownPot: Pot = { capacity: 5, refillS: 12 };
/**
 * Looks at one account's password by everybody else, puzzles or not: at most 20,000 in any 24 hours. The weakest random
 * password that the rule admits is one of 36^6, so they find it with less than 1 in 100,000; beyond them an unknown browser
 * logs in by code or wallet.
 */
export const dailyLooksPot: Pot = { capacity: 10_000, refillS: 8.64 };
/**
 * Wrong codes of an authenticator app, by whoever proved the same first: a session of the member's, a browser of an earlier
 * login, or who knows the password, reads the mailbox, holds the wallet. Each has its own, so that a thief of one leaves the
 * owner the others. Three codes of a million are good at a time: some fifty looks a day find one with 2 in 10,000.
 */
export const totpPot: Pot = { capacity: 6, refillS: 1_800 };
/** Recovery codes have 80 bits: this only spares the database. */
export const recoveryPot: Pot = { capacity: 10, refillS: 30 };
/** Codes asked for from one address prefix, whatever the destination; and from everywhere together. */
export const codesFromPrefixPot: Pot = { capacity: 20, refillS: 180 };
export const codesInTotalPot: Pot = { capacity: 2_000, refillS: 2 };

/** Messages to phones cost money: of one member, to one range of numbers, and all together. Nobody pays for more with a puzzle. */
export const smsOfMemberPot: Pot = { capacity: 5, refillS: 3_600 };
export const smsToPrefixPot: Pot = { capacity: 20, refillS: 300 };
export const smsInTotalPot: Pot = { capacity: 200, refillS: 20 };

/** Looks of a day at a member's password after which the owner is told, once a day. */
export const TELL_OWNER_AFTER = 20;

/** What is in use after some time: it falls by one every `refillS` seconds, never below zero. */
export function levelAfter(level: number, elapsedMs: number, pot: Pot): number {
  return Math.max(0, level - Math.max(0, elapsedMs) / (pot.refillS * 1000));
}

/** Milliseconds until one more try fits; 0 when it fits now. */
export function waitMsOf(level: number, pot: Pot): number {
  return Math.max(0, Math.ceil((level + 1 - pot.capacity) * pot.refillS * 1000));
}

/** The hardest puzzle; each level doubles the work. */
export const PUZZLE_LEVEL_MAX = 6;
/** Tries beyond the pot that make a puzzle one level harder: 8, then 24, 56, 120, 248, 504. */
const HARDER_AFTER = 8;

/** How hard a puzzle is while this much is in use: 0 at the edge of the pot, harder while the attack lasts. */
export function puzzleLevelOf(level: number, pot: Pot): number {
  const beyond = Math.max(0, level + 1 - pot.capacity);
  return Math.min(PUZZLE_LEVEL_MAX, Math.floor(Math.log2(1 + beyond / HARDER_AFTER)));
}
