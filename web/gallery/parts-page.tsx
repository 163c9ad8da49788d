import { useState } from 'react';
import { Card } from '../src/ui/card.tsx';
import { NavBar } from '../src/ui/nav-bar.tsx';
import { Page, Stack } from '../src/ui/page.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { ThemeRow } from '../src/ui/theme-row.tsx';
import { applyTheme } from '../src/ui/theme.ts';
import type { ThemeChoice } from '../src/ui/theme.ts';
import { ButtonParts } from './button-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { FieldParts } from './field-parts.tsx';
import { IconParts } from './icon-parts.tsx';
import { ListParts } from './list-parts.tsx';

/** Every component once, in its states. */
export function PartsPage() {
  const [theme, setTheme] = useState<ThemeChoice>('system');
  return (
    <Page nav={<NavBar title="Components" backLabel="Back" backHref="?page=home" />}>
      <Card flush>
        <ThemeRow
          label="Theme"
          value={theme}
          labels={{ system: 'Device', light: 'Light', dark: 'Dark' }}
          onChange={(next) => {
            setTheme(next);
            applyTheme(next);
          }}
        />
      </Card>
      <Stack gap={8}>
        <ButtonParts />
        <FieldParts />
        <ListParts />
        <FeedbackParts />
        <SectionTitle>Icons and coins</SectionTitle>
        <IconParts />
      </Stack>
    </Page>
  );
}
