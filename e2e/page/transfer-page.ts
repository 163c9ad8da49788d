import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class TransferPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.wallet.open();
    await this.app.link('Transfer').click();
    await this.app.at('Transfer');
  }

  async chooseReceiver(code: string): Promise<void> {
    await this.app.field('Invitation code or deposit address').fill(code);
    await this.app.button('Next').click();
    await expect(this.app.page.getByRole('list', { name: 'Receiver' })).toBeVisible();
  }

  async fillAmount(amount: string): Promise<void> {
    await this.app.field('Amount').fill(amount);
  }

  /** Reviews by the keyboard's Enter and sends; amounts as the screen writes them, with the coin. */
  async send(amount: string, password: string): Promise<void> {
    await expect(this.app.button(`Review ${amount}`)).not.toHaveAttribute('aria-disabled', 'true');
    await this.app.field('Amount').press('Enter');
    await this.app.confirmByPassword(password, `Send ${amount}`);
    await expect(this.app.page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible();
  }
}
