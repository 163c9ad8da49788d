export const hearers = new Set<string>();
