import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { CopyField } from '../src/ui/copy-field.tsx';
import { Countdown } from '../src/ui/countdown.tsx';
import { EmptyState } from '../src/ui/empty-state.tsx';
import { ErrorState } from '../src/ui/error-state.tsx';
import { Notice } from '../src/ui/notice.tsx';
import { Stack } from '../src/ui/page.tsx';
import { ProgressRing } from '../src/ui/progress-ring.tsx';
import { QrCode } from '../src/ui/qr-code.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { SkeletonCard, SkeletonRows } from '../src/ui/skeleton.tsx';
import { StepLine } from '../src/ui/step-line.tsx';
import { STEP_WORDS } from './record-sample.tsx';

const END_MS = Date.now() + 93_784_000;

export function FeedbackParts() {
  return (
    <Stack>
      <SectionTitle>Notices and states</SectionTitle>
      <Notice title="Only USDT on BNB Smart Chain">Other tokens or networks are lost.</Notice>
      <Notice tone="good" title="Credited">
        100.00 USDT are in your balance.
      </Notice>
      <Notice tone="warn" title="Withdrawals open in 21 h 14 min" dismissLabel="Dismiss">
        The payment password was reset.
      </Notice>
      <Notice tone="danger" title="Price impact 12.4 %">
        You would lose about 48.20 USDT against the market price.
      </Notice>
      <Card>
        <StepLine
          label="Withdrawal"
          stateLabels={STEP_WORDS}
          steps={[
            { key: '1', title: 'Requested', state: 'done', time: '08:14' },
            {
              key: '2',
              title: 'Held for a second look',
              state: 'held',
              note: 'First withdrawal to this address: a person decides, usually within 2 hours.',
            },
            { key: '3', title: 'Refused by the chain', state: 'failed', note: 'Nothing left your account.' },
            { key: '4', title: 'Confirmed', state: 'waiting' },
          ]}
        />
      </Card>
      <div className="gallery-row">
        <ProgressRing value={7 / 15} label="Confirmations">
          7/15
        </ProgressRing>
        <ProgressRing value={0.8} label="Sold" size={88} tone="warn">
          80 %
        </ProgressRing>
        <Countdown untilMs={END_MS} nowMs={Date.now}>
          {(left) => `${left.days} d ${left.clock}`}
        </Countdown>
      </div>
      <QrCode
        text="0x55d398326f99059fF775485246999027B3197955"
        label="QR code of your deposit address"
        failedText="The code could not be drawn."
      />
      <CopyField
        label="Deposit address"
        value="0x55d398326f99059fF775485246999027B3197955"
        copyLabel="Copy"
        copiedLabel="Copied"
      />
      <Card>
        <EmptyState title="No deposits yet" drawing="records" action={<Button>Deposit USDT</Button>}>
          What you pay in appears here from the first moment the chain sees it.
        </EmptyState>
      </Card>
      <Card>
        <EmptyState
          title="Your team starts here"
          drawing="people"
          action={<Button tone="secondary">Invite someone</Button>}
        >
          People who register with your code are shown here.
        </EmptyState>
      </Card>
      <Card>
        <ErrorState
          title="No connection"
          drawing="offline"
          retryLabel="Try again"
          onRetry={() => new Promise((resolve) => setTimeout(resolve, 900))}
          reference="req_01JD3K9Q8Z"
        >
          Your money is safe. Check the network and try again.
        </ErrorState>
      </Card>
      <SkeletonCard label="Loading balance" />
      <SkeletonRows label="Loading records" rows={3} />
    </Stack>
  );
}
