import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class LoginPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/login/login', 'Log in');
  }

  /** Chooses the way by wallet and connects the one of this name. */
  async connect(name: string): Promise<void> {
    const { app } = this;
    const ways = app.page.getByRole('radiogroup', { name: 'Ways to log in' });
    await ways.getByRole('radio', { name: 'Wallet' }).check();
    await app.button(`Connect ${name}`).click();
    await expect(app.page.getByRole('list', { name: 'Connected wallet' })).toBeVisible();
  }

  async signIn(): Promise<void> {
    await this.app.button('Sign and log in').click();
  }

  async isHome(): Promise<void> {
    await expect.poll(() => new URL(this.app.page.url()).hash).toContain('/pages/home/home');
  }
}
