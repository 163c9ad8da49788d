import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

/** One's rewards: what can be claimed, the records, and how each came about. */
export class AwardPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/award/award', 'Rewards');
  }

  /** Opens the newest record of a kind, by the words of its row. */
  async openRecord(words: string): Promise<void> {
    await this.app.page
      .getByRole('button', { name: new RegExp(`^${words}`) })
      .first()
      .click();
    await this.app.at('Reward records');
  }

  /** The steps of how a sum came about. */
  get steps(): Locator {
    return this.app.page.getByRole('list', { name: 'How this sum came about' }).getByRole('listitem');
  }

  /** Claims by the button of the page, then by the one of the sheet; stays at what came. */
  async claim(label: string | RegExp): Promise<void> {
    await this.app.button(label).first().click();
    const sheet = this.app.page.getByRole('dialog', { name: 'Claim rewards' });
    await sheet.getByRole('button', { name: label }).click();
    await expect(sheet.getByText('Claimed', { exact: true })).toBeVisible();
  }
}
