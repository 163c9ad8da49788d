export const placeOf = (block: number): number => block;
