import type { OutputOf } from '@openmere/core/calls.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Form, Input, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { ChangeForm } from '../parts/change-form.tsx';
import { mayCall } from '../platform/access.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { draftKey, findDraft, useKeptDraft } from '../platform/kept-draft.ts';
import { t } from '../platform/texts.ts';
import { exactTime } from '../platform/time-text.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';
import { ByLanguage } from './by-language.tsx';
import { languageName, writingOrder } from './language-name.ts';

type Agreement = OutputOf<'Admin/Agreement'>;
const refreshes = ['Admin/Agreements', 'Admin/Agreement'] as const;
const LENGTH_MAX = 40_000;

/** Two operators, or the installation alone. */
export function publishers({ maker, checker }: { maker: string; checker: string }): string {
  return maker === checker ? maker : `${maker}, ${checker}`;
}

/** The next version of one agreement in its nine languages: kept as often as one likes, then published by two. */
export function AgreementForm({ agreement }: { agreement: Agreement }) {
  const me = useMe();
  return me && <Written me={me} agreement={agreement} />;
}

/** What the form began with: the draft, or what held where there was none. */
type Opened = { number: number; hash: string; texts: Texts };
type Typed = { texts: Texts; opened: Opened };
/** No draft has it, so the server refuses. */
const NO_HASH = '0'.repeat(64);

const openedOf = ({ number, draft, texts }: Agreement): Opened => ({
  number,
  hash: draft?.hash ?? 'none',
  texts: draft?.texts ?? texts,
});

function isSame(some: Texts, others: Texts): boolean {
  return writingOrder.every((locale) => (some[locale] ?? '') === (others[locale] ?? ''));
}

/** Over which draft is written. Where another version holds by now there is none, if it is what was opened; else it is not known here. */
function writtenOver({ number, hash, texts }: Opened, now: Agreement): string {
  if (number === now.number) return hash;
  return isSame(texts, now.texts) ? 'none' : NO_HASH;
}

function Written({ me, agreement }: { me: OutputOf<'Admin/Me'>; agreement: Agreement }) {
  const { kind, number, texts: published, draft } = agreement;
  const { message } = App.useApp();
  const queries = useQueryClient();
  const key = draftKey(me.account, `agreement ${kind}`);
  const [found, setFound] = useState(() => findDraft<Typed>(key));
  /** The draft that is edited here; somebody else's newer one stands in `draft`. */
  const [opened, setOpened] = useState(found?.opened ?? openedOf(agreement));
  const [texts, setTexts] = useState<Texts>(found?.texts ?? opened.texts);
  const { busy, failure, run } = useAction();
  const isEditor = mayCall(me.role, 'Admin/AgreementSave');
  const now = openedOf(agreement);
  const isKept = isSame(texts, now.texts);
  const isTyped = !isSame(texts, opened.texts);
  useKeptDraft(key, isTyped && !isKept ? { texts, opened } : undefined);
  const [seen, setSeen] = useState(agreement);
  if (seen !== agreement && !busy) {
    setSeen(agreement);
    // Where nothing was typed, what somebody else keeps or publishes stands here, too.
    if (!isTyped || isKept) {
      setOpened(now);
      setTexts(now.texts);
    }
  }

  const keep = (next: Texts): void =>
    void run(async () => {
      try {
        const before = { draft: writtenOver(opened, agreement), number };
        const made = openedOf(await call('Admin/AgreementSave', { kind, texts: next, ...before }));
        setOpened(made);
        setFound(undefined);
        // As the server keeps it, but for what was typed since.
        setTexts((typed) => (typed === texts ? made.texts : typed));
        void message.success(t('agreementKept'));
      } finally {
        for (const path of refreshes) await queries.invalidateQueries({ queryKey: [path] });
      }
    });

  return (
    <Flex vertical gap={16}>
      <Form layout="vertical" disabled={!isEditor}>
        {found && !isKept && <Alert type="warning" showIcon title={t('draftFound')} />}
        <Alert type="info" showIcon title={t('agreementHint')} style={{ marginBottom: 12 }} />
        <Languages texts={texts} published={published} onChange={setTexts} />
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        <Flex gap={8} wrap>
          <Button type="primary" loading={busy} disabled={!isEditor || isKept} onClick={() => keep(texts)}>
            {t('agreementKeep')}
          </Button>
          {draft && (
            <Button disabled={!isEditor || busy} onClick={() => keep(published)}>
              {t('agreementBack')}
            </Button>
          )}
        </Flex>
      </Form>
      {draft ? (
        <ChangeForm
          kind="agreement"
          subject={kind}
          choices={[
            {
              value: draft.hash,
              label: t('agreementPublish', { number: number + 1 }),
              why: isKept ? undefined : t('agreementKeepFirst'),
            },
          ]}
          refreshes={refreshes}
        />
      ) : (
        <Alert type="info" showIcon title={t('agreementNoDraft')} />
      )}
      <History agreement={agreement} />
    </Flex>
  );
}

type LanguagesProps = { texts: Texts; published: Texts; onChange?: (texts: Texts) => void };

/** What is written in each language; which of them differ from what holds is said beside their names. */
function Languages({ texts, published, onChange }: LanguagesProps) {
  return (
    <ByLanguage
      label={(locale) => (
        <>
          {languageName(locale)} <Mark text={texts[locale]} published={published[locale]} />
        </>
      )}
    >
      {(locale) => <TextArea locale={locale} texts={texts} onChange={onChange} />}
    </ByLanguage>
  );
}

function Mark({ text = '', published = '' }: { text: string | undefined; published: string | undefined }) {
  if (text.trim() === '') return <Tag color="error">{t('agreementMissing')}</Tag>;
  return text === published ? null : <Tag color="warning">{t('agreementChanged')}</Tag>;
}

function TextArea({
  locale,
  texts,
  onChange,
}: {
  locale: Locale;
  texts: Texts;
  onChange: LanguagesProps['onChange'];
}) {
  const id = `agreement-${onChange ? 'next' : 'past'}-${locale}`;
  return (
    <Form.Item label={t('agreementText')} htmlFor={id}>
      <Input.TextArea
        id={id}
        lang={locale}
        autoSize={{ minRows: 10, maxRows: 24 }}
        maxLength={LENGTH_MAX}
        readOnly={!onChange}
        value={texts[locale] ?? ''}
        onChange={(event) => onChange?.({ ...texts, [locale]: event.target.value })}
      />
    </Form.Item>
  );
}

function History({ agreement: { kind, versions } }: { agreement: Agreement }) {
  const [shown, setShown] = useState<number>();
  return (
    <section>
      <h3>{t('agreementHistory')}</h3>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {versions.map((one) => (
          <li key={one.number}>
            <Button type="link" onClick={() => setShown(shown === one.number ? undefined : one.number)}>
              {t('agreementShow', { number: one.number })}
            </Button>
            {`${exactTime(one.time)} · ${publishers(one)}`}
          </li>
        ))}
      </ul>
      {shown !== undefined && <Past kind={kind} version={shown} />}
    </section>
  );
}

function Past({ kind, version }: { kind: Agreement['kind']; version: number }) {
  const { data, error } = useQuery({
    queryKey: ['Admin/Agreement', kind, version],
    queryFn: () => call('Admin/Agreement', { kind, version }),
    staleTime: Infinity,
  });
  if (error) return <Alert type="error" showIcon role="alert" title={failureText(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <Form layout="vertical">
      <p>{t('agreementReadOnly', { number: version })}</p>
      <Languages texts={data.texts} published={data.texts} />
    </Form>
  );
}
