import { afterEach, expect, test, vi } from 'vitest';
import { readTexts } from './served-texts.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (response: Response) => vi.stubGlobal('fetch', async () => response);

test('refuses: texts that another build took away, and says that it was this', async () => {
  answer(new Response('', { status: 404 }));
  await expect(readTexts('ko', 'app')).rejects.toMatchObject({ cause: 404 });
  answer(new Response('', { status: 503 }));
  await expect(readTexts('ko', 'app')).rejects.toMatchObject({ cause: 503 });
});

test('behavior: texts of a group by their keys', async () => {
  answer(Response.json({ title: 'Title' }));
  expect(await readTexts('en', 'error:auth')).toEqual({ title: 'Title' });
});
