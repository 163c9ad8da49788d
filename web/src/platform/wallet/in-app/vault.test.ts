import { expect, test } from 'vitest';
import { argon2Key } from './argon2.ts';
import { hexToBytes, openVault, sealVault } from './vault.ts';
import type { DeriveKey, Vault } from './vault.ts';

/** The real function at a cost that suits a test. */
const cheap: DeriveKey = (passphrase, recipe) => argon2Key(passphrase, { ...recipe, memory: 64, passes: 1 });
const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const entropyHex = '00112233445566778899aabbccddeeff';

function seal(passphrase = 'correct horse staple', derive = cheap): Promise<Vault> {
  const entropy = hexToBytes(entropyHex);
  return sealVault({ entropy, address, madeAt: '2026-11-21T00:00:00Z', backedUp: false }, passphrase, derive);
}

test('refuses: a wrong passphrase', async () => {
  const vault = await seal();
  await expect(openVault(vault, 'correct horse stapl', cheap)).rejects.toMatchObject({
    code: 'wallet.wrongpassphrase',
  });
});

test.each<[string, (vault: Vault) => Vault]>([
  ['another address', (vault) => ({ ...vault, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' })],
  ['another iv', (vault) => ({ ...vault, iv: '00'.repeat(12) })],
  ['cheaper costs', (vault) => ({ ...vault, recipe: { ...vault.recipe, passes: 1 } })],
  ['another salt', (vault) => ({ ...vault, recipe: { ...vault.recipe, salt: '00'.repeat(16) } })],
  ['one turned bit', (vault) => ({ ...vault, box: (vault.box[0] === '0' ? '1' : '0') + vault.box.slice(1) })],
  ['a cut box', (vault) => ({ ...vault, box: vault.box.slice(0, -2) })],
])('refuses: a vault that was tampered with: %s', async (_what, tamper) => {
  const vault = tamper(await seal());
  await expect(openVault(vault, 'correct horse staple', cheap)).rejects.toMatchObject({
    code: 'wallet.wrongpassphrase',
  });
});

test('refuses: absurd costs, before any memory is asked for', async () => {
  const vault = await seal();
  const greedy = { ...vault, recipe: { ...vault.recipe, memory: 8_000_000 } };
  const never: DeriveKey = () => Promise.reject(new Error('the key was made'));
  await expect(openVault(greedy, 'correct horse staple', never)).rejects.toMatchObject({
    code: 'wallet.vaultbad',
  });
});

test('behavior: what was sealed opens again, with the passphrase typed in another normal form, too', async () => {
  const vault = await seal('crème brûlée'.normalize('NFC'));
  const opened = await openVault(vault, 'crème brûlée'.normalize('NFD'), cheap);
  expect(opened).toEqual(hexToBytes(entropyHex));
});

test('property: two vaults of the same words share nothing, and none holds the entropy in clear', async () => {
  const [first, second] = await Promise.all([seal(), seal()]);
  expect(first.recipe.salt).not.toBe(second.recipe.salt);
  expect(first.iv).not.toBe(second.iv);
  expect(first.box).not.toBe(second.box);
  expect(JSON.stringify(first)).not.toContain(entropyHex);
});

test('behavior: the real costs make a key within 1.5 s on a small computer', async () => {
  const vault = await seal('correct horse staple', argon2Key);
  expect(vault.recipe).toMatchObject({ name: 'argon2id', memory: 65_536, passes: 3 });
  const before = performance.now();
  await openVault(vault, 'correct horse staple', argon2Key);
  // Three times the aim: other work may share the machine while tests run.
  expect(performance.now() - before).toBeLessThan(4500);
});
