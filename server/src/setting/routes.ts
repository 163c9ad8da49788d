import {
  getAllApkVersion,
  getAppVersion,
  getConfig,
  getEnum as getEnumCall,
  getTime,
  index,
  upload,
} from '@openmere/core/setting/contract.ts';
import { compareVersions, updateOf } from '@openmere/core/setting/version.ts';
import type { MemberActor } from '../platform/actor.ts';
import { createBusinessClock } from '../platform/business-clock.ts';
import { serve } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { serveUpload } from '../platform/http/upload.ts';
import { getBanner } from './banner.ts';
import { getPublicConfig } from './get-config.ts';
import type { FindAgreements, PublicFacts } from './get-config.ts';
import { getEnum } from './get-enum.ts';
import { readSettings } from './read.ts';
import type { Settings } from './read.ts';
import { uploadPicture } from './upload.ts';
import type { UploadDeps } from './upload.ts';

export type SettingDeps = UploadDeps & { facts: PublicFacts; findAgreements: FindAgreements };

/** Calls that members' and operators' apps both need. */
export function settingRoutes(api: Api, { db, facts, findAgreements }: SettingDeps): void {
  serve(api, getConfig, async () => ({ list: await getPublicConfig({ tx: db, facts, findAgreements }) }));
  serve(api, getEnumCall, async ({ actor }) => getEnum(actor.from.locale));
  const businessClock = createBusinessClock(db);
  serve(api, getTime, async ({ now }) => {
    const business = await businessClock(now);
    return { time: now.getTime(), zone: 'UTC', business: business.getTime() };
  });
  serve(api, getAppVersion, async (_ctx, input) => {
    const settings = await readSettings(db);
    const { version, url } = publishedFor(settings, input.platform);
    // A package that a store has not got yet cannot be required.
    const required = compareVersions(settings.appRequired, version) > 0 ? version : settings.appRequired;
    const update = updateOf(input.version ?? version, version, required);
    return { version, required, update, build: facts.build, url };
  });
  serve(api, getAllApkVersion, async () => {
    const { apkVersion: version, apkLink: url, apkSha256: sha256 } = await readSettings(db);
    return url === '' ? [] : [{ version, url, sha256 }];
  });
  serve(api, index, getBanner, { tx: db, facts });
}

/** What is published for what the app runs on, and where it is. */
function publishedFor(settings: Settings, platform: string | undefined): { version: string; url: string } {
  if (platform === 'ios') return { version: settings.iosVersion, url: settings.iosLink };
  if (platform === 'android') return { version: settings.apkVersion, url: settings.apkLink };
  return { version: settings.appVersion, url: '' };
}

/** The members' upload. */
export async function uploadRoutes(api: Api, deps: UploadDeps): Promise<void> {
  await serveUpload(api, upload, (actor, bytes) =>
    uploadPicture({ actor: actor as MemberActor, ...deps }, bytes),
  );
}
