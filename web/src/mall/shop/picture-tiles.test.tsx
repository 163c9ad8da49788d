// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PictureTiles } from './picture-tiles.tsx';
import type { Tile } from './picture-tiles.tsx';

vi.mock('../../platform/scale-picture.ts', () => ({ scalePicture: (file: File) => Promise.resolve(file) }));

afterEach(cleanup);

const gives: ((tile: Tile) => void)[] = [];

function Host() {
  const [tiles, setTiles] = useState<readonly Tile[]>([]);
  return (
    <>
      <p data-testid="keys">{tiles.map(({ key }) => key).join()}</p>
      <PictureTiles
        label="Pictures"
        hint=""
        tiles={tiles}
        most={5}
        onChange={setTiles}
        upload={() => new Promise((resolve) => gives.push(resolve))}
      />
    </>
  );
}

test('refuses: to bring back a picture that was taken out while another one is sent', async () => {
  const { container } = render(<Host />);
  const input = container.querySelector('input');
  if (!input) throw new Error('no field');
  const files = ['a', 'b'].map((name) => new File(['x'], name, { type: 'image/png' }));
  fireEvent.change(input, { target: { files } });
  await waitFor(() => expect(gives).toHaveLength(1));
  await act(async () => gives[0]?.({ key: 'A', src: 'a' }));
  await waitFor(() => expect(gives).toHaveLength(2));
  expect(screen.getByTestId('keys').textContent).toBe('A');
  fireEvent.click(screen.getByRole('button'));
  await act(async () => gives[1]?.({ key: 'B', src: 'b' }));
  await waitFor(() => expect(screen.getByTestId('keys').textContent).toBe('B'));
});
