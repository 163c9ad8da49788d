/**
 * What alarms say in mails to the people on call, in the operators' two languages. The console words the same facts in its own
 * texts. `{name}` stands for a fact of the alarm.
 */
export const alarmLocales = ['en', 'zh-Hans'] as const;
export type AlarmLocale = (typeof alarmLocales)[number];

export type AlarmFacts = Readonly<Record<string, string>>;

const words = {
  en: {
    payment: 'payouts halted: the treasury paid {payout} in {hash}, which is no payout of ours ({doubt})',
    reserves: 'payouts halted: {subject} differs, ledger {ledger}, chain {chain} at block {block}',
    silent: 'payouts halted: reserves were not compared since {since} ({detail})',
    ledger: 'payouts halted: the ledger does not agree with its journal ({invariants}: {detail})',
    fork: 'payouts halted: a final block changed ({detail})',
    other: 'payouts halted: {detail} ({subject})',
    contracts: '{event} at {contract} for {object}, transaction {hash}, block {block}',
    hot: 'too much {coin} is hot: {hot}, at most {bound} may be (members are owed {owed}); sweep to the cold address',
    low: 'too little {coin} for payouts: {hot}, at least {bound} is needed (members are owed {owed}); bring some back from the cold address',
    cold: 'less {coin} lies at the cold address than the ledger says: {hot} instead of {bound}; find out what left it',
    review:
      'withdrawal {withdrawal} of {amount} {coin} was to be decided by {until} UTC and is not; look at the queue',
    unpaid:
      'withdrawal {withdrawal} of {amount} {coin} is not paid, its money is held, and operators were to decide by {until} UTC; look at the queue',
  },
  'zh-Hans': {
    payment: '付款已暂停：金库在 {hash} 中支付了 {payout}，不是我们的付款（{doubt}）',
    reserves: '付款已暂停：{subject} 不一致，账本 {ledger}，链上 {chain}，区块 {block}',
    silent: '付款已暂停：自 {since} 起未能核对储备（{detail}）',
    ledger: '付款已暂停：账本与流水不一致（{invariants}：{detail}）',
    fork: '付款已暂停：已最终确认的区块发生变化（{detail}）',
    other: '付款已暂停：{detail}（{subject}）',
    contracts: '合约 {contract} 上的 {event}，对象 {object}，交易 {hash}，区块 {block}',
    hot: '{coin} 热钱包资金过多：{hot}，上限 {bound}（欠会员 {owed}）；请归集到冷地址',
    low: '{coin} 可付款资金不足：{hot}，至少需要 {bound}（欠会员 {owed}）；请从冷地址调回',
    cold: '冷地址上的 {coin} 少于账本记录：{hot}，账面应有 {bound}；请查明流出原因',
    review: '提现 {withdrawal}（{amount} {coin}）应在 {until} UTC 前审核，至今未处理；请查看审核队列',
    unpaid:
      '提现 {withdrawal}（{amount} {coin}）未付出，金额仍被保留，应由操作员在 {until} UTC 前处理；请查看审核队列',
  },
} as const satisfies Record<AlarmLocale, Record<string, string>>;
export type AlarmWord = keyof (typeof words)['en'];

export function wordAlarm(locale: AlarmLocale, word: AlarmWord, facts: AlarmFacts): string {
  return words[locale][word].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => facts[name] ?? '—');
}
