import { contracted } from './contracts.ts';
import type { Contracted } from './contracts.ts';
import type { Push, PushData } from './kit/push.ts';

type AnyPush = Extract<Contracted, Push>;

/** Every push by its name, for types: `Pushes['notice.transfer']`. The web imports only types from here. */
export type Pushes = { [P in AnyPush as P['push']]: P };
export type PushName = keyof Pushes;
export type DataOf<N extends PushName> = PushData<Pushes[N]>;

function isPush(value: unknown): value is Push {
  return typeof value === 'object' && value !== null && 'push' in value && 'to' in value;
}

/** Every push of the house. */
export const allPushes: readonly Push[] = contracted.filter(isPush);
