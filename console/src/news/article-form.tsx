import type { InputOf, OutputOf } from '@openmere/core/calls.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { mayCall } from '../platform/access.ts';
import { call, upload } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { draftKey, findDraft, useKeptDraft } from '../platform/kept-draft.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { ByLanguage } from './by-language.tsx';
import { languageName } from './language-name.ts';
import { Preview } from './preview.tsx';

export type Article = OutputOf<'Admin/NewsFirst'>;
type Draft = InputOf<'Admin/NewsSave'>;
type Times = { from: string; until: string };

const kinds = ['news', 'media'] as const;

/** A time of this place as the browser's field has it, and back. */
function localTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
const timesOf = (article: Pick<Article, 'from' | 'until'> | undefined): Times => ({
  from: localTime(article?.from),
  until: localTime(article?.until),
});
const isoTime = (local: string): { iso?: string } =>
  local === '' ? {} : { iso: new Date(local).toISOString() };

function draftOf(article: Article | undefined): Draft {
  if (!article) return { kind: 'news', titles: {}, contents: {}, picurl: '', pinned: false };
  const { id, changed, kind, titles, contents, picurl, pinned } = article;
  return { id, changed, kind, titles, contents, picurl, pinned };
}

/** What stands in the form is what is kept: only that is published. */
function isKept(saved: Article | undefined, draft: Draft, times: Times): boolean {
  const kept = draftOf(saved);
  const { from, until } = timesOf(saved);
  return (
    locales.every(
      (locale) =>
        (draft.titles[locale] ?? '') === (kept.titles[locale] ?? '') &&
        (draft.contents[locale] ?? '') === (kept.contents[locale] ?? ''),
    ) &&
    (['kind', 'picurl', 'pinned'] as const).every((field) => draft[field] === kept[field]) &&
    times.from === from &&
    times.until === until
  );
}

/** One article in its nine languages: kept as often as one likes, then published; withdrawn when it is over. */
export function ArticleForm(props: Props) {
  const me = useMe();
  return me && <Written me={me} {...props} />;
}

type Props = { article?: Article | undefined; onDone?: () => void };
type Typed = { draft: Draft; times: Times };

function Written({ me, article, onDone }: Props & { me: OutputOf<'Admin/Me'> }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(article);
  const key = draftKey(me.account, `news ${saved?.id ?? 'new'}`);
  const [found, setFound] = useState(() => findDraft<Typed>(key));
  const [draft, setDraft] = useState(found?.draft ?? draftOf(article));
  const [times, setTimes] = useState(found?.times ?? timesOf(article));
  const { busy, failure, run } = useAction();
  const isAsKept = isKept(saved, draft, times);
  useKeptDraft(key, isAsKept ? undefined : { draft, times });
  const isEditor = mayCall(me.role, 'Admin/NewsSave');
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }));

  /** After a refusal, too: what somebody else wrote meanwhile is there when it is opened again. */
  const act = (work: () => Promise<string>): void =>
    void run(async () => {
      try {
        void message.success(await work());
      } finally {
        await queries.invalidateQueries({ queryKey: ['Admin/News'] });
        await queries.invalidateQueries({ queryKey: ['Admin/NewsFirst'] });
      }
    });
  const keep = (): void =>
    act(async () => {
      const [from, until] = [isoTime(times.from).iso, isoTime(times.until).iso];
      const kept = await call('Admin/NewsSave', {
        ...draft,
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      });
      setSaved(kept);
      setFound(undefined);
      setDraft(draftOf(kept));
      setTimes(timesOf(kept));
      return t('articleSaved');
    });
  const move = ({ id, changed }: Article, state: 'published' | 'withdrawn'): void =>
    act(async () => {
      const row = await call('Admin/NewsState', { id, changed, state });
      setSaved((now) => now && { ...now, ...row });
      change({ changed: row.changed });
      // Published without a time it has one now.
      setTimes((typed) => ({ ...typed, from: localTime(row.from) }));
      onDone?.();
      return t(`article_${state}`);
    });

  const canPublish = saved !== undefined && isAsKept;

  return (
    <Form layout="vertical" disabled={!isEditor}>
      {found && !isAsKept && <Alert type="warning" showIcon title={t('draftFound')} />}
      <Facts draft={draft} times={times} onChange={change} onTimes={setTimes} />
      <Alert type="info" showIcon title={t('articleHint')} />
      <Languages draft={draft} onChange={change} />
      <PictureField url={draft.picurl ?? ''} disabled={!isEditor} onChange={(picurl) => change({ picurl })} />
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
      <Flex gap={8} wrap>
        <Button type={saved ? 'default' : 'primary'} loading={busy} onClick={keep}>
          {t('saveArticle')}
        </Button>
        {saved && saved.state !== 'published' && (
          <Button
            type="primary"
            disabled={!isEditor || busy || !canPublish}
            onClick={() => move(saved, 'published')}
          >
            {t('publishArticle')}
          </Button>
        )}
        {saved?.state === 'published' && (
          <Button danger disabled={!isEditor || busy} onClick={() => move(saved, 'withdrawn')}>
            {t('withdrawArticle')}
          </Button>
        )}
      </Flex>
      {saved && saved.state !== 'published' && !canPublish && <p>{t('articleKeepFirst')}</p>}
      {saved && <Preview article={saved} />}
    </Form>
  );
}

