import { call } from '../platform/api-client.ts';
import { currentLocation, push } from '../platform/history.ts';
import { findText, loadTexts } from '../platform/i18n.ts';
import type { PushHandlers } from '../platform/live.ts';
import type { TextValues } from '../platform/message.ts';
import { refresh } from '../platform/query.ts';
import { showToast } from '../ui/toast-store.ts';
import { isChangedHere } from './password/own-change.ts';

const SAFETY_PATH = '/pages/mine/safety/';

async function notify(id: string, values: TextValues = {}): Promise<void> {
  await loadTexts(['account']);
  showToast({
    text: findText(`account.${id}`, values) ?? id,
    action: {
      label: findText('account.checkIt') ?? id,
      onPress: () => push(`${SAFETY_PATH}safety`),
    },
  });
}

const factorTexts = {
  totpon: 'factorOn',
  totpoff: 'factorOff',
  recoveryused: 'factorUsed',
  recoverymade: 'factorMade',
  passkeyadded: 'passkeyNew',
  passkeyremoved: 'passkeyGone',
  // A sheet asks about it, on every page; what came of it closes it.
  resetasked: undefined,
  resetended: undefined,
  resetdone: undefined,
} as const;

/** The device that has just logged in need not ask whether it was its own member. Who cannot be asked is not it. */
async function isNewestHere(): Promise<boolean> {
  const sessions = await call('Users/Sessions', {}).then(
    ({ list }) => list,
    () => [],
  );
  const newest = sessions.toSorted((one, other) => (one.created < other.created ? 1 : -1))[0];
  return newest?.current === true;
}

export const authPushes = {
  /** The page where it was changed says so itself. */
  'notice.factor': async ({ change }) => {
    const isKnown = currentLocation().path.startsWith(SAFETY_PATH);
    const text = isKnown ? undefined : factorTexts[change];
    await Promise.all([
      refresh('Users/Info', 'Users/SecondFactor', 'Users/Passkeys', 'Users/Sessions'),
      text === undefined ? undefined : notify(text),
    ]);
  },
  'notice.newdevice': async ({ device }) => {
    const { deviceName } = await import('@openmere/core/kit/device.ts');
    const isHere = await isNewestHere();
    await Promise.all([
      refresh('Users/Sessions'),
      isHere ? undefined : notify('newDevice', { device: deviceName(device) }),
    ]);
  },
  /** The tab where it was changed says so itself; the member's other ones learn it here. */
  'notice.paypassword': async ({ setting }) => {
    const isKnown = setting === 'first' || isChangedHere();
    await Promise.all([
      refresh('Users/Info', 'Users/Sessions', 'Wallet/Locks'),
      isKnown ? undefined : notify('payPasswordChanged'),
    ]);
  },
  'notice.unfrozen': () => refresh('Users/Info', 'Wallet/Locks'),
} satisfies Partial<PushHandlers>;
