import type { Reward } from '../reward/state.ts';
export type Sent = Reward;
