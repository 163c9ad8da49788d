import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { sendSignal } from './process-signal.ts';

test('behavior: a process that has ended is no error, a living one hears the signal', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  const pid = child.pid ?? 0;
  expect(pid).toBeGreaterThan(1);
  expect(sendSignal(pid, 'SIGKILL')).toBe(true);
  expect(await ended).toBe('SIGKILL');
  expect(sendSignal(pid, 'SIGKILL')).toBe(false);
});

test('refuses: to hide any other mistake', () => {
  expect(() => sendSignal(process.pid, 'SIGNOTHING' as NodeJS.Signals)).toThrow();
});
