import { test } from 'vitest';
test.skip('refuses: nothing', () => {});
