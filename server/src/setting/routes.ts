import {
  getAllApkVersion,
  getAppVersion,
  getConfig,
  getEnum as getEnumCall,
  getTime,
  index,
  upload,
} from '@openmere/core/setting/contract.ts';
import { updateOf } from '@openmere/core/setting/version.ts';
import type { MemberActor } from '../platform/actor.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { serveUpload } from '../platform/http/upload.ts';
import { getBanner } from './banner.ts';
import { getPublicConfig } from './get-config.ts';
import type { FindAgreements, PublicFacts } from './get-config.ts';
import { getEnum } from './get-enum.ts';
import { readSettings } from './read.ts';
import { uploadPicture } from './upload.ts';
import type { UploadDeps } from './upload.ts';

export type SettingDeps = UploadDeps & { facts: PublicFacts; findAgreements: FindAgreements };

/** Calls that members' and operators' apps both need. */
export function settingRoutes(api: Api, { db, facts, findAgreements }: SettingDeps): void {
  serve(api, getConfig, async () => ({ list: await getPublicConfig({ tx: db, facts, findAgreements }) }));
  serve(api, getEnumCall, async ({ actor }) => getEnum(actor.from.locale));
  serve(api, getTime, async ({ now }) => ({ time: now.getTime(), zone: 'UTC' }));
  serve(api, getAppVersion, async (_ctx, input) => {
    const { appVersion, appRequired } = await readSettings(db);
    const update = updateOf(input.version ?? appVersion, appVersion, appRequired);
    return { version: appVersion, required: appRequired, update, build: facts.build };
  });
  serve(api, getAllApkVersion, async () => []);
  serve(api, index, getBanner, { tx: db, facts });
}

/** The members' upload. */
export async function uploadRoutes(api: Api, deps: UploadDeps): Promise<void> {
  await serveUpload(api, upload, (actor, bytes) =>
    uploadPicture({ actor: actor as MemberActor, ...deps }, bytes),
  );
}
