import { z } from 'zod';
import { parseAmount } from '../money/amount.ts';
import type { Moment } from './state.ts';

/** `Date.now()` in a comment is no clock. TODO(the console decides about small deposits in issue 5): minimum per coin. */
export const isOld = (at: Moment, given: { Date: number; process: string }): boolean => at.Date > given.Date;
// Rounds down; the dust stays with the pool.
export const schema = z.string().transform(parseAmount);
