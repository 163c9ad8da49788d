import { agreementVersions } from '@openmere/core/setting/account.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { call } from '../../platform/api-client.ts';
import { refresh } from '../../platform/query.ts';

/** Accepts the agreements in the versions that are published now; the server refuses others. */
export async function acceptPublished(): Promise<void> {
  const { list } = await call('Ctrls/GetConfig', {});
  await call('Users/AcceptAgreements', { agreements: settingIn(list, agreementVersions) });
  await refresh('Users/Info');
}
