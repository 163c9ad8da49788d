import type { CallPath } from '@openmere/core/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Flex, Form, Input } from 'antd';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { mayCall } from '../platform/access.ts';
import type { GuardedCall } from '../platform/access.ts';
import { failureText } from '../platform/failure-text.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import { useMe } from '../platform/use-me.ts';

const REASON_MIN = 3;

export type Act = {
  key: string;
  label: string;
  look?: 'primary' | 'danger';
  /** Why it cannot be done now. */
  disabled?: boolean;
  run: (reason: string) => Promise<unknown>;
};

type Props = {
  /** The call behind the acts: who may not make it reads why there are none. */
  needs: GuardedCall;
  acts: readonly Act[];
  /** What the field is called; none: "Reason". Two forms on one page need two names. */
  label?: string;
  hint: string;
  /** What is old afterwards. */
  refreshes: readonly CallPath[];
  /** Said when it is done; none: what it shows says so. */
  done?: string;
  children?: ReactNode;
};

/** A reason and what is done with it: each decision about a member takes one, and the audit log keeps it. */
export function ReasonForm({ needs, acts, label = t('reason'), hint, refreshes, done, children }: Props) {
  const me = useMe();
  const id = useId();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { busy, failure, run } = useAction();
  if (me === undefined) return null;
  if (!mayCall(me.role, needs))
    return <Alert type="info" showIcon title={t('readOnly', { role: t(`role_${me.role}`) })} />;

  function press(act: Act): void {
    setChosen(act.key);
    void run(async () => {
      await act.run(reason.trim());
      setReason('');
      if (done !== undefined) void message.success(done);
      for (const path of refreshes) await queries.invalidateQueries({ queryKey: [path] });
    });
  }

  return (
    <Form layout="vertical">
      <Flex vertical gap={8}>
        {children}
        <Form.Item label={label} htmlFor={id} style={{ marginBottom: 0 }} extra={hint}>
          <Input.TextArea
            id={id}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={500}
            rows={2}
          />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon role="alert" title={failureText(failure)} />}
        <Flex gap={8} wrap>
          {acts.map((act) => (
            <Button
              key={act.key}
              type={act.look === 'primary' ? 'primary' : 'default'}
              danger={act.look === 'danger'}
              disabled={
                reason.trim().length < REASON_MIN || act.disabled === true || (busy && chosen !== act.key)
              }
              loading={busy && chosen === act.key}
              onClick={() => press(act)}
            >
              {act.label}
            </Button>
          ))}
        </Flex>
      </Flex>
    </Form>
  );
}
