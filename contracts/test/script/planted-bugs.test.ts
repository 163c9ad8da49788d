import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { contractsFolder } from '../../script/places.ts';
import { plant } from '../../script/planted-bugs.ts';
import { describe, it } from '../kit/cases.ts';
import { plantedGroups } from '../planted/list.ts';

const sourceOf = (file: string) => readFile(path.join(contractsFolder, file), 'utf8');

describe('planted bugs', () => {
  it('refuses: a bug whose text is gone, or stands there twice', () => {
    const bug = { name: 'a bug', file: 'src/a.sol', text: 'a + b', replacement: 'a - b' };
    assert.equal(plant('x = a + b;', bug), 'x = a - b;');
    assert.throws(() => plant('x = a * b;', bug), /does not stand there exactly once/);
    assert.throws(() => plant('x = a + b; y = a + b;', bug), /does not stand there exactly once/);
  });

  it('property: every planted bug changes its source as it stands today', async () => {
    for (const bug of plantedGroups.flatMap((group) => group.bugs)) {
      const sound = await sourceOf(bug.file);
      assert.notEqual(plant(sound, bug), sound, bug.name);
    }
  });

  it('property: every invariant has its bugs, at least three and one that does nothing', async () => {
    const present = (await readdir(path.join(contractsFolder, 'test', 'invariant')))
      .filter((name) => name.endsWith('.t.sol'))
      .map((name) => `test/invariant/${name}`);
    assert.deepEqual(plantedGroups.map((group) => group.caughtBy).sort(), present.sort());
    for (const { caughtBy, bugs } of plantedGroups) {
      assert.ok(bugs.length >= 3, caughtBy);
      assert.ok(
        bugs.some((bug) => bug.name.endsWith('does nothing')),
        caughtBy,
      );
      assert.equal(new Set(bugs.map((bug) => bug.name)).size, bugs.length, caughtBy);
    }
  });
});
