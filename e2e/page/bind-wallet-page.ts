import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class BindWalletPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/mine/blind/blind?kind=wallet', 'Bind a wallet');
  }

  get understood(): Locator {
    return this.app.page.getByRole('checkbox', { name: /recovery phrase and understand/ });
  }

  /** The session was begun with a mailed code a moment ago, so no second one is asked for. */
  async needsNoCode(): Promise<void> {
    await expect(this.app.page.getByText(/so you don’t need another one/)).toBeVisible();
  }

  async submit(): Promise<void> {
    await this.app.button('Sign and bind').click();
  }

  async isBound(address: string): Promise<void> {
    await expect(this.app.page.getByText('Wallet bound').first()).toBeVisible();
    await this.app.open('/pages/mine/account/account', 'Account');
    await expect(this.app.page.getByText(address, { exact: false }).first()).toBeVisible();
  }
}
