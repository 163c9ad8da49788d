/** argon2id in a bounded queue, as the platform provides it. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** False without a hash, after the same work as with one: timing tells nothing (T02). */
  verify: (password: string, hash: string | undefined) => Promise<boolean>;
};
