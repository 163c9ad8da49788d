import type { OutputOf } from '@openmere/core/calls.ts';
import { BackBar } from '../parts/back-bar.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Refreshable } from '../parts/refreshable.tsx';
import { useTexts } from '../platform/i18n.ts';
import { useCall } from '../platform/query.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Page, Stack } from '../ui/page.tsx';
import css from './team-screen.module.css';

type Nodes = OutputOf<'Users/nodeTeamTotal'>;
const kinds = ['genesis', 'gold', 'diamond'] as const;

function Medals({ nodes }: { nodes: Nodes }) {
  const t = useTexts('team');
  const names = { genesis: t('genesis'), gold: t('gold'), diamond: t('diamond') };
  return (
    <Stack>
      <Card>
        <dl className={css.grid}>
          {kinds.map((kind) => (
            <div key={kind} className={css.cell}>
              <dt className={css.label}>{names[kind]}</dt>
              <dd className={css.value}>{nodes[kind]}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {nodes.nodes.length === 0 ? (
        <EmptyState title={t('noMedals')} drawing="people">
          {t('noMedalsText')}
        </EmptyState>
      ) : (
        <List label={t('titleMedal')}>
          {nodes.nodes.map((node) => (
            <ListRow
              key={node.id}
              leading={<Avatar seed={node.id} name={node.nickname} src={node.avatar || undefined} />}
              title={node.nickname}
              trailing={names[node.type]}
            />
          ))}
        </List>
      )}
    </Stack>
  );
}

/** Community nodes in the team, by kind. */
export function MedalScreen() {
  const query = useCall('Users/nodeTeamTotal', {});
  return (
    <Page narrow nav={<BackBar title="team.titleMedal" parent="/pages/team/team" />}>
      <Refreshable calls={['Users/nodeTeamTotal']}>
        <Loaded query={query}>{(nodes) => <Medals nodes={nodes} />}</Loaded>
      </Refreshable>
    </Page>
  );
}
