import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';
import type { Signing } from './signing.ts';

export class ApprovalsPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/wallet/approvals/approvals', 'Approvals');
  }

  get list(): Locator {
    return this.app.page.getByRole('list', { name: 'What may be taken' });
  }

  get empty(): Locator {
    return this.app.page.getByText('Nobody may take your coins');
  }

  /** Takes back what a contract may take of a coin. */
  async revoke(contract: RegExp, coin: string, signing: Signing): Promise<void> {
    const { app } = this;
    await this.list.getByRole('button', { name: contract }).click();
    const sheet = app.page.getByRole('dialog', { name: `Revoke ${coin}` });
    await signing(sheet, new RegExp(`Revoke ${coin}$`), ['Revoke an approval']);
    await expect(app.page.getByText(`It can no longer take ${coin}.`)).toBeVisible();
  }
}
