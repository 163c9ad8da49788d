export * from './ratio.ts';
export const one = 1n;
