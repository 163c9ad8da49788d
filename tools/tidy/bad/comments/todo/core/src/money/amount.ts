// TODO: negative amounts
export const one = 1n;
