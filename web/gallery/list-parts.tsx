import { useState } from 'react';
import { Avatar } from '../src/ui/avatar.tsx';
import { Badge } from '../src/ui/badge.tsx';
import { CoinMark } from '../src/ui/coin-mark.tsx';
import { Delta } from '../src/ui/delta.tsx';
import { EndlessList } from '../src/ui/endless-list.tsx';
import { Figure } from '../src/ui/figure.tsx';
import { IconLock } from '../src/ui/icon/guard.tsx';
import { LanguageList } from '../src/ui/language-list.tsx';
import { List, ListRow } from '../src/ui/list.tsx';
import { Stack } from '../src/ui/page.tsx';
import { PullToRefresh } from '../src/ui/pull-to-refresh.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { StatusPill } from '../src/ui/status-pill.tsx';
import { Tabs } from '../src/ui/tabs.tsx';

type Row = { id: string; day: string; coin: string; amount: string };
const rowsUpTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    day: index < 2 ? 'Today' : index < 4 ? 'Yesterday' : '18 November 2026',
    coin: index % 3 === 0 ? 'USDT' : index % 3 === 1 ? 'OPEN' : 'OUSD',
    amount: index % 2 ? '−20.00' : '+100.00',
  }));

export function ListParts() {
  const [count, setCount] = useState(4);
  const [tab, setTab] = useState<'direct' | 'indirect' | 'team'>('direct');
  const [language, setLanguage] = useState('ja');
  return (
    <Stack>
      <SectionTitle note="Amounts that are not live turn grey and say since when.">Figures</SectionTitle>
      <Figure value="1,234,567.894213" unit="OPEN" size="hero" />
      <Figure value="12.345,67" decimalMark="," prefix="≈ €" size="large" />
      <Figure value="918.20" unit="USDT" size="large" staleNote="As of 12:04" />
      <Figure value={undefined} unit="USDT" size="large" missingLabel="Not known now" />
      <div className="gallery-row">
        <Delta value="4.12 %" direction="up" label="up 4.12 %" chip />
        <Delta value="0.80 %" direction="down" label="down 0.80 %" chip />
        <Delta value="4.12 %" direction="up" rise="red" label="up 4.12 %" />
        <Delta value="0.00 %" direction="flat" label="unchanged" />
      </div>
      <div className="gallery-row">
        <Badge>V2</Badge>
        <Badge tone="accent">Main account</Badge>
        <StatusPill state="waiting">Waiting</StatusPill>
        <StatusPill state="working">On its way</StatusPill>
        <StatusPill state="done">Done</StatusPill>
        <StatusPill state="held">In review</StatusPill>
        <StatusPill state="failed">Rejected</StatusPill>
        <StatusPill state="void">Cancelled</StatusPill>
      </div>
      <Tabs
        label="Rewards"
        value={tab}
        onChange={setTab}
        items={[
          { key: 'direct', label: 'Direct', count: 3 },
          { key: 'indirect', label: 'Indirect' },
          { key: 'team', label: 'Team' },
        ]}
      >
        <List>
          <ListRow
            leading={<Avatar name="Mai" seed="mem_7" />}
            title="Mai ●●●"
            subtitle="Level V2, 30 %"
            trailing="+0.42"
            trailingNote="Settled"
          />
          <ListRow
            leading={<Avatar name="田中" seed="mem_8" />}
            title="田中さん"
            subtitle="A long line that wraps, because nothing may be cut at 320 px or at 200 % text"
            trailing="+12,042.18"
            trailingNote="Pending"
            href="#x"
          />
          <ListRow
            leading={<IconLock />}
            title="Payment password"
            subtitle="Set 3 days ago"
            onPress={() => undefined}
          />
        </List>
      </Tabs>
      <SectionTitle>Records</SectionTitle>
      <PullToRefresh
        onRefresh={() => new Promise((resolve) => setTimeout(resolve, 800))}
        busyLabel="Refreshing"
      >
        <EndlessList
          label="Records"
          items={rowsUpTo(count)}
          keyOf={(row) => row.id}
          headOf={(row) => row.day}
          hasMore={count < 6}
          onMore={async () => {
            await new Promise((resolve) => setTimeout(resolve, 300));
            setCount((now) => now + 2);
          }}
          moreLabel="Show more"
          endNote="That is all"
        >
          {(row) => (
            <ListRow
              leading={<CoinMark coin={row.coin} />}
              title="Deposit"
              subtitle="2 h ago"
              trailing={row.amount}
              trailingNote={row.coin}
              href="#r"
            />
          )}
        </EndlessList>
      </PullToRefresh>
      <SectionTitle>Languages</SectionTitle>
      <LanguageList
        label="Language"
        value={language}
        onChange={setLanguage}
        items={[
          { key: 'zh-Hans', name: '简体中文', lang: 'zh-Hans' },
          { key: 'ja', name: '日本語', lang: 'ja' },
          { key: 'th', name: 'ไทย', lang: 'th' },
        ]}
      />
    </Stack>
  );
}
