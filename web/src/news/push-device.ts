import { pushKey } from '@openmere/core/setting/chain.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { call } from '../platform/api-client.ts';
import { container, register } from '../platform/app-update.ts';
import { readStored, writeStored } from '../platform/storage.ts';

export type DevicePush = 'off' | 'on' | 'denied';

/** Whether this browser can show messages while the app is closed: on iOS only once the app is on the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** The worker of this page, made now where it was not there yet: a browser's messages come to it. */
async function appWorker(): Promise<ServiceWorkerRegistration> {
  const workers = container();
  if (!workers) throw new Error('this browser has no service workers here');
  if ((await workers.getRegistration()) === undefined) await register(workers);
  return workers.ready;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** How it stands for this member: what another one switched on here is not theirs. */
export async function readDevice(memberId: string): Promise<DevicePush> {
  if (Notification.permission === 'denied') return 'denied';
  const isTheirs = readStored('general.pushFor') === memberId;
  return isTheirs && (await findSubscription()) !== null ? 'on' : 'off';
}

/** The browser asks whether it may; then its address goes to the server. Only on a tap. */
export async function switchOn(memberId: string, key: string): Promise<DevicePush> {
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off';
  await sendAddress(await subscribe(key));
  writeStored('general.pushFor', memberId);
  return 'on';
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await appWorker();
  const former = await pushManager.getSubscription();
  // One for another key of the house takes nothing any more.
  if (former !== null && !isFor(former, key)) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export async function switchOff(): Promise<DevicePush> {
  const subscription = await findSubscription();
  writeStored('general.pushFor', undefined);
  if (subscription !== null) {
    await call('Ctrls/PushUnsubscribe', { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  return 'off';
}

/**
 * The server sends only while the login lasts that asked for it: a new login of the same member asks again. And an update that let go of
 * its worker (decision 0238) took the address with it: another one is made, as long as the browser still allows it.
 */
export async function renewDevice(memberId: string): Promise<void> {
  if (!canPush() || readStored('general.pushFor') !== memberId || Notification.permission !== 'granted')
    return;
  const found = await findSubscription();
  if (found !== null) return sendAddress(found);
  const { list } = await call('Ctrls/GetConfig', {});
  const key = settingIn(list, pushKey);
  if (key !== '') await sendAddress(await subscribe(key));
}

async function sendAddress(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  await call('Ctrls/PushSubscribe', {
    endpoint: endpoint ?? '',
    p256dh: keys['p256dh'] ?? '',
    auth: keys['auth'] ?? '',
  });
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...own));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}
