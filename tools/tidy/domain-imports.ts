/**
 * Which domain may import which other one, outside `core` and inside. Anything not here is an error. Each line has its
 * reason; a list that grows is a sign that two domains are one.
 */
export const domainImports: readonly { from: string; to: string; reason: string }[] = [
  { from: 'auth', to: 'member', reason: 'registering and logging in make and find the member' },
  { from: 'member', to: 'auth', reason: 'binding proves itself by the codes, nonces and passwords of auth' },
  { from: 'transfer', to: 'member', reason: 'the receiver is found by code or address and shown masked' },
  { from: 'transfer', to: 'auth', reason: 'sending needs the payment password and its locks' },
  { from: 'transfer', to: 'deposit', reason: 'a recharge address names its owner as receiver' },
  { from: 'withdrawal', to: 'auth', reason: 'withdrawing needs the payment password and its locks' },
  {
    from: 'withdrawal',
    to: 'member',
    reason: 'money goes only to the bound wallet, and the mail only to the bound address',
  },
  {
    from: 'withdrawal',
    to: 'deposit',
    reason: 'risk rules look at the age of deposits; own deposit addresses are refused',
  },
  {
    from: 'deposit',
    to: 'member',
    reason: 'barred members have no deposit address; the deposit address belongs to a member',
  },
  { from: 'withdrawal', to: 'swap', reason: 'limits in USDT count OPEN at its price' },
  { from: 'asset', to: 'member', reason: 'records name the other side masked' },
  { from: 'operator', to: 'withdrawal', reason: 'the review queue decides withdrawals' },
  { from: 'operator', to: 'member', reason: 'operators read names, not ids, and the page of one member' },
  { from: 'reserve', to: 'member', reason: 'what a reorganisation took is listed with whose it was' },
  { from: 'operator', to: 'deposit', reason: 'the console lists deposits' },
  {
    from: 'operator',
    to: 'auth',
    reason: 'a login at the console stands behind the same pots, puzzles and browsers as a member’s',
  },
  { from: 'operator', to: 'reserve', reason: 'the health page shows the last reconciliation' },
  { from: 'reserve', to: 'deposit', reason: 'reconciliation adds up all deposit addresses' },
  {
    from: 'withdrawal',
    to: 'operator',
    reason: 'a decision and its line in the audit log are one transaction',
  },
  { from: 'transfer', to: 'asset', reason: 'the form shows what is available' },
  { from: 'withdrawal', to: 'asset', reason: 'the form shows what is available' },
  { from: 'member', to: 'wallet', reason: 'activation is signed by the wallet and shows its steps' },
  { from: 'deposit', to: 'wallet', reason: 'a deposit can be paid from the wallet at hand' },
  { from: 'auth', to: 'wallet', reason: 'wallet login chooses among the wallets at hand' },
  { from: 'home', to: 'asset', reason: 'the balance card stands on the home screen' },
  { from: 'home', to: 'auth', reason: 'the lock countdown, languages and countries are shown there' },
  { from: 'home', to: 'member', reason: 'the avatar stands on the home screen' },
  { from: 'home', to: 'swap', reason: 'the price card stands on the home screen' },
  { from: 'swap', to: 'wallet', reason: 'a trade is signed by the wallet and shows its steps' },
  {
    from: 'swap',
    to: 'member',
    reason: 'trades belong to the member of the bound wallet; buying needs activation',
  },
  { from: 'liquidity', to: 'swap', reason: 'liquidity is valued at the pool that swap follows' },
  {
    from: 'liquidity',
    to: 'wallet',
    reason: 'adding and removing are signed by the wallet and show their steps',
  },
  { from: 'liquidity', to: 'member', reason: 'a position belongs to the member of the bound wallet' },
  { from: 'asset', to: 'wallet', reason: 'what the wallet holds stands beside what the ledger holds' },
];

/** Domains that all others may read: configuration values have no rules of their own. */
export const openDomains: readonly string[] = ['setting'];
