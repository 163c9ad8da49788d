import { useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { ChipRow } from '../src/ui/chip-row.tsx';
import { HoldButton } from '../src/ui/hold-button.tsx';
import { IconButton } from '../src/ui/icon-button.tsx';
import { IconCopy, IconShare, IconTrash } from '../src/ui/icon/act.tsx';
import { IconSend } from '../src/ui/icon/money.tsx';
import { Stack } from '../src/ui/page.tsx';
import { SectionTitle } from '../src/ui/section-title.tsx';
import { Segmented } from '../src/ui/segmented.tsx';
import { Dialog, Sheet } from '../src/ui/sheet.tsx';
import { TextLink } from '../src/ui/text-link.tsx';
import { showToast } from '../src/ui/toast-store.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const asked = new URLSearchParams(location.search).get('open');

export function ButtonParts() {
  const [sheet, setSheet] = useState(asked === 'sheet');
  const [dialog, setDialog] = useState(asked === 'dialog');
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [filter, setFilter] = useState('all');
  return (
    <Stack>
      <SectionTitle>Buttons</SectionTitle>
      <Button icon={<IconSend size={20} />} onPress={() => wait(1500)}>
        Send 40 USDT
      </Button>
      <Button tone="secondary" onPress={() => setSheet(true)}>
        Open a sheet
      </Button>
      <Button tone="quiet" onPress={() => setDialog(true)}>
        Open a dialog
      </Button>
      <Button tone="danger" icon={<IconTrash size={20} />}>
        Remove this device
      </Button>
      <Button busy>Sending 40 USDT</Button>
      <Button disabledReason="At least 20 USDT, you have 12.40">Send</Button>
      <HoldButton againLabel="Press again to swap" holdHint="Keep holding" onConfirm={() => wait(1500)}>
        Hold to swap 40 USDT
      </HoldButton>
      <div className="gallery-row">
        <Button
          size="small"
          tone="secondary"
          onPress={() => showToast({ text: 'Address copied', tone: 'good' })}
        >
          Toast
        </Button>
        <Button
          size="small"
          tone="quiet"
          onPress={() =>
            showToast({
              text: 'No connection. Nothing was sent.',
              tone: 'danger',
              action: { label: 'Retry', onPress: () => undefined },
            })
          }
        >
          Failed toast
        </Button>
        <IconButton label="Copy" icon={<IconCopy />} />
        <IconButton label="Share, new" icon={<IconShare />} dot />
        <TextLink href="https://bscscan.com">Explorer</TextLink>
      </div>
      <Segmented
        label="Side"
        value={side}
        onChange={setSide}
        items={[
          { key: 'buy', label: 'Buy' },
          { key: 'sell', label: 'Sell' },
        ]}
      />
      <ChipRow
        label="Filter"
        chips={['all', 'deposits', 'withdrawals', 'transfers', 'rewards', 'claims'].map((key) => ({
          key,
          label: key[0]?.toUpperCase() + key.slice(1),
          pressed: key === filter,
          onPress: () => setFilter(key),
        }))}
      />
      <Sheet
        open={sheet}
        onClose={() => setSheet(false)}
        title="What locks 120.00 USDT"
        closeLabel="Close"
        footer={<Button onPress={() => setSheet(false)}>Understood</Button>}
      >
        <p>
          Two withdrawals are being reviewed. The money is yours; it is set aside until they are sent or
          cancelled.
        </p>
      </Sheet>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Remove this device?"
        footer={
          <>
            <Button tone="danger" onPress={() => setDialog(false)}>
              Remove
            </Button>
            <Button tone="quiet" onPress={() => setDialog(false)}>
              Keep
            </Button>
          </>
        }
      >
        It is logged out at once. You can log in there again with your password.
      </Dialog>
    </Stack>
  );
}
