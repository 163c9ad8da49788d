import { test } from 'vitest';
test.each([1, 2])('adds %s', () => {});
