import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { keepScript, keptExpression } from '../../tools/device-state.ts';
import { ActivatePage } from './activate-page.ts';
import { ApprovalsPage } from './approvals-page.ts';
import { BindWalletPage } from './bind-wallet-page.ts';
import { DepositPage } from './deposit-page.ts';
import { InAppWallet } from './in-app-wallet.ts';
import { LiquidityPage } from './liquidity-page.ts';
import { LoginPage } from './login-page.ts';
import { MallPage } from './mall-page.ts';
import { MarketPage } from './market-page.ts';
import { RegisterPage } from './register-page.ts';
import { TeamPage } from './team-page.ts';
import { TradePage } from './trade-page.ts';
import { TransferPage } from './transfer-page.ts';
import { WalletPage } from './wallet-page.ts';
import { WithdrawPage } from './withdraw-page.ts';

/** The member app in one browser page, by what a person sees. */
export class MemberApp {
  readonly page: Page;
  readonly url: string;
  readonly login: LoginPage;
  readonly register: RegisterPage;
  readonly inApp: InAppWallet;
  readonly bindWallet: BindWalletPage;
  readonly activate: ActivatePage;
  readonly wallet: WalletPage;
  readonly deposit: DepositPage;
  readonly transfer: TransferPage;
  readonly withdraw: WithdrawPage;
  readonly mall: MallPage;
  readonly market: MarketPage;
  readonly team: TeamPage;
  readonly trade: TradePage;
  readonly liquidity: LiquidityPage;
  readonly approvals: ApprovalsPage;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
    this.login = new LoginPage(this);
    this.register = new RegisterPage(this);
    this.inApp = new InAppWallet(this);
    this.bindWallet = new BindWalletPage(this);
    this.activate = new ActivatePage(this);
    this.wallet = new WalletPage(this);
    this.deposit = new DepositPage(this);
    this.transfer = new TransferPage(this);
    this.withdraw = new WithdrawPage(this);
    this.mall = new MallPage(this);
    this.market = new MarketPage(this);
    this.team = new TeamPage(this);
    this.trade = new TradePage(this);
    this.liquidity = new LiquidityPage(this);
    this.approvals = new ApprovalsPage(this);
  }

  /** Goes to a place of the app and waits for its heading. */
  async open(path: string, heading: string): Promise<void> {
    const go = () => this.page.goto(`${this.url}/#${path}`);
    // A page of which a part could not be fetched loads itself anew once the server is back: at this very moment, too.
    await go().catch((error: Error) => {
      if (!error.message.includes('interrupted by another navigation')) throw error;
      return go();
    });
    await this.at(heading);
  }

  /** Loads the page afresh, as after a crash of the browser's tab. */
  async reload(): Promise<void> {
    await this.page.reload();
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async at(heading: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name, exact: typeof name === 'string' });
  }

  field(name: string): Locator {
    // By label: a password field has no role of its own.
    return this.page.getByLabel(name, { exact: true });
  }

  /** The value that stands beside a label in a list of facts. */
  fact(label: string): Locator {
    const row = this.page.getByRole('term').filter({ hasText: label }).locator('..');
    return row.getByRole('definition');
  }

  /** Lets the page begin with a session that was made over the API. Before the first navigation. */
  async useSession(token: string): Promise<void> {
    const keep = keepScript({ 'user.token': token });
    await this.page.addInitScript(`if (sessionStorage.getItem('begun') === null) {
      ${keep}
      sessionStorage.setItem('begun', '1');
    }`);
  }

  async hasToken(): Promise<boolean> {
    return (await this.keptToken()) !== undefined;
  }

  private async keptToken(): Promise<string | undefined> {
    return this.page.evaluate<string | undefined>(keptExpression('user.token'));
  }

  /** The session's token, to ask the API for the same member. */
  async token(): Promise<string> {
    const token = await this.keptToken();
    if (token === undefined) throw new Error('nobody is logged in');
    return token;
  }

  /** The sheet for the payment password: types it and confirms. */
  async confirmByPassword(password: string, submit: string): Promise<void> {
    const sheet = this.page.getByRole('dialog', { name: 'Confirm with your payment password' });
    await sheet.getByLabel('Payment password', { exact: true }).fill(password);
    await sheet.getByRole('button', { name: submit, exact: true }).click();
    await expect(sheet).toBeHidden();
  }
}
