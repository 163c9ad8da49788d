import { expect, test } from 'vitest';
import { separateIconImports } from './icon-plugin.ts';

test('behavior: each icon is imported from a copy of its file that holds only itself', () => {
  const code = `import { IconGlobe, IconLock } from '../ui/icon/guard.tsx';\nimport { Button } from '../ui/button.tsx';`;
  expect(separateIconImports(code)).toBe(
    `import { IconGlobe } from '../ui/icon/guard.tsx?icon=IconGlobe'; ` +
      `import { IconLock } from '../ui/icon/guard.tsx?icon=IconLock';\n` +
      `import { Button } from '../ui/button.tsx';`,
  );
});

test('behavior: imports over several lines are parted, too; the base of all icons stays one', () => {
  expect(separateIconImports(`import {\n  IconSun,\n  IconMoon,\n} from './icon/guard.tsx';`)).toContain(
    '?icon=IconMoon',
  );
  const base = `import { Icon } from './icon/icon.tsx';`;
  expect(separateIconImports(base)).toBe(base);
});
