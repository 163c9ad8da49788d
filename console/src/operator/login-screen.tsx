import { OPERATOR_PASSWORD_MIN } from '@openmere/core/operator/rules.ts';
import { Alert, Button, Card, Form, Input, Layout, Typography } from 'antd';
import { useState } from 'react';
import { call, CallRefused } from '../platform/api-client.ts';
import { failureText } from '../platform/failure-text.ts';
import { LocaleSwitch } from '../platform/locale-switch.tsx';
import { withPuzzle } from '../platform/puzzle.ts';
import { sealSecret } from '../platform/seal.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';
import { useAction } from '../platform/use-action.ts';
import style from './login-screen.module.css';

type Fields = { account: string; password: string; totp: string; newpassword?: string };

const PATH = 'Admin/Login';

function NewPassword() {
  return (
    <>
      <Alert className={style.note} type="info" showIcon title={t('newPasswordWhy')} />
      <Form.Item
        name="newpassword"
        label={t('newPassword')}
        rules={[
          {
            required: true,
            min: OPERATOR_PASSWORD_MIN,
            message: t('passwordMin', { min: OPERATOR_PASSWORD_MIN }),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

/** Operator login: account, password (encrypted for the server) and the code of the authenticator; a one-time password is replaced. */
export function LoginScreen() {
  const session = useSession();
  const [form] = Form.useForm<Fields>();
  const [mustChange, setMustChange] = useState(false);
  const [solving, setSolving] = useState<number>();
  const { busy, failure, run } = useAction();
  const shown =
    failure instanceof CallRefused && failure.reason === 'operator.passwordmustchange' ? undefined : failure;

  async function login({ account, password, totp, newpassword }: Fields): Promise<void> {
    try {
      const { token } = await withPuzzle(async (solved) => {
        const sealed = await sealSecret(password, PATH);
        const changed = newpassword === undefined ? {} : { newpassword: await sealSecret(newpassword, PATH) };
        return call(PATH, { account, password: sealed, totp, ...changed, ...solved });
      }, setSolving);
      session.start(token);
    } catch (problem) {
      const reason = problem instanceof CallRefused ? problem.reason : undefined;
      if (reason === 'operator.passwordmustchange') setMustChange(true);
      // A wrong code is of no more use, and one that was right counts once.
      if (reason === 'operator.badlogin') form.resetFields(['totp']);
      throw problem;
    }
  }

  return (
    <Layout className={style.page}>
      <Card className={style.card}>
        <Typography.Title level={1}>{t('loginTitle')}</Typography.Title>
        <Form<Fields>
          form={form}
          layout="vertical"
          // A one-time password is that account's: of another one no new password is asked.
          onValuesChange={({ account }: Partial<Fields>) => account !== undefined && setMustChange(false)}
          onFinish={(fields) => void run(() => login(fields))}
          requiredMark={false}
        >
          <Form.Item name="account" label={t('account')} rules={[{ required: true, message: t('required') }]}>
            <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
          </Form.Item>
          <Form.Item
            name="password"
            label={t('password')}
            rules={[{ required: true, message: t('required') }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          {mustChange && <NewPassword />}
          <Form.Item
            name="totp"
            label={t('totp')}
            rules={[{ required: true, pattern: /^\d{6}$/, message: t('sixDigits') }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          {shown !== undefined && (
            <Alert className={style.note} type="error" showIcon role="alert" title={failureText(shown)} />
          )}
          {solving !== undefined && (
            <Alert
              className={style.note}
              type="info"
              showIcon
              title={t('puzzleWorking', { percent: Math.floor(solving * 100) })}
            />
          )}
          <Button type="primary" htmlType="submit" block loading={busy}>
            {t('login')}
          </Button>
        </Form>
      </Card>
      <LocaleSwitch />
    </Layout>
  );
}
