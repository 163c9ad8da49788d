import { Badge } from '../src/ui/badge.tsx';
import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { CopyField } from '../src/ui/copy-field.tsx';
import { Figure } from '../src/ui/figure.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { IconShare } from '../src/ui/icon/act.tsx';
import { IconExternal } from '../src/ui/icon/arrow.tsx';
import { NavBar } from '../src/ui/nav-bar.tsx';
import { Notice } from '../src/ui/notice.tsx';
import { Page } from '../src/ui/page.tsx';
import { Receipt } from '../src/ui/receipt.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { StatusPill } from '../src/ui/status-pill.tsx';
import { StepLine } from '../src/ui/step-line.tsx';
import { TextLink } from '../src/ui/text-link.tsx';

export const STEP_WORDS = {
  done: 'done',
  current: 'under way',
  waiting: 'waiting',
  held: 'held',
  failed: 'failed',
} as const;

/** One withdrawal: receipt, step line, notice. */
export function RecordSample() {
  return (
    <Page
      nav={
        <NavBar
          title="Withdrawal"
          backLabel="Back"
          backHref="#records"
          actions={<IconButton label="Share" icon={<IconShare />} />}
        />
      }
      aside={
        <>
          <SectionTitle>Progress</SectionTitle>
          <Card>
            <StepLine
              label="Progress"
              stateLabels={STEP_WORDS}
              steps={[
                { key: 'a', title: 'Requested', state: 'done', time: '21 Nov, 08:14' },
                {
                  key: 'b',
                  title: 'Checked',
                  state: 'done',
                  time: '08:14',
                  note: 'Bound address, daily limit, device: all passed.',
                },
                {
                  key: 'c',
                  title: 'Sent',
                  state: 'current',
                  time: '08:15',
                  note: (
                    <>
                      Waiting for 12 more blocks.{' '}
                      <TextLink href="https://bscscan.com/tx/0x1f" icon={<IconExternal size={14} />}>
                        0x1f3a…88c2
                      </TextLink>
                    </>
                  ),
                },
                { key: 'd', title: 'Confirmed', state: 'waiting', time: 'about 1 min' },
              ]}
            />
          </Card>
          <Notice title="It can take longer">
            When the chain is busy, up to 10 minutes. Nothing is lost if you leave this page.
          </Notice>
        </>
      }
    >
      <Receipt
        title="Withdrawal to your wallet"
        status={<StatusPill state="working">On its way</StatusPill>}
        figure={<Figure value="−40.00" unit="USDT" size="hero" />}
        rows={[
          { key: 'arrives', label: 'Arrives', value: '39.00 USDT', strong: true },
          { key: 'fee', label: 'Fee', value: '1.00 USDT' },
          { key: 'net', label: 'Network', value: <Badge>BNB Smart Chain</Badge> },
          { key: 'serial', label: 'Serial number', value: 'wdr_01JD3K9Q8Z' },
        ]}
        footer={
          <CopyField
            label="To"
            value="0x55d398326f99059fF775485246999027B3197955"
            copyLabel="Copy address"
            copiedLabel="Copied"
          />
        }
      />
      <Button tone="secondary" href="#support">
        Get help with this
      </Button>
    </Page>
  );
}
