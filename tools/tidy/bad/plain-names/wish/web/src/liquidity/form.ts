export const wishOf = (text: string): string => text;