type FactsProps = {
  draft: Draft;
  times: Times;
  onChange: (part: Partial<Draft>) => void;
  onTimes: (times: Times) => void;
};

function Facts({ draft, times, onChange, onTimes }: FactsProps) {
  return (
    <Flex gap={16} wrap>
      <Form.Item label={t('articleKind')}>
        <Select
          aria-label={t('articleKind')}
          value={draft.kind ?? 'news'}
          onChange={(kind) => onChange({ kind })}
          style={{ minWidth: 140 }}
          options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        />
      </Form.Item>
      {(['from', 'until'] as const).map((which) => (
        <Form.Item
          key={which}
          label={t(which === 'from' ? 'articleFrom' : 'articleUntil')}
          htmlFor={`article-${which}`}
        >
          <Input
            id={`article-${which}`}
            type="datetime-local"
            value={times[which]}
            onChange={(event) => onTimes({ ...times, [which]: event.target.value })}
          />
        </Form.Item>
      ))}
      <Form.Item label={t('articlePinned')}>
        <Switch
          aria-label={t('articlePinned')}
          checked={draft.pinned ?? false}
          onChange={(pinned) => onChange({ pinned })}
        />
      </Form.Item>
    </Flex>
  );
}

function Languages({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <ByLanguage
      label={(locale) => (draft.titles[locale] ? languageName(locale) : `${languageName(locale)} ·`)}
    >
      {(locale) => (
        <>
          <Form.Item label={t('articleTitle')} htmlFor={`title-${locale}`}>
            <Input
              id={`title-${locale}`}
              lang={locale}
              maxLength={200}
              value={draft.titles[locale] ?? ''}
              onChange={(event) => onChange({ titles: { ...draft.titles, [locale]: event.target.value } })}
            />
          </Form.Item>
          <Form.Item label={t('articleText')} htmlFor={`text-${locale}`}>
            <Input.TextArea
              id={`text-${locale}`}
              lang={locale}
              rows={8}
              maxLength={20_000}
              value={draft.contents[locale] ?? ''}
              onChange={(event) =>
                onChange({ contents: { ...draft.contents, [locale]: event.target.value } })
              }
            />
          </Form.Item>
        </>
      )}
    </ByLanguage>
  );
}

type PictureProps = { url: string; disabled: boolean; onChange: (url: string) => void };

function PictureField({ url, disabled, onChange }: PictureProps) {
  const { busy, failure, run } = useAction();
  const take = (file: File | undefined): void =>
    void run(async () => {
      if (file) onChange((await upload('Admin/NewsPicture', file)).url);
    });
  return (
    <Form.Item label={t('articlePicture')} htmlFor="article-picture">
      <Flex gap={8} wrap align="center">
        <input
          id="article-picture"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          disabled={disabled || busy}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same picture again is a change only for an empty field.
            event.target.value = '';
            take(file);
          }}
        />
        {url !== '' && <Button onClick={() => onChange('')}>{t('removePicture')}</Button>}
      </Flex>
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
    </Form.Item>
  );
}
