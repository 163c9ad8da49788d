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

/** By the domain that tells it; whatever is not named here moves money. */
export function noticeKindOf(template: string): NoticeKind | 'security' {
  return domains[template.split('.')[0] ?? ''] ?? 'money';
}
