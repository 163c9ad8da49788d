import type { OutputOf } from '@openmere/core/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { call } from '../platform/api-client.ts';
import { errorText } from '../platform/error-text.ts';
import { push, useLocation } from '../platform/history.ts';
import { useLocale, useTexts } from '../platform/i18n.ts';
import { amountText } from '../platform/money-text.ts';
import { readOn } from '../platform/pages.ts';
import { useCall } from '../platform/query.ts';
import { dateText } from '../platform/time-text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { KeyValue } from '../ui/key-value.tsx';
import { List } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { SectionTitle } from '../ui/section-title.tsx';
import { SubmitForm } from '../ui/submit-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { LegRow } from './leg-row.tsx';
import css from './team-screen.module.css';

const PATH = '/pages/team/captain/captain';
const USERS = 'Users/CaptainUsers';
const PAGE_SIZE = 20;
type Person = OutputOf<'Users/CaptainUsers'>;

function OwnPage({ own }: { own: NonNullable<OutputOf<'Users/CaptainInfo'>['own']> }) {
  const t = useTexts('team');
  return (
    <Card>
      <Stack gap={3}>
        <div className={css.captain}>
          <Avatar seed="own" name={own.name || 'V'} src={own.avatar || undefined} size={56} />
          <div className={css.names}>
            <span className={css.team}>{own.name || t('noName')}</span>
            <span className={css.note}>{t('seenBelow')}</span>
          </div>
        </div>
        {own.notice !== '' && <p className={css.notice}>{own.notice}</p>}
        <Button tone="secondary" href="#/pages/team/captain/edit">
          {t('edit')}
        </Button>
      </Stack>
    </Card>
  );
}

/** Whole names only: by beginnings, masked ones could be read. */
function Search({ search }: { search: string | undefined }) {
  const t = useTexts('team');
  const [text, setText] = useState(search ?? '');
  return (
    <SubmitForm
      submitLabel={t('find')}
      missing={text.trim() === '' ? t('searchMissing') : undefined}
      onSubmit={async () => push(PATH, { search: text.trim() })}
    >
      <TextField
        label={t('search')}
        hint={t('searchHint')}
        value={text}
        onChange={setText}
        maxLength={120}
        autoComplete="off"
      />
    </SubmitForm>
  );
}

/** One person found, with what a captain may know. */
function Found({ person }: { person: Person }) {
  const t = useTexts('team');
  const locale = useLocale();
  const money = (plain: string) => `${amountText(plain, locale, 2)} USDT`;
  return (
    <Card>
      <KeyValue
        rows={[
          { key: 'generation', label: t('generation'), value: person.generation },
          { key: 'joined', label: t('joined'), value: dateText(person.registered, locale) },
          { key: 'own', label: t('ownPerformance'), value: money(person.own) },
          { key: 'email', label: t('email'), value: person.email || '—' },
          { key: 'phone', label: t('phone'), value: person.phone || '—' },
        ]}
      />
    </Card>
  );
}

type Asked = { search: string | undefined; under: string | undefined };

/** The downline read on page by page; what was read before stays. */
function useDownline({ search, under }: Asked) {
  const below = under === undefined ? {} : { under };
  const filter = search === undefined ? below : { search };
  const query = useInfiniteQuery({
    queryKey: [USERS, filter, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(USERS, { ...filter, page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    getNextPageParam: (last, all) => (last.list.length < PAGE_SIZE ? undefined : all.length + 1),
  });
  // Who joins meanwhile moves the others on: somebody may come on two pages.
  const people = new Map(query.data?.pages.flatMap(({ list }) => list.map((one) => [one.id, one] as const)));
  const rows = query.data && { list: [...people.values()], total: query.data.pages[0]?.total };
  return { ...query, data: rows };
}

function Downline({ search, under }: Asked) {
  const t = useTexts('team');
  const query = useDownline({ search, under });
  return (
    <Loaded query={query}>
      {({ list, total = list.length }) => {
        if (list.length === 0)
          return (
            <EmptyState title={t(search === undefined ? 'nobodyBelow' : 'notFound')} drawing="people">
              {search !== undefined && t('notFoundText')}
            </EmptyState>
          );
        const [first] = list;
        return (
          <Stack>
            <List label={t('downline')}>
              {list.map((person) => (
                <LegRow
                  key={person.id}
                  leg={person}
                  {...(person.directs > 0 ? { href: `#${PATH}?under=${person.id}` } : {})}
                />
              ))}
            </List>
            {search !== undefined && first && <Found person={first} />}
            {query.isFetchNextPageError && (
              <Notice tone="danger" live>
                {errorText(query.error)}
              </Notice>
            )}
            {query.hasNextPage && total > list.length && (
              <Button tone="secondary" busy={query.isFetchingNextPage} onPress={() => readOn(query)}>
                {t('more', { shown: list.length, total })}
              </Button>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** A captain's own page, and the downline behind masks: generation by generation, or whoever is named whole. */
export function CaptainScreen() {
  const t = useTexts('team');
  const query = useCall('Users/CaptainInfo', {});
  const { search, under } = useLocation().query;
  return (
    <Page narrow nav={<BackBar title="team.titleCaptain" parent="/pages/team/team" />}>
      <Loaded query={query}>
        {({ own, level }) =>
          own === null ? (
            <EmptyState title={t('notCaptain')} drawing="people">
              {t('notCaptainText', { level })}
            </EmptyState>
          ) : (
            <Refreshable calls={['Users/CaptainInfo', 'Users/CaptainUsers']}>
              <Stack>
                {under === undefined && search === undefined && <OwnPage own={own} />}
                <SectionTitle note={t('downlineNote')}>
                  {under === undefined ? t('downline') : t('invitedBy', { code: under })}
                </SectionTitle>
                {under === undefined && <Search key={search} search={search} />}
                <Downline key={`${search} ${under}`} search={search} under={under} />
              </Stack>
            </Refreshable>
          )
        }
      </Loaded>
    </Page>
  );
}
