import { expect, type Locator } from '@playwright/test';
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
    return this.app.page.getByRole('checkbox', { name: /I hold the recovery words/ });
  }

  /** Asks for the code; waits out the minute between two codes to one address. */
  async sendCode(): Promise<void> {
    const { page } = this.app;
    const send = this.app.button(/^Send (code|again)$/);
    await expect(async () => {
      await send.click({ timeout: 1_000 });
      await expect(page.getByText(/^Sent to /)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 90_000, intervals: [1_000] });
  }

  async fillCode(code: string): Promise<void> {
    await this.app.field('Code from the e-mail').fill(code);
  }

  async submit(): Promise<void> {
    await this.app.button('Sign and bind').click();
  }

  async isBound(address: string): Promise<void> {
    await expect(this.app.page.getByText('Your wallet is bound').first()).toBeVisible();
    await this.app.open('/pages/mine/account/account', 'Account');
    await expect(this.app.page.getByText(address, { exact: false }).first()).toBeVisible();
  }
}
