import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class WalletPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/wallet/wallet', 'Wallet');
  }

  /** The balance of a coin as the list writes it. */
  async holds(coin: string, amount: string): Promise<void> {
    const rows = this.app.page.getByRole('list', { name: 'Your coins' }).getByRole('listitem');
    await expect(rows.filter({ hasText: coin })).toContainText(amount);
  }
}
