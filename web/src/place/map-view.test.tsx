// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../app/test-screen.tsx';
import type { openWorldMap } from './world-map.ts';

const opened = vi.hoisted(() => vi.fn<typeof openWorldMap>());
vi.mock('./world-map.ts', () => ({ openWorldMap: opened }));
const map = { show: () => undefined, zoomBy: () => undefined, close: () => undefined };

test('behavior: whose work the tiles are stands below the map, and only where there are some', async () => {
  opened.mockResolvedValue(map);
  const list = [
    { idx: 'tiles.zoomMax', val: '18' },
    { idx: 'tiles.credit', val: '© Mapmakers' },
  ];
  await openScreen('/choose-location', { 'Ctrls/GetConfig': { list } });
  expect(await screen.findByText('© Mapmakers')).toBeTruthy();
  await waitFor(() => expect(opened.mock.lastCall?.[1].tilesZoomMax).toBe(18));
  await openScreen('/choose-location', { 'Ctrls/GetConfig': { list: [] } });
  expect(await screen.findByText(/Natural Earth/)).toBeTruthy();
  await waitFor(() => expect(opened.mock.lastCall?.[1].tilesZoomMax).toBe(0));
  expect(screen.queryByText('© Mapmakers')).toBeNull();
});
