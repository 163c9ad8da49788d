import type { CallPath, Calls } from '@openmere/core/calls.ts';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, Refused, unanswered } from './test-screen.tsx';
import type { Answers } from './test-screen.tsx';

type ListTest<P extends CallPath> = {
  path: string;
  call: P;
  row: CallOutput<Calls[P]>;
  /** What is read on that row. */
  shown: string;
  /** What is read where there is nothing. */
  empty: string;
  /** What the screen asks besides. */
  answers?: Answers;
};

/** What every screen of a list call must do: try again, bones while loading, a word for nothing, its rows. */
export function testList<P extends CallPath>({ path, call, row, shown, empty, answers }: ListTest<P>): void {
  const open = (answer: unknown) => openScreen(path, { ...answers, [call]: answer } as Answers);

  test('refuses: what could not be read says why and offers another try', async () => {
    let away = true;
    await open(() => {
      if (away) throw new Refused('request.unavailable', 'Busy right now');
      return { list: [row] };
    });
    expect(await screen.findByText('Busy right now')).toBeTruthy();
    away = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  test('behavior: bones while loading', async () => {
    await open(() => unanswered);
    expect(screen.getByText('Loading')).toBeTruthy();
  });

  test('behavior: where there is nothing it says what would stand here', async () => {
    await open({ list: [] });
    expect(await screen.findByText(empty)).toBeTruthy();
  });

  test('behavior: further rows are asked for with the cursor of the last', async () => {
    const { asked } = await open((input: { cursor?: string }) =>
      input.cursor === undefined
        ? { list: [row], cursor: 'next' }
        : { list: [Object.assign({}, row, { id: 'the last' })] },
    );
    expect(await screen.findByText(shown)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByText(shown)).toHaveLength(2));
    expect(asked.filter(({ path: of }) => of === call).at(-1)?.input).toMatchObject({ cursor: 'next' });
  });
}
