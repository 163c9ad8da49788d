import { expect } from '@playwright/test';
import type { MemberApp } from './member-app.ts';

/** The team's pages. */
export class TeamPage {
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
  }

  async open(): Promise<void> {
    await this.app.open('/pages/team/team', 'Team');
  }

  /** The figures of the overview, each beside its label. */
  async has(figures: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(figures)) {
      const row = this.app.page.getByRole('term').filter({ hasText: label }).locator('..');
      await expect(row.getByRole('definition')).toContainText(value);
    }
  }

  /** The link of the invitation, as it is copied. */
  async invitationLink(): Promise<string> {
    await this.app.open('/pages/team/invite/invite', 'Invite');
    const link = this.app.page.getByText(/\?invcode=\w{6}$/);
    await expect(link).toBeVisible();
    return (await link.textContent()) ?? '';
  }

  /** Writes the team's page key by key, and leaves it saved. */
  async edit(name: string, notice: string): Promise<void> {
    const { app } = this;
    await app.open('/pages/team/captain/captain', 'Captain');
    await app.link('Edit team page').click();
    await app.at('Team page');
    await app.field('Team name').pressSequentially(name, { delay: 20 });
    await app.field('Notice').pressSequentially(notice, { delay: 20 });
    await app.button('Save').click();
    await app.at('Captain');
  }
}
