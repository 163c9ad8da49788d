import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class WithdrawPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.wallet.open();
    await this.app.link('Withdraw').click();
    await this.app.at('Withdraw');
  }

  async fillAmount(amount: string): Promise<void> {
    await this.app.field('Amount').fill(amount);
  }

  /** Unfolds the checks. */
  async openChecks(): Promise<void> {
    await this.app.page.getByText('What was checked', { exact: true }).click();
  }

  /** Every check with its outcome. */
  get checks(): Locator {
    return this.app.page.getByRole('list', { name: 'What was checked' }).getByRole('listitem');
  }

  async request(amount: string, password: string): Promise<void> {
    await this.app.button(`Review ${amount}`).click();
    await this.app.confirmByPassword(password, `Withdraw ${amount}`);
    await expect(this.app.page.getByRole('heading', { name: 'Withdrawal', exact: true })).toBeVisible();
  }

  /** The newest record, opened from the list of withdrawals. */
  async openNewest(): Promise<void> {
    const { app } = this;
    await app.open('/pages/wallet/withdraw/recode/recodeChain', 'Withdrawals');
    await app.page.getByRole('listitem').getByRole('button').first().click();
    await expect(app.page.getByRole('heading', { name: 'Withdrawal', exact: true })).toBeVisible();
  }

  /** The slip with amount, state and facts. */
  get slip(): Locator {
    return this.app.page.getByRole('article');
  }

  async is(status: string): Promise<void> {
    await expect(this.slip).toContainText(status, { timeout: 60_000 });
  }
}
