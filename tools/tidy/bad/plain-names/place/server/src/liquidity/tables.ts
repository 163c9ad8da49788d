export type Place = { block: bigint; index: number };
