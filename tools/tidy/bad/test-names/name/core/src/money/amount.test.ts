import { test } from 'vitest';
test('works', () => {});
