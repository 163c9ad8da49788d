import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { MemberApp } from './member-app.ts';
import { Steps } from './signing.ts';
import type { Signing } from './signing.ts';

export type NodeKind = 'Genesis' | 'Gold' | 'Diamond';

/** Community nodes, by what a person sees. */
export class NodePage {
  readonly steps: Steps;
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
    this.steps = new Steps(app.page);
  }

  async open(kind: NodeKind): Promise<void> {
    await this.app.open('/pages/wallet/subscribe/subscribe', 'Community nodes');
    await this.card(kind).click();
    await expect(this.app.page.getByRole('radio', { name: new RegExp(`^${kind}`) })).toBeChecked();
  }

  /** The kind with its price and what is left. */
  card(kind: NodeKind): Locator {
    return this.app.page.getByRole('group', { name: 'Kind of node' }).locator('label', { hasText: kind });
  }

  /** Reviews, agrees to the risk, signs, and waits until it is confirmed. */
  async subscribe(kind: NodeKind, signing: Signing): Promise<void> {
    const action = new RegExp(`Subscribe to ${kind} for .+ USDT$`);
    await this.app.button(action).click();
    const sheet = this.app.page.getByRole('dialog', { name: 'Check and subscribe' });
    await sheet.getByRole('checkbox', { name: /not refunded, promises no return/ }).check();
    await signing(sheet, action, ['Authorize coins to be taken', 'Subscribe to a node']);
    await expect(sheet).toBeHidden();
    await this.steps.areConfirmed();
  }
}
