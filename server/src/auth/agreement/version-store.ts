import { agreementKinds, nameAgreement } from '@openmere/core/auth/agreement.ts';
import type { AgreementKind } from '@openmere/core/auth/agreement.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

type VersionTable = {
  kind: AgreementKind;
  version: number;
  published_at: Date;
  maker: string;
  checker: string;
};
export type AgreementVersion = Selectable<VersionTable>;
type TextTable = { kind: AgreementKind; version: number; locale: Locale; content: string };
type DraftTable = {
  kind: AgreementKind;
  locale: Locale;
  content: string;
  changed_by: string;
  changed_at: Date;
};
export type AgreementDraft = { by: string; time: Date; texts: Texts };

declare module '../../platform/db/schema.ts' {
  interface Schema {
    agreement_version: VersionTable;
    agreement_text: TextTable;
    agreement_draft: DraftTable;
  }
}

/** The versions that hold now, as they are accepted: `user-1,privacy-1,risk-1`. */
export async function findPublished(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ kind: AgreementKind; version: number }>`
    select kind, max(version) as version from agreement_version group by kind`.execute(db);
  return agreementKinds
    .flatMap((kind) => rows.filter((row) => row.kind === kind))
    .map(({ kind, version }) => nameAgreement(kind, version))
    .join(',');
}

/** Every version of one agreement, the newest first. */
export async function listVersions(db: Db | Tx, kind: AgreementKind): Promise<AgreementVersion[]> {
  return db
    .selectFrom('agreement_version')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .execute();
}

/** The texts of one version. */
export async function findVersionTexts(db: Db | Tx, kind: AgreementKind, version: number): Promise<Texts> {
  const all = db.selectFrom('agreement_text').selectAll().where('kind', '=', kind);
  return textsOf(await all.where('version', '=', version).execute());
}

export async function insertVersion(tx: Tx, version: AgreementVersion, texts: Texts): Promise<void> {
  await tx.insertInto('agreement_version').values(version).execute();
  await tx
    .insertInto('agreement_text')
    .values(
      Object.entries(texts).map(([locale, content]) => ({
        kind: version.kind,
        version: version.version,
        locale: locale as Locale,
        content,
      })),
    )
    .execute();
}

/** One person at a time writes or publishes an agreement. */
export async function lockAgreement(tx: Tx, kind: AgreementKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`agreement ${kind}`}))`.execute(tx);
}

export async function findDraft(db: Db | Tx, kind: AgreementKind): Promise<AgreementDraft | undefined> {
  const rows = await db.selectFrom('agreement_draft').selectAll().where('kind', '=', kind).execute();
  const [first] = rows;
  return first && { by: first.changed_by, time: first.changed_at, texts: textsOf(rows) };
}

/** Replaces the draft; no texts take it away. */
export async function putDraft(tx: Tx, kind: AgreementKind, draft: AgreementDraft): Promise<void> {
  await tx.deleteFrom('agreement_draft').where('kind', '=', kind).execute();
  const rows = Object.entries(draft.texts).map(([locale, content]) => ({
    kind,
    locale: locale as Locale,
    content,
    changed_by: draft.by,
    changed_at: draft.time,
  }));
  if (rows.length > 0) await tx.insertInto('agreement_draft').values(rows).execute();
}

function textsOf(rows: readonly { locale: Locale; content: string }[]): Texts {
  return Object.fromEntries(rows.map(({ locale, content }) => [locale, content]));
}
