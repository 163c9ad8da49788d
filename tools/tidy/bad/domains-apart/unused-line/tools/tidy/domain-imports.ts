export const domainImports = [{ from: 'auth', to: 'member', rooms: ['server'], reason: 'nothing uses this line' }];
