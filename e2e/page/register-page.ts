import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

/** Registration in its three parts. */
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

  async toMail(): Promise<void> {
    const { app } = this;
    await app.button('Next').click();
    await expect(app.page.getByText('Step 2 of 3')).toBeVisible();
  }

  async sendCode(email: string): Promise<void> {
    await this.app.field('E-mail').fill(email);
    await this.app.button('Send code').click();
  }

  /** The last digit goes on by itself. */
  async fillCode(code: string): Promise<void> {
    await this.app.field('E-mail code').fill(code);
    await expect(this.app.page.getByText('Step 3 of 3')).toBeVisible();
  }

  async fillPassword(password: string): Promise<void> {
    await this.app.field('New password').fill(password);
    await this.app.field('Repeat password').fill(password);
  }

  async accept(): Promise<void> {
    await this.app.page.getByRole('checkbox', { name: /I have read the agreements/ }).check();
  }

  async submit(): Promise<void> {
    await this.app.button('Create an account').click();
  }
}
