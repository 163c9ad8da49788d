import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { add, none, single } from './count.ts';
import { runInLanes } from './lanes.ts';

test('refuses: to lose a failure that came while another phase was under way', async () => {
  const counts = await runInLanes(['slow', 'failing', 'quick'], 2, async (name) => {
    for (let turns = name === 'slow' ? 20 : 1; turns > 0; turns -= 1) await turn();
    return single(name !== 'failing');
  });
  expect(counts.reduce(add, none)).toMatchObject({ passed: 2, failed: 1 });
});

test('behavior: results stand in the order of the items, and no more run at once than there are lanes', async () => {
  let running = 0;
  let most = 0;
  const results = await runInLanes([5, 1, 4, 2, 3], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let left = turns; left > 0; left -= 1) await turn();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});
