import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconDownload } from '../../ui/icon/act.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { collectData } from './collect-data.ts';

/** All of one's data as one file. */
export function ExportCard() {
  const t = useTexts('closing');
  const attempt = useAttempt();
  const [said, setSaid] = useState('');
  const collect = async () => {
    await attempt.run(async () => {
      const count = await collectData((rows) => setSaid(t('exporting', { count: rows })));
      setSaid(t('exported', { count }));
    });
  };
  return (
    <Stack>
      <SectionTitle>{t('export')}</SectionTitle>
      <Card>
        <Stack>
          <p>{t('exportText')}</p>
          <Button tone="secondary" icon={<IconDownload />} onPress={collect}>
            {t('export')}
          </Button>
          {said !== '' && <output>{said}</output>}
          <AttemptNotice attempt={attempt} />
        </Stack>
      </Card>
    </Stack>
  );
}
