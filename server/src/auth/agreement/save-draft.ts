import type { adminAgreement, adminAgreementSave } from '@openmere/core/auth/agreement-contract.ts';
import { changedLanguages, tidyAgreement } from '@openmere/core/auth/agreement.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { hashDraft } from './draft-hash.ts';
import { getAgreement } from './show.ts';
import { lockAgreement, putDraft } from './version-store.ts';

/** Admin/AgreementSave. Refusal: changedmeanwhile (the draft, or the version in force, is another than the one that was opened). */
export async function saveAgreementDraft(
  ctx: Ctx<OperatorActor>,
  input: CallParsed<typeof adminAgreementSave>,
): Promise<CallResult<typeof adminAgreement>> {
  const { tx, actor, now } = ctx;
  const { kind } = input;
  await lockAgreement(tx, kind);
  const texts = Object.fromEntries(
    locales.map((locale) => [locale, tidyAgreement(input.texts[locale] ?? '')]),
  );
  const before = await getAgreement(ctx, { kind });
  const { draft = before.draft?.hash ?? 'none', number = before.number } = input;
  if (draft !== (before.draft?.hash ?? 'none') || number !== before.number)
    throw new Refusal('operator.changedmeanwhile');
  const changed = changedLanguages(before.texts, texts);
  await putDraft(tx, kind, { by: actor.account, time: now, texts: changed.length === 0 ? {} : texts });
  await recordAudit(tx, actor, {
    action: 'agreement.draft',
    subject: kind,
    detail: { languages: changed, hash: hashDraft(texts) },
  });
  return getAgreement(ctx, { kind });
}
