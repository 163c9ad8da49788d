/**
 * Which domain may import which other one, types included, and in which rooms. Anything not here is an error, and so is a line
 * that nothing uses. Each has its reason; a list that grows is a sign that two domains are one.
 */
export type DomainImport = {
  from: string;
  to: string;
  rooms: readonly ('core' | 'server' | 'web' | 'console')[];
  reason: string;
};

export const domainImports: readonly DomainImport[] = [
  {
    from: 'auth',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'registering and logging in make and find the member',
  },
  {
    from: 'member',
    to: 'auth',
    rooms: ['server', 'web'],
    reason: 'binding proves itself by the codes, nonces and passwords of auth',
  },
  {
    from: 'transfer',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'the receiver is found by code or address and shown masked',
  },
  {
    from: 'transfer',
    to: 'auth',
    rooms: ['core', 'server', 'web'],
    reason: 'sending needs the payment password and its locks; a code has one spelling',
  },
  {
    from: 'transfer',
    to: 'deposit',
    rooms: ['server'],
    reason: 'a recharge address names its owner as receiver',
  },
  {
    from: 'withdrawal',
    to: 'auth',
    rooms: ['server', 'web'],
    reason: 'withdrawing needs the payment password and its locks',
  },
  {
    from: 'withdrawal',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'money goes only to the bound wallet, and the mail only to the bound address',
  },
  {
    from: 'withdrawal',
    to: 'deposit',
    rooms: ['server'],
    reason: 'risk rules look at the age of deposits; own deposit addresses are refused',
  },
  {
    from: 'deposit',
    to: 'member',
    rooms: ['server'],
    reason: 'barred members have no deposit address; the deposit address belongs to a member',
  },
  {
    from: 'news',
    to: 'auth',
    rooms: ['server'],
    reason: 'nothing is sent to a device whose session has ended',
  },
  {
    from: 'auth',
    to: 'operator',
    rooms: ['server'],
    reason: 'who wrote which draft of an agreement stands in the audit log',
  },
  {
    from: 'deposit',
    to: 'operator',
    rooms: ['server'],
    reason: 'what operators decide about bank money, and each look at a slip, stands in the audit log',
  },
  { from: 'withdrawal', to: 'swap', rooms: ['server'], reason: 'limits in USDT count OPEN at its price' },
  {
    from: 'asset',
    to: 'withdrawal',
    rooms: ['server'],
    reason: 'records and holds say how the withdrawal behind them stands',
  },
  {
    from: 'asset',
    to: 'deposit',
    rooms: ['server'],
    reason: 'records say who sent a deposit, and in which transaction',
  },
  {
    from: 'asset',
    to: 'swap',
    rooms: ['server'],
    reason: 'records say what OPEN was worth when it was booked',
  },
  {
    from: 'deposit',
    to: 'withdrawal',
    rooms: ['server'],
    reason: 'sweeps begin with what approved payouts wait for',
  },
  { from: 'asset', to: 'member', rooms: ['web'], reason: 'records name the other side masked' },
  {
    from: 'operator',
    to: 'withdrawal',
    rooms: ['server', 'console'],
    reason: 'the review queue decides withdrawals',
  },
  {
    from: 'member',
    to: 'operator',
    rooms: ['server'],
    reason:
      'a decision on an identity, each look at it, and their lines in the audit log are one transaction',
  },
  {
    from: 'operator',
    to: 'member',
    rooms: ['server'],
    reason: 'operators read names, not ids, and the page of one member',
  },
  {
    from: 'reserve',
    to: 'member',
    rooms: ['server'],
    reason: 'what a reorganisation took is listed with whose it was',
  },
  {
    from: 'operator',
    to: 'deposit',
    rooms: ['console'],
    reason: 'the page of one member lists their deposits',
  },
  {
    from: 'operator',
    to: 'auth',
    rooms: ['server'],
    reason: 'a login at the console stands behind the same pots, puzzles and browsers as a member’s',
  },
  {
    from: 'operator',
    to: 'reserve',
    rooms: ['server'],
    reason: 'the health page shows the last reconciliation',
  },
  {
    from: 'reserve',
    to: 'deposit',
    rooms: ['server'],
    reason: 'reconciliation adds up all deposit addresses',
  },
  {
    from: 'withdrawal',
    to: 'operator',
    rooms: ['server'],
    reason: 'a decision and its line in the audit log are one transaction',
  },
  { from: 'transfer', to: 'asset', rooms: ['web'], reason: 'the form shows what is available' },
  { from: 'transfer', to: 'activity', rooms: ['web'], reason: 'money that leaves may cost a deposit bonus' },
  {
    from: 'withdrawal',
    to: 'activity',
    rooms: ['web'],
    reason: 'money that leaves may cost a deposit bonus',
  },
  { from: 'withdrawal', to: 'asset', rooms: ['web'], reason: 'the form shows what is available' },
  {
    from: 'member',
    to: 'wallet',
    rooms: ['web'],
    reason: 'activation is signed by the wallet and shows its steps',
  },
  { from: 'deposit', to: 'wallet', rooms: ['web'], reason: 'a deposit can be paid from the wallet at hand' },
  {
    from: 'withdrawal',
    to: 'wallet',
    rooms: ['web'],
    reason: 'a payout’s transaction is shown as one’s own are',
  },
  { from: 'home', to: 'asset', rooms: ['web'], reason: 'the balance card stands on the home screen' },
  {
    from: 'home',
    to: 'auth',
    rooms: ['web'],
    reason: 'the lock countdown, languages and countries are shown there',
  },
  { from: 'home', to: 'member', rooms: ['web'], reason: 'the avatar stands on the home screen' },
  {
    from: 'asset',
    to: 'reward',
    rooms: ['web'],
    reason: 'the wallet leads to rewards and says what can be claimed',
  },
  { from: 'member', to: 'reward', rooms: ['web'], reason: 'one’s own pages lead to rewards' },
  { from: 'member', to: 'place', rooms: ['web'], reason: 'a shipping address is chosen on the map' },
  { from: 'home', to: 'swap', rooms: ['web'], reason: 'the price card stands on the home screen' },
  {
    from: 'home',
    to: 'reserve',
    rooms: ['web'],
    reason: 'the badge of the proof of reserves stands on the home screen',
  },
  {
    from: 'swap',
    to: 'wallet',
    rooms: ['web'],
    reason: 'a trade is signed by the wallet and shows its steps',
  },
  {
    from: 'swap',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'trades belong to the member of the bound wallet; buying needs activation',
  },
  {
    from: 'liquidity',
    to: 'swap',
    rooms: ['server', 'web'],
    reason: 'liquidity is valued at the pool that swap follows',
  },
  {
    from: 'liquidity',
    to: 'wallet',
    rooms: ['web'],
    reason: 'adding and removing are signed by the wallet and show their steps',
  },
  {
    from: 'liquidity',
    to: 'member',
    rooms: ['server'],
    reason: 'a position belongs to the member of the bound wallet',
  },
  { from: 'team', to: 'node', rooms: ['server'], reason: 'medals of a team are counted by kind' },
  {
    from: 'team',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'a team is the members below one, shown masked; use belongs to the member of the bound wallet',
  },
  {
    from: 'minting',
    to: 'member',
    rooms: ['server'],
    reason: 'minted power belongs to the member of the bound wallet',
  },
  {
    from: 'minting',
    to: 'wallet',
    rooms: ['web'],
    reason: 'minting and redeeming are signed by the wallet and show their steps',
  },
  {
    from: 'minting',
    to: 'liquidity',
    rooms: ['server', 'web'],
    reason:
      'what is explained and signed looks and is held alike; yield draws on the EQUITY that its person still has',
  },
  {
    from: 'minting',
    to: 'swap',
    rooms: ['server', 'web'],
    reason: 'OPEN is sold for USDO at the desk’s own terms, and its fee divided by the same rule',
  },
  {
    from: 'asset',
    to: 'wallet',
    rooms: ['web'],
    reason: 'what the wallet holds stands beside what the ledger holds',
  },
  {
    from: 'node',
    to: 'member',
    rooms: ['server'],
    reason: 'a medal belongs to the member of the wallet that holds it',
  },
  {
    from: 'node',
    to: 'liquidity',
    rooms: ['server', 'web'],
    reason:
      'a node gives EQUITY, which counts to the cap of liquidity; a subscription is reviewed and signed by the same parts',
  },
  {
    from: 'deposit',
    to: 'auth',
    rooms: ['server', 'web'],
    reason: 'a deposit comes after the risk disclosure is accepted, and after the cooling-off of a country',
  },
  {
    from: 'minting',
    to: 'auth',
    rooms: ['web'],
    reason: 'minting comes after the risk disclosure is accepted',
  },
  {
    from: 'liquidity',
    to: 'auth',
    rooms: ['web'],
    reason: 'adding liquidity comes after the risk disclosure is accepted',
  },
  {
    from: 'node',
    to: 'auth',
    rooms: ['web'],
    reason: 'a subscription comes after the risk disclosure is accepted',
  },
  { from: 'home', to: 'news', rooms: ['web'], reason: 'news and the bell stand on the home screen' },
  { from: 'member', to: 'news', rooms: ['web'], reason: 'one’s own pages lead to news and notices' },
  {
    from: 'news',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'a notice is mailed to its member, in their language; a device takes messages for one member',
  },
  {
    from: 'news',
    to: 'operator',
    rooms: ['server'],
    reason: 'each change of an article stands in the audit log',
  },
  {
    from: 'node',
    to: 'operator',
    rooms: ['server'],
    reason: 'the list of permits names the two operators who agreed',
  },
  {
    from: 'node',
    to: 'swap',
    rooms: ['web'],
    reason: 'what the bound wallet holds and may sign is known there',
  },
  {
    from: 'node',
    to: 'wallet',
    rooms: ['web'],
    reason: 'a subscription is signed by the wallet and shows its steps',
  },
  {
    from: 'activity',
    to: 'reward',
    rooms: ['server'],
    reason: 'a bonus that is given is a reward, claimed like any other',
  },
  {
    from: 'activity',
    to: 'operator',
    rooms: ['server'],
    reason: 'a buy-back names the two operators who agreed',
  },
  {
    from: 'activity',
    to: 'withdrawal',
    rooms: ['server'],
    reason:
      'one key signs payouts and buy-backs out of one treasury: its caps and what it can pay hold for both together',
  },
  {
    from: 'activity',
    to: 'swap',
    rooms: ['server'],
    reason: 'a buy-back is measured by the market’s average price',
  },
  {
    from: 'activity',
    to: 'member',
    rooms: ['server'],
    reason: 'a bonus is claimed by who is activated, and the page says who is not',
  },
  {
    from: 'reward',
    to: 'member',
    rooms: ['server', 'web'],
    reason:
      'rewards go up the tree of members, whose levels their settlement sets, and name payers masked; a country may have none',
  },
  {
    from: 'reward',
    to: 'operator',
    rooms: ['server'],
    reason: 'an operator who asks for a settlement stands in the audit log',
  },
  {
    from: 'operator',
    to: 'reward',
    rooms: ['console'],
    reason: 'the page of one member shows how each of their rewards came about',
  },
  {
    from: 'reward',
    to: 'minting',
    rooms: ['server'],
    reason: 'the fee of OPEN sold for USDO is divided like a trade’s',
  },
  {
    from: 'mall',
    to: 'member',
    rooms: ['server', 'web'],
    reason: 'a shop belongs to an activated member, who is mailed what is decided about it',
  },
  {
    from: 'mall',
    to: 'auth',
    rooms: ['server', 'web'],
    reason: 'paying an order needs the payment password and its locks',
  },
  { from: 'member', to: 'mall', rooms: ['web'], reason: 'one’s own pages lead to orders' },
  {
    from: 'mall',
    to: 'asset',
    rooms: ['web'],
    reason: 'the payment of an order shows what is available',
  },
  { from: 'deposit', to: 'activity', rooms: ['web'], reason: 'a first deposit may have a bonus' },
  { from: 'mall', to: 'activity', rooms: ['web'], reason: 'money that leaves may cost a deposit bonus' },
  {
    from: 'node',
    to: 'team',
    rooms: ['server'],
    reason: 'a subscription counts as performance in the transaction that books it',
  },
  {
    from: 'mall',
    to: 'team',
    rooms: ['server'],
    reason: 'what was bought counts as performance in the transaction that completes the order',
  },
  {
    from: 'asset',
    to: 'mall',
    rooms: ['server'],
    reason: 'holds say which order is behind them',
  },
  {
    from: 'support',
    to: 'member',
    rooms: ['server', 'web'],
    reason:
      'a member’s requests take turns at their row, operators read names, and what the app runs in goes along',
  },
  {
    from: 'support',
    to: 'mall',
    rooms: ['web'],
    reason: 'pictures are chosen as in a request after a sale',
  },
  {
    from: 'support',
    to: 'operator',
    rooms: ['server'],
    reason: 'answers stand in the audit log, and operators read who wrote what',
  },
  {
    from: 'mall',
    to: 'operator',
    rooms: ['server'],
    reason: 'each decision of an operator, and each look at a licence, stands in the audit log',
  },
  {
    from: 'reward',
    to: 'swap',
    rooms: ['server'],
    reason: 'fees of trades and of the ledger are divided by one rule',
  },
  {
    from: 'reward',
    to: 'liquidity',
    rooms: ['server'],
    reason: 'yield uses up EQUITY; days are counted as there',
  },
];

/** Domains that all others may read: configuration values have no rules of their own. */
export const openDomains: readonly string[] = ['setting'];

export function isListed(room: string, from: string, to: string): boolean {
  return domainImports.some(
    (line) => line.from === from && line.to === to && line.rooms.some((one) => one === room),
  );
}
