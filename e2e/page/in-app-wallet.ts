import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { hold } from './hold.ts';
import type { MemberApp } from './member-app.ts';

export class InAppWallet {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/wallet/inapp/inapp', 'In-app wallet');
  }

  /** Makes a wallet, writes the 12 words down and passes the check of three. Answers the phrase. */
  async make(passphrase: string): Promise<string[]> {
    const { app } = this;
    await app.button('Make a wallet').click();
    await app.at('Make a wallet');
    await app.field('Wallet passphrase').fill(passphrase);
    await app.field('Repeat passphrase').fill(passphrase);
    await app.page.getByRole('checkbox', { name: /nobody can reset this passphrase/ }).check();
    await app.button('Create it and show the phrase').click();
    const items = app.page.getByRole('list', { name: 'Your recovery phrase' }).getByRole('listitem');
    await expect(items).toHaveCount(12);
    const phrase = await items.allInnerTexts();
    await app.button('I have written it down and will keep the paper safe.').click();
    const asked = app.page.getByRole('textbox', { name: /^Word \d+$/ });
    await expect(asked).toHaveCount(3);
    for (const field of await asked.all()) {
      const label = await field.evaluate((node) => (node as HTMLInputElement).labels?.[0]?.textContent ?? '');
      await field.fill(phrase[Number(/\d+/.exec(label)?.[0]) - 1] ?? '');
    }
    await app.button('Check').click();
    await app.at('In-app wallet');
    return phrase;
  }

  /** Brings a wallet of 12 words to this device. */
  async bring(phrase: string, passphrase: string): Promise<void> {
    const { app } = this;
    await app.button('Import a wallet').click();
    await app.at('Import a wallet');
    await app.field('Your recovery phrase').fill(phrase);
    await app.field('Wallet passphrase').fill(passphrase);
    await app.field('Repeat passphrase').fill(passphrase);
    await app.button('Import a wallet').click();
    await app.at('In-app wallet');
  }

  async askFaucet(): Promise<void> {
    await this.app.button('Get test coins').click();
  }

  /** What the wallet's own list says that it holds of a coin. */
  holding(coin: string): Locator {
    const list = this.app.page.getByRole('list', { name: 'In this wallet' });
    return list.getByRole('listitem').filter({ hasText: coin });
  }

  private async unlocked(sheet: Locator, passphrase: string): Promise<void> {
    await expect(sheet).toBeVisible();
    const field = sheet.getByLabel('Wallet passphrase', { exact: true });
    if (await field.isVisible()) await field.fill(passphrase);
  }

  /** Answers the wallet's question about a message with yes. */
  async sign(passphrase: string): Promise<void> {
    const sheet = this.app.page.getByRole('dialog', { name: 'Sign this message?' });
    await this.unlocked(sheet, passphrase);
    await sheet.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(sheet).toBeHidden();
  }

  /** Answers the wallet's question about a transaction, or about several at once, by holding; `facts` stand in it. */
  async send(passphrase: string, facts: readonly string[] = []): Promise<void> {
    const name = facts.length > 1 ? 'Send these transactions together?' : 'Send this transaction?';
    const sheet = this.app.page.getByRole('dialog', { name });
    await this.unlocked(sheet, passphrase);
    for (const fact of facts) await expect(sheet.getByText(fact, { exact: true }).first()).toBeVisible();
    await hold(sheet.getByRole('button', { name: 'Hold to sign and send' }));
    await expect(sheet).toBeHidden();
  }

  /** Connects the wallet of this device where a page still offers it, until what comes next is there. */
  async connect(offer: string, next: Locator, passphrase: string): Promise<void> {
    const button = this.app.button(offer);
    const sheet = this.app.page.getByRole('dialog', { name: 'Unlock the wallet' });
    await expect(button.or(next).first()).toBeVisible();
    if (await next.isVisible()) return;
    await button.click();
    await expect(sheet.or(next).first()).toBeVisible();
    if (await sheet.isVisible()) {
      await sheet.getByLabel('Wallet passphrase', { exact: true }).fill(passphrase);
      await sheet.getByRole('button', { name: 'Unlock', exact: true }).click();
      await expect(sheet).toBeHidden();
    }
    await expect(next).toBeVisible();
  }
}
