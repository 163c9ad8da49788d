import type { OutputOf } from '@openmere/core/calls.ts';
import { useState } from 'react';
import { AttemptNotice } from '../../parts/attempt-notice.tsx';
import { useAttempt } from '../../parts/use-attempt.ts';
import { call, uploadFile } from '../../platform/api-client.ts';
import { csvText, saveCsv } from '../../platform/csv.ts';
import { useTexts } from '../../platform/i18n.ts';
import { refresh } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { SectionTitle } from '../../ui/section-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import css from './shop.module.css';

type Answer = OutputOf<'Goods/ShopGoodsImport'>;
type Looked = { file: File; answer: Answer };

const head = [
  'goods',
  'type',
  'coin',
  'name_en',
  'content_en',
  'variant_en',
  'price',
  'obl',
  'stock',
  'pictures',
];

/** Two rows that pass as they are, once the mall has a category: whoever begins from them changes one thing after the other. */
const sampleOf = (type: string) => [
  ['cup', type, 'USDT', 'Blue cup', '<p>Thrown by hand</p>', 'Small', '10', '1', '5', ''],
  ['cup', '', '', '', '', 'Large', '14.5', '1', '3', ''],
];

/** Goods from a file: looked at first, each wrong row said, then all of it or nothing. */
export function ImportPart({ onDone }: { onDone: () => void }) {
  const t = useTexts('shop');
  const attempt = useAttempt();
  const [looked, setLooked] = useState<Looked>();

  async function saveSample(): Promise<void> {
    await attempt.run(async () => {
      const { list } = await call('Goods/ShopTypes', {});
      saveCsv('goods.csv', csvText(head, sampleOf(list[0]?.name ?? '')));
    });
  }

  async function look(file: File | undefined): Promise<void> {
    if (!file) return;
    setLooked(undefined);
    await attempt.run(async () =>
      setLooked({ file, answer: await uploadFile('Goods/ShopGoodsImport', file) }),
    );
  }

  async function confirm({ file, answer }: Looked): Promise<void> {
    await attempt.run(async () => {
      const made = await uploadFile('Goods/ShopGoodsImport', file, { confirm: answer.hash });
      showToast({ text: t('importDone', { count: made.goods }), tone: 'good' });
      onDone();
      await refresh('Goods/ShopGoods');
    });
  }

  return (
    <Stack>
      <SectionTitle>{t('goodsFile')}</SectionTitle>
      <p>{t('importHint')}</p>
      <Button tone="secondary" onPress={saveSample}>
        {t('importSample')}
      </Button>
      <label className={css.file}>
        <span>{t('importChoose')}</span>
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            void look(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <AttemptNotice attempt={attempt} />
      {looked && <Findings answer={looked.answer} />}
      {looked && looked.answer.problems.length === 0 && (
        <Button onPress={() => confirm(looked)}>{t('importConfirm', { count: looked.answer.goods })}</Button>
      )}
    </Stack>
  );
}

function Findings({ answer }: { answer: Answer }) {
  const t = useTexts('shop');
  const { goods, variants, withoutpicture, problems, moreproblems } = answer;
  if (problems.length === 0)
    return (
      <Notice tone="good" live title={t('importGood', { goods, variants })}>
        {withoutpicture > 0 ? t('importNoPicture', { count: withoutpicture }) : undefined}
      </Notice>
    );
  return (
    <Notice tone="danger" live title={t('importProblems')}>
      <ul className={css.problems}>
        {problems.map(({ line, column, problem, text }) => (
          <li key={`${line} ${column} ${problem}`}>
            {column === '' ? t('importRow', { line }) : t('importLine', { line, column })}{' '}
            {t(`row_${problem}`)} {text !== '' && <code>{text}</code>}
          </li>
        ))}
      </ul>
      {moreproblems && t('importMore')}
    </Notice>
  );
}
