import { BackBar } from '../parts/back-bar.tsx';
import { errorText, isCancelled } from '../platform/error-text.ts';
import { useTexts, useTitle } from '../platform/i18n.ts';
import { queryClient, refresh } from '../platform/query.ts';
import { currentToken } from '../platform/session.ts';
import { useWallet } from '../platform/wallet/use-wallet.ts';
import { Button } from '../ui/button.tsx';
import { IconCheckCircle, IconFailed, IconWarning } from '../ui/icon/sign.tsx';
import { List, ListRow } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Spoken } from '../ui/spoken.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useEnvironment } from './use-environment.ts';
import type { Finding } from './use-environment.ts';
import css from './pres-screen.module.css';

const signs = {
  checking: <Spinner />,
  good: <IconCheckCircle />,
  warn: <IconWarning />,
  bad: <IconFailed />,
};
const words = { checking: 'presChecking', good: 'presGood', warn: 'presWarn', bad: 'presBad' } as const;

function Row({ finding }: { finding: Finding }) {
  const t = useTexts('home');
  return (
    <ListRow
      leading={
        <span className={css.sign} data-state={finding.state}>
          {signs[finding.state]}
          <Spoken>{t(words[finding.state])}</Spoken>
        </span>
      }
      title={finding.title}
      subtitle={finding.text}
    />
  );
}

/** Asks everything anew; the wallets are looked for again for 3 s, too. */
async function checkAgain(probe: () => Promise<void>): Promise<void> {
  await Promise.all([
    probe(),
    queryClient.resetQueries({ queryKey: ['environment'] }),
    refresh('Ctrls/GetConfig', 'Users/Info'),
  ]);
}

/** The environment check: provider, chain, contracts, country, clock; each line with what to do. */
export function PresScreen() {
  const t = useTexts('home');
  const titleOf = useTitle();
  const findings = useEnvironment();
  const wallet = useWallet();
  const wrongChain = findings.some((finding) => finding.key === 'chain' && finding.state === 'bad');
  const allGood = findings.every((finding) => finding.state === 'good');

  async function switchChain(): Promise<void> {
    try {
      await wallet.ensureChain();
    } catch (error) {
      showToast({ text: errorText(error), tone: isCancelled(error) ? 'plain' : 'danger' });
    }
  }

  return (
    <Page narrow nav={<BackBar title="titlePres" />}>
      <p>{t('presText')}</p>
      <List label={titleOf('titlePres')}>
        {findings.map((finding) => (
          <Row key={finding.key} finding={finding} />
        ))}
      </List>
      {allGood && (
        <Notice tone="good" live>
          {t('presAllGood')}
        </Notice>
      )}
      {wrongChain && <Button onPress={switchChain}>{t('presChainSwitch')}</Button>}
      <Button tone="secondary" onPress={() => checkAgain(wallet.probe)}>
        {t('presAgain')}
      </Button>
      {currentToken() === undefined && (
        <Button tone="secondary" href="#/pages/login/login">
          {titleOf('titleLogin')}
        </Button>
      )}
    </Page>
  );
}
