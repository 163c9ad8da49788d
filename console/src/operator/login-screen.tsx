import { Alert, Button, Card, Flex, Form, Input, Typography } from 'antd';
import { useState } from 'react';
import { call } from '../platform/api-client.ts';
import { sealSecret } from '../platform/seal.ts';
import { useSession } from '../platform/session.ts';
import { t } from '../platform/texts.ts';

type Fields = { account: string; password: string; totp: string };

/** Operator login: account, password (encrypted for the server) and the code of the authenticator. */
export function LoginScreen() {
  const session = useSession();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function login({ account, password, totp }: Fields): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { token } = await call('Admin/Login', {
        account,
        password: await sealSecret(password, 'Admin/Login'),
        totp,
      });
      session.start(token);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : t('failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Flex align="center" justify="center" style={{ minHeight: '100vh', padding: 16 }}>
      <Card style={{ width: 360, maxWidth: '100%' }}>
        <Typography.Title level={1} style={{ fontSize: 22 }}>
          {t('loginTitle')}
        </Typography.Title>
        <Form<Fields> layout="vertical" onFinish={(fields) => void login(fields)} requiredMark={false}>
          <Form.Item name="account" label={t('account')} rules={[{ required: true, message: t('required') }]}>
            <Input autoComplete="username" autoCapitalize="none" />
          </Form.Item>
          <Form.Item
            name="password"
            label={t('password')}
            rules={[{ required: true, message: t('required') }]}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          <Form.Item
            name="totp"
            label={t('totp')}
            rules={[{ required: true, pattern: /^\d{6}$/, message: t('sixDigits') }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          {error !== undefined && (
            <Alert type="error" message={error} role="alert" style={{ marginBottom: 16 }} />
          )}
          <Button type="primary" htmlType="submit" block loading={busy}>
            {t('login')}
          </Button>
        </Form>
      </Card>
    </Flex>
  );
}
