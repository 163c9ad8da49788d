import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { hold } from './hold.ts';
import type { MemberApp } from './member-app.ts';

export class DepositPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  /** Wallet → Deposit → on chain, as a person goes. */
  async open(): Promise<void> {
    const { app } = this;
    await app.wallet.open();
    await app.link('Deposit').click();
    await app.at('Deposit');
    await app.link(/^On chain/).click();
    await app.at('Deposit on chain');
  }

  get amount(): Locator {
    return this.app.field('Amount');
  }

  async holdToSend(amount: string): Promise<void> {
    await hold(this.app.button(`Hold to send ${amount}`));
  }

  /** The step line of a deposit that is on its way. */
  get rail(): Locator {
    return this.app.page.getByRole('list', { name: 'Steps of this deposit' });
  }

  /** Its line in the list of deposits, which stands under its day. */
  row(amount: string): Locator {
    return this.app.page.getByRole('listitem').filter({ hasText: amount });
  }

  async isCredited(amount: string): Promise<void> {
    await expect(this.row(amount)).toContainText('Credited', { timeout: 40_000 });
  }
}
