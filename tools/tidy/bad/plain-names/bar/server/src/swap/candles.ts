export type Bar = { open: bigint };
