export const send = 1;
