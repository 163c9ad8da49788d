import { test } from 'vitest';
test.only('refuses: nothing', () => {});
