import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

export class RegisterPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  /** Comes by an invitation link; the code stands in the form then. */
  async openByInvitation(code: string): Promise<void> {
    const { app } = this;
    await app.page.goto(`${app.url}/?invcode=${code}#/pages/login/login`);
    await app.button('Create an account').click();
    await app.at('Create an account');
    await expect(app.field('Invitation code')).toHaveValue(code);
  }

  async chooseCountry(name: string): Promise<void> {
    const { app } = this;
    await app.button(/^Country or region: /).click();
    const sheet = app.page.getByRole('dialog', { name: 'Country or region' });
    await sheet.getByRole('searchbox', { name: 'Search' }).fill(name);
    await sheet.getByRole('button', { name, exact: true }).click();
    await expect(sheet).toBeHidden();
  }

  async accept(): Promise<void> {
    await this.app.page.getByRole('checkbox', { name: /I have read the agreements/ }).check();
  }

  async fillEmail(email: string): Promise<void> {
    await this.app.field('E-mail').fill(email);
  }

  async fillCode(code: string): Promise<void> {
    await this.app.field('Code from the e-mail').fill(code);
  }

  async fillPassword(password: string): Promise<void> {
    await this.app.field('New password').fill(password);
    await this.app.field('Repeat password').fill(password);
  }

  async submit(): Promise<void> {
    await this.app.button('Create an account').click();
  }
}
