import type { OutputOf } from '@openmere/core/calls.ts';
import { Button, Flex, Tag, Typography } from 'antd';
import { useState } from 'react';
import { groupDigits } from '../platform/amount-text.ts';
import { call } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';

/** Adds up every posting of one account on the server and says whether the stored balance is that sum. */
export function Recount({ account, coinid }: { account: string; coinid: string }) {
  const [found, setFound] = useState<OutputOf<'Admin/LedgerVerify'>>();
  const { busy, failure, run } = useAction();
  async function recount(): Promise<void> {
    setFound(undefined);
    setFound(await call('Admin/LedgerVerify', { account, coinid }));
  }
  return (
    <Flex gap={8} align="center">
      <Button
        size="small"
        loading={busy}
        onClick={() => void run(recount)}
        aria-label={`${t('recount')} ${account} ${coinid}`}
      >
        {t('recount')}
      </Button>
      <Flex component="output" gap={8} align="center">
        {found && (
          <>
            <Tag color={found.equal ? 'success' : 'error'}>{t(found.equal ? 'equal' : 'different')}</Tag>
            {t(found.equal ? 'recounted' : 'recountedOther', {
              recomputed: groupDigits(found.recomputed),
              postings: found.postings,
            })}
          </>
        )}
        {failure !== undefined && <Typography.Text type="danger">{failureText(failure)}</Typography.Text>}
      </Flex>
    </Flex>
  );
}
