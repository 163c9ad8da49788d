export const parseAmount = (text: string): bigint => BigInt(text);
