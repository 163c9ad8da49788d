/** Reaches no table: `deposit` is only a word here. */
export const start = (): string => 'deposit';
