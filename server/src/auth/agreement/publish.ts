import { changedLanguages, checkAgreementDraft, nameAgreement } from '@openmere/core/auth/agreement.ts';
import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../../platform/context.ts';
import { hashDraft } from './draft-hash.ts';
import { getAgreement } from './show.ts';
import { findDraft, insertVersion, lockAgreement, putDraft } from './version-store.ts';

type Published = { before: string; after: string; changed: Locale[] };

/**
 * Publishes the draft of this hash as the next version; from then on everybody is asked for it. Refusals in order: agreementdraft
 * (there is none, or another one), those of checkAgreementDraft.
 */
export async function publishAgreement(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { kind, hash, maker, checker }: { kind: AgreementKind; hash: string; maker: string; checker: string },
): Promise<Published> {
  const { tx, now } = ctx;
  await lockAgreement(tx, kind);
  const draft = await findDraft(tx, kind);
  if (!draft || hashDraft(draft.texts) !== hash) throw new Refusal('auth.agreementdraft');
  const { number, texts } = await getAgreement(ctx, { kind });
  refuse(checkAgreementDraft(draft.texts, texts));
  const version = number + 1;
  await insertVersion(tx, { kind, version, published_at: now, maker, checker }, draft.texts);
  await putDraft(tx, kind, { ...draft, texts: {} });
  return {
    before: nameAgreement(kind, number),
    after: nameAgreement(kind, version),
    changed: changedLanguages(texts, draft.texts),
  };
}
