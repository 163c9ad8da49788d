/* FIXME(me): wrong */
export const one = 1n;
