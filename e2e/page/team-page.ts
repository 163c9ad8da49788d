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
}
