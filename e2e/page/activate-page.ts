import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { hold } from './hold.ts';
import type { MemberApp } from './member-app.ts';

export class ActivatePage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/wallet/activate/activate', 'Activate account');
  }

  /** With the in-app wallet, which is held in its own sheet. */
  get button(): Locator {
    return this.app.button('Activate');
  }

  async hold(): Promise<void> {
    await hold(this.app.button('Hold to activate'));
  }

  async isDone(): Promise<void> {
    await expect(this.app.page.getByText('Your account is activated')).toBeVisible({ timeout: 40_000 });
  }
}
