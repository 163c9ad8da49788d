export const c0 = { path: 'Users/Info' };
