import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { hold } from './hold.ts';
import type { MemberApp } from './member-app.ts';
import { Steps } from './signing.ts';
import type { Signing } from './signing.ts';

export type Side = 'buy' | 'sell';
const titles = { buy: 'Review your purchase', sell: 'Review your sale' } as const;
const questions = { buy: 'Buy OPEN', sell: 'Sell OPEN' } as const;
const actions = { buy: /Buy .+ OPEN$/, sell: /Sell .+ OPEN$/ } as const;

export class TradePage {
  readonly steps: Steps;
  private readonly app: MemberApp;

  constructor(app: MemberApp) {
    this.app = app;
    this.steps = new Steps(app.page);
  }

  /** From the market, as a person goes. */
  async open(side: Side): Promise<void> {
    const { app } = this;
    await app.market.open();
    await app.link(side === 'buy' ? 'Buy OPEN' : 'Sell OPEN').click();
    await app.at('Trade');
    await expect(this.pay).toBeVisible();
  }

  get pay(): Locator {
    return this.app.field('You pay');
  }

  get receive(): Locator {
    return this.app.field('You receive');
  }

  /** The button that opens the review; says what it does, or why it cannot. */
  get action(): Locator {
    return this.app.page.getByRole('button', { name: /^(Buy|Sell) .+ OPEN$/ });
  }

  /** Opens the review, which reads the chain, and waits for its figures. */
  async review(side: Side): Promise<Locator> {
    await this.app.button(actions[side]).click();
    const sheet = this.app.page.getByRole('dialog', { name: titles[side] });
    await expect(sheet.getByText(/^Just read from the chain/)).toBeVisible();
    return sheet;
  }

  /** Says yes in the review and in the wallet, until the transaction is in the network. */
  async sign(side: Side, signing: Signing, sheet: Locator): Promise<void> {
    await signing(sheet, actions[side], ['Authorize coins to be taken', questions[side]]);
    await expect(sheet).toBeHidden();
  }

  /** From the empty form to the confirmed trade. */
  async trade(side: Side, amount: string, signing: Signing): Promise<void> {
    await this.open(side);
    await this.pay.fill(amount);
    await this.sign(side, signing, await this.review(side));
    await this.steps.areConfirmed();
  }

  /** The owner of the wallet is asked, and whatever comes of it is seen by the caller. */
  async ask(side: Side, sheet: Locator): Promise<void> {
    await hold(sheet.getByRole('button', { name: new RegExp(`^Hold: ${actions[side].source}`) }));
  }

  /** Connects a wallet outside the page, which is offered until it is the one in use. */
  async connect(name: string): Promise<void> {
    await this.open('buy');
    await this.app.button(`Connect ${name}`).click();
    await expect(this.app.button('Enter an amount')).toBeVisible();
  }

  /** An own trade among the records by its quantity as the list writes it, opened. */
  async openRecord(quantity: string): Promise<void> {
    const { app } = this;
    await app.open('/pages/swap/detail/detail', 'Trades');
    const rows = app.page.getByRole('listitem').getByRole('button');
    await rows.filter({ hasText: quantity }).first().click();
    await expect(app.page.getByRole('article')).toBeVisible();
  }
}
