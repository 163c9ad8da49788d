export const all = {};
