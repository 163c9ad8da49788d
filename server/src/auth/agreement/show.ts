import type { adminAgreement, adminAgreements, agreement } from '@openmere/core/auth/agreement-contract.ts';
import { agreementKinds, nameAgreement } from '@openmere/core/auth/agreement.ts';
import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { languageOrder } from '@openmere/core/kit/texts.ts';
import type { Origin } from '../../platform/actor.ts';
import type { ReadCtx } from '../../platform/context.ts';
import { hashDraft } from './draft-hash.ts';
import { findDraft, findVersionTexts, listVersions } from './version-store.ts';
import type { AgreementVersion } from './version-store.ts';

const BY_INSTALLATION = 'installation';

/** Ctrls/Agreement. Refusal: noagreement (no such version). */
export async function showAgreement(
  ctx: ReadCtx & { actor: { from: Pick<Origin, 'locale'> } },
  { kind, version }: CallParsed<typeof agreement>,
): Promise<CallResult<typeof agreement>> {
  const { tx, actor } = ctx;
  const versions = await listVersions(tx, kind);
  const current = currentOf(versions);
  const row = version === undefined ? current : versions.find((one) => one.version === version);
  if (!row) throw new Refusal('auth.noagreement');
  const texts = await findVersionTexts(tx, kind, row.version);
  const locale = languageOrder(actor.from.locale).find((one) => texts[one] !== undefined);
  assert(locale !== undefined, 'a version has its texts');
  return {
    kind,
    version: nameAgreement(kind, row.version),
    number: row.version,
    time: row.published_at.toISOString(),
    current: row === current,
    standard: row.maker === BY_INSTALLATION,
    locale,
    content: texts[locale] ?? '',
    versions: versions.map((one) => ({ number: one.version, time: one.published_at.toISOString() })),
  };
}

/** Admin/Agreements. */
export async function listAgreements({ tx }: ReadCtx): Promise<CallResult<typeof adminAgreements>> {
  const rows = [];
  for (const kind of agreementKinds) {
    const draft = await findDraft(tx, kind);
    rows.push({
      ...showVersion(kind, currentOf(await listVersions(tx, kind))),
      draft: draft ? { time: draft.time.toISOString(), by: draft.by } : null,
    });
  }
  return { rows };
}

/** Admin/Agreement. Refusal: noagreement (no such version). */
export async function getAgreement(
  { tx }: ReadCtx,
  { kind, version }: CallParsed<typeof adminAgreement>,
): Promise<CallResult<typeof adminAgreement>> {
  const versions = await listVersions(tx, kind);
  const current = currentOf(versions);
  const row = version === undefined ? current : versions.find((one) => one.version === version);
  if (!row) throw new Refusal('auth.noagreement');
  const draft = await findDraft(tx, kind);
  return {
    ...showVersion(kind, row),
    texts: await findVersionTexts(tx, kind, row.version),
    draft: draft
      ? { time: draft.time.toISOString(), by: draft.by, texts: draft.texts, hash: hashDraft(draft.texts) }
      : null,
    versions: versions.map((one) => ({
      number: one.version,
      time: one.published_at.toISOString(),
      maker: one.maker,
      checker: one.checker,
    })),
  };
}

function currentOf([current]: readonly AgreementVersion[]): AgreementVersion {
  assert(current, 'the migrations publish the first version of each agreement');
  return current;
}

function showVersion(kind: AgreementKind, { version, published_at, maker, checker }: AgreementVersion) {
  return { kind, number: version, time: published_at.toISOString(), maker, checker };
}
