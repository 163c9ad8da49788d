import { callAt } from './member-api.ts';
import { loginOperator } from './operators.ts';
import type { Stack } from './stack.ts';

export type Change = { kind: 'setting' | 'goldpermit'; subject: string; value: string };

/** What two operators do together: one proposes, the other confirms exactly that. */
export async function openOffice(stack: Stack): Promise<(what: Change) => Promise<void>> {
  const { consoleUrl } = stack.facts;
  const [maker, checker] = [await loginOperator(stack.facts, 0), await loginOperator(stack.facts, 1)];
  return async (what) => {
    const { hash } = await callAt(consoleUrl, 'Admin/DryRun', what, maker);
    const { id } = await callAt(consoleUrl, 'Admin/Propose', { ...what, reason: 'as planned', hash }, maker);
    await callAt(consoleUrl, 'Admin/ProposalConfirm', { id, hash }, checker);
  };
}
