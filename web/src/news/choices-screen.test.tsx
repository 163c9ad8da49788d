// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { config, openScreen, Refused } from '../app/test-screen.tsx';
import type { Answers } from '../app/test-screen.tsx';
import { memberInfo } from '../member/test-member.ts';
import { writeStored } from '../platform/storage.ts';
import { currentToasts } from '../ui/toast-store.ts';
import { renewDevice } from './push-device.ts';

const path = '/pages/news/choices';
const key = 'BKey';
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
const point = 'B'.repeat(87);
const secret = 'A'.repeat(22);
const answers: Answers = {
  'Users/Info': memberInfo,
  'Ctrls/GetConfig': { list: [...config, { idx: 'push.key', val: key }] },
  'Ctrls/NoticeChoices': { list: [{ kind: 'money', mail: true, push: true }], total: 1 },
  'Ctrls/NoticeChoose': () => undefined,
  'Ctrls/PushSubscribe': () => undefined,
  'Ctrls/PushUnsubscribe': () => undefined,
};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.clear();
});

/** A browser with web push: one registration, whose subscription is made when it is asked for. */
function giveBrowserPush(permission: 'granted' | 'denied' | 'default', asked = permission) {
  const unsubscribe = vi.fn(async () => true);
  let current: object | null = null;
  const subscribe = vi.fn(async () => {
    current = {
      endpoint,
      unsubscribe,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh: point, auth: secret } }),
    };
    return current;
  });
  const registration = { pushManager: { subscribe, getSubscription: async () => current } };
  const workers = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  vi.stubGlobal('PushManager', class {});
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = asked),
  };
  vi.stubGlobal('Notification', notification);
  return { subscribe, unsubscribe };
}
const deviceSwitch = () => screen.queryByRole('switch', { name: 'Messages on this device' });
const isOn = () => (deviceSwitch() as HTMLInputElement | null)?.checked;

test('behavior: on an iPhone, where only an app on the home screen gets messages, the way there is shown', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  try {
    await openScreen(path, answers);
    expect(await screen.findByText('Messages on this device')).toBeTruthy();
    expect(screen.getByText('Tap Share, then “Add to Home Screen”.')).toBeTruthy();
    expect(deviceSwitch()).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});

test('refuses: to offer what the browser cannot, or the house has no key for', async () => {
  await openScreen(path, answers);
  expect(await screen.findByRole('switch', { name: 'By mail' })).toBeTruthy();
  expect(deviceSwitch()).toBeNull();
  giveBrowserPush('default');
  await openScreen(path, { ...answers, 'Ctrls/GetConfig': { list: config } });
  expect(await screen.findByRole('switch', { name: 'Money' })).toBeTruthy();
  expect(deviceSwitch()).toBeNull();
});

test('refuses: where the browser blocks messages, it says what to do', async () => {
  giveBrowserPush('denied');
  await openScreen(path, answers);
  expect(await screen.findByText(/This browser blocks messages/)).toBeTruthy();
  expect((deviceSwitch() as HTMLInputElement).disabled).toBe(true);
});

test('behavior: switched on by a tap, once the browser allows it; switched off again', async () => {
  const { subscribe, unsubscribe } = giveBrowserPush('default', 'granted');
  const { asked } = await openScreen(path, answers);
  await waitFor(() => expect(isOn()).toBe(false));
  expect(subscribe).not.toHaveBeenCalled();
  fireEvent.click(deviceSwitch()!);
  await waitFor(() => expect(isOn()).toBe(true));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  expect(asked.find((one) => one.path === 'Ctrls/PushSubscribe')?.input).toEqual({
    endpoint,
    p256dh: point,
    auth: secret,
  });
  fireEvent.click(deviceSwitch()!);
  await waitFor(() => expect(isOn()).toBe(false));
  expect(asked.find((one) => one.path === 'Ctrls/PushUnsubscribe')?.input).toEqual({ endpoint });
  expect(unsubscribe).toHaveBeenCalled();
});

test('behavior: what somebody else switched on here is not one’s own; a refusal is said', async () => {
  giveBrowserPush('granted');
  writeStored('general.pushFor', 'mem_somebody');
  await openScreen(path, {
    ...answers,
    'Ctrls/PushSubscribe': () => {
      throw new Refused('news.badpush', 'Not known here.');
    },
  });
  await waitFor(() => expect(isOn()).toBe(false));
  fireEvent.click(deviceSwitch()!);
  expect(await screen.findByText('Not known here.')).toBeTruthy();
  expect(isOn()).toBe(false);
});

test('behavior: what an update that let go of its worker took along is made anew for whom it was, once', async () => {
  const { subscribe } = giveBrowserPush('granted');
  const { asked } = await openScreen(path, answers);
  const subscribed = () => asked.filter((one) => one.path === 'Ctrls/PushSubscribe').length;
  writeStored('general.pushFor', 'mem_somebody');
  await renewDevice(memberInfo.userid);
  expect(subscribe).not.toHaveBeenCalled();
  writeStored('general.pushFor', memberInfo.userid);
  await renewDevice(memberInfo.userid);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  expect(subscribed()).toBe(1);
  // A new login tells the server of the one that is there.
  await renewDevice(memberInfo.userid);
  expect(subscribe).toHaveBeenCalledTimes(1);
  expect(subscribed()).toBe(2);
});

test.each([
  ['the browser does not allow it any more', 'default', answers],
  ['the house has no key', 'granted', { ...answers, 'Ctrls/GetConfig': { list: config } }],
] as const)('refuses: to make an address for messages anew where %s', async (_why, permission, given) => {
  const { subscribe } = giveBrowserPush(permission);
  await openScreen(path, given);
  writeStored('general.pushFor', memberInfo.userid);
  await renewDevice(memberInfo.userid);
  expect(subscribe).not.toHaveBeenCalled();
});

test('behavior: each kind by mail and on devices, chosen apart', async () => {
  const { asked } = await openScreen(path, answers);
  fireEvent.click(await screen.findByRole('switch', { name: 'On my devices' }));
  await waitFor(() =>
    expect(asked.find((one) => one.path === 'Ctrls/NoticeChoose')?.input).toEqual({
      kind: 'money',
      push: '0',
    }),
  );
});

test('refuses: a choice that could not be kept is said, and the switch stands as before', async () => {
  await openScreen(path, {
    ...answers,
    'Ctrls/NoticeChoose': () => {
      throw new Refused('request.unavailable', 'Busy right now');
    },
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'On my devices' }));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Busy right now'));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'On my devices' }).checked).toBe(true);
});
