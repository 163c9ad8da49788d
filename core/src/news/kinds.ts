/** What notices are about, for the choice of who wants them by mail. Those of safety are always mailed. */
export const noticeKinds = ['money', 'orders', 'service', 'account'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const domains: Readonly<Record<string, NoticeKind | 'security'>> = {
  auth: 'security',
  mall: 'orders',
  support: 'service',
  member: 'account',
  team: 'account',
};

/** What guards the account is not only of the domain `auth`: a thief of the session would mute these first. */
const guards = new Set(
  ['emailbound', 'emailchanged', 'phonebound', 'walletbound', 'subindependent'].map(
    (change) => `member.notice.${change}`,
  ),
);

/** By the domain that tells it; whatever is not named here moves money. */
export function noticeKindOf(template: string): NoticeKind | 'security' {
  if (guards.has(template)) return 'security';
  return domains[template.split('.')[0] ?? ''] ?? 'money';
}
