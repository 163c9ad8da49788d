export const minimum = (config: Map<string, string>) => Number(config.get('withdraw.min') ?? '10');
