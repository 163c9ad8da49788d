import { useState } from 'react';
import { BackBar } from '../parts/back-bar.tsx';
import { useTexts } from '../platform/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconSearch } from '../ui/icon/act.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { SafetyNotice } from './safety-notice.tsx';
import { ticketHref, TICKET_PATH } from './ticket-link.ts';
import { faqPlaces, useFaq } from './use-faq.ts';

/** Questions with their answers, looked for on the device; what does not help goes on as a request. */
export function FaqScreen() {
  const t = useTexts('faq');
  const { articles, find } = useFaq();
  const [query, setQuery] = useState('');
  const found = find(query).flatMap((id) => articles.find((one) => one.id === id) ?? []);
  return (
    <Page narrow nav={<BackBar title="faq.titleFaq" parent={TICKET_PATH} />}>
      <Stack>
        <TextField
          label={t('search')}
          type="search"
          placeholder={t('searchHint')}
          leading={<IconSearch size={20} />}
          value={query}
          onChange={setQuery}
        />
        {found.length === 0 && (
          <EmptyState
            title={t('noneTitle', { query })}
            action={<Button href={ticketHref({ new: '1', question: query })}>{t('ask')}</Button>}
          >
            {t('noneText')}
          </EmptyState>
        )}
        <Stack gap={2}>
          {found.map(({ id, question, answer }) => (
            <Disclosure key={id} label={question}>
              <Stack gap={2}>
                <p>{answer}</p>
                {faqPlaces[id] !== undefined && (
                  <TextLink href={`#${faqPlaces[id]}`}>{t('goThere')}</TextLink>
                )}
                <TextLink href={ticketHref({ new: '1', question })}>{t('ask')}</TextLink>
              </Stack>
            </Disclosure>
          ))}
        </Stack>
        <SafetyNotice />
      </Stack>
    </Page>
  );
}
