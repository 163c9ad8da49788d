import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartFault, claimPort, openDataFolder } from './data-folder.ts';
import { deployOnce } from './deployed.ts';
import { keepSeed, writeDevJson } from './dev-json.ts';
import { LogFile } from './log-file.ts';
import type { Parts } from './parts.ts';
import { createProgress } from './progress.ts';
import { readWarning, supervise } from './supervise.ts';
import type { Program } from './supervise.ts';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'openmere-start-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('data folder', () => {
  test('refuses: a folder with other things in it', async () => {
    await writeFile(join(dir, 'holiday.jpg'), '');
    await expect(openDataFolder(dir)).rejects.toThrow('is not a data folder of this version');
  });

  test('refuses: the folder of another version, and leaves it as it is', async () => {
    await writeFile(join(dir, 'version.json'), '{"version":0}');
    await expect(openDataFolder(dir)).rejects.toThrow('has data of version');
    expect(await readdir(dir)).toEqual(['version.json']);
  });

  test('refuses: a file, and a second start while the first one lives', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    await expect(openDataFolder(file)).rejects.toThrow(StartFault);
    const folder = await openDataFolder(join(dir, 'data'));
    await expect(openDataFolder(join(dir, 'data'))).rejects.toThrow(`already runs on`);
    await folder.release();
    await (await openDataFolder(join(dir, 'data'))).release();
  });

  test('behavior: the lock of a process that ended by force, or whose number was reused, is taken over', async () => {
    const ended = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => ended.once('exit', resolve));
    for (const pid of [ended.pid, process.pid]) {
      await writeFile(join(dir, 'openmere.lock'), JSON.stringify({ pid, started: 'long ago' }));
      const folder = await openDataFolder(dir);
      expect(folder.wasLeft).toBe(true);
      await folder.release();
    }
    expect((await openDataFolder(dir)).wasLeft).toBe(false);
  });

  test('refuses: a taken port, by the name of its variable', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(claimPort('127.0.0.1', port, 'CONSOLE_PORT', false)).rejects.toThrow('CONSOLE_PORT');
    const later = claimPort('127.0.0.1', port, 'PORT', true);
    server.close();
    expect(await later).toBe(port);
    expect(await claimPort('127.0.0.1', 0, 'PORT', false)).toBeGreaterThan(0);
  });
});

describe('deployment and dev.json', () => {
  test('behavior: a deployment that was cut off goes on where it stopped', async () => {
    const address = (digit: string) => `0x${digit.repeat(40)}` as const;
    const seen: string[][] = [];
    const parts = (fail: boolean): Parts => ({
      compile: async () => undefined,
      build: async () => undefined,
      seed: undefined,
      deploy: async ({ done, onStep }) => {
        seen.push(Object.keys(done));
        await onStep('usdt', address('1'));
        if (fail) throw new Error('killed');
        await onStep('open', address('2'));
        return { usdt: address('1'), open: address('2') };
      },
    });
    const data = join(dir, 'data');
    await (await openDataFolder(data)).release();

    await mkdir(join(data, 'chain'));
    await expect(
      deployOnce(parts(true), { dataDir: data, demo: false }, '', () => undefined),
    ).rejects.toThrow('killed');
    await deployOnce(parts(false), { dataDir: data, demo: false }, '', () => undefined);
    await deployOnce(parts(false), { dataDir: data, demo: false }, '', () => undefined);
    expect(seen).toEqual([[], ['usdt'], ['usdt', 'open']]);
  });

  test('behavior: passwords of the first start stay in dev.json, which only the owner reads', async () => {
    const operators = [{ account: 'ada', password: 'p', totpSecret: 't' }];
    await keepSeed(dir, { rootInvitationCode: 'ABC234', rootAddress: '0x1', operators });
    await keepSeed(dir, { rootInvitationCode: 'ABC234', rootAddress: '0x1', operators: [] });
    const running = {
      url: 'http://a',
      consoleUrl: 'http://b',
      rpcUrl: 'http://c',
      chainId: 31337,
      contracts: {},
    };
    const value = await writeDevJson(dir, running);
    expect(value).toMatchObject({ ...running, rootInvitationCode: 'ABC234', operators });
    expect(JSON.parse(await readFile(join(dir, 'dev.json'), 'utf8'))).toEqual(value);
    expect((await stat(join(dir, 'dev.json'))).mode & 0o777).toBe(0o600);
  });
});

describe('log and progress', () => {
  test('refuses: to end for a disk that is full; what was left out is said once there is room', async () => {
    const path = join(dir, 'full.log');
    await symlink('/dev/full', path);
    const log = new LogFile(path);
    for (const line of ['one', 'two']) log.write(line);
    log.close();
    await rm(path);
    for (const line of ['three', 'four']) log.write(line);
    log.close();
    expect(await readFile(path, 'utf8')).toBe('2 lines could not be written\nthree\nfour\n');
  });

  test('behavior: a log is cut into parts and the oldest goes', () => {
    const log = new LogFile(join(dir, 'log/api.log'));
    const line = 'x'.repeat(1_000_000);
    for (let count = 0; count < 60; count += 1) log.write(line);
    log.close();
    return expect(readdir(join(dir, 'log')).then((names) => names.toSorted())).resolves.toEqual([
      'api.log',
      'api.log.1',
      'api.log.2',
      'api.log.3',
    ]);
  });

  test('behavior: only warnings reach the terminal', () => {
    expect(readWarning('{"level":30,"msg":"fine"}', false)).toBeUndefined();
    expect(readWarning('{"level":50,"msg":"bad","error":{"message":"why"}}', false)).toBe('bad: why');
    expect(readWarning('plain', false)).toBeUndefined();
    expect(readWarning('plain', true)).toBe('plain');
  });

  test('behavior: a step longer than a second says that it is alive, and a failed one says so', async () => {
    const lines: string[] = [];
    const progress = createProgress((line) => lines.push(line));
    await progress.step('long', async (note) => {
      note('half way');
      await expect.poll(() => lines.length, { timeout: 3_000 }).toBe(1);
    });
    await expect(progress.step('bad', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(lines[0]).toMatch(/… long: half way/);
    expect(lines[1]).toMatch(/✓ long \(1\.\d s\)/);
    expect(lines[2]).toMatch(/✗ bad/);
  });
});

describe('supervisor', () => {
  const program = async (name: string, source: string): Promise<Program> => {
    const file = join(dir, `${name}.mjs`);
    await writeFile(file, source);
    return { name, file, env: { GIVEN: 'yes' }, stopMs: 300 };
  };
  const options = () => {
    const shown: string[] = [];
    return { shown, logDir: join(dir, 'log'), restartMs: 5, show: (line: string) => shown.push(line) };
  };

  test('refuses: a program that cannot start, with its own words', async () => {
    const child = supervise(await program('api', 'console.error("no database"); process.exit(1)'), options());
    await expect(child.ready).rejects.toThrow(/cannot start[^]*no database/);
    await child.stop();
  });

  test('behavior: a killed program comes back; what it prints is in its log', async () => {
    const source = 'console.log("hello"); process.send({type:"ready"}); setInterval(()=>{},1000)';
    const at = options();
    const child = supervise(await program('settler', source), at);
    await child.ready;
    const first = child.pid() ?? 0;
    process.kill(first, 'SIGKILL');
    await expect.poll(() => child.pid() !== first, { timeout: 5_000 }).toBe(true);
    await expect
      .poll(async () => (await readFile(join(dir, 'log/settler.log'), 'utf8')).match(/hello/g)?.length, {
        timeout: 5_000,
      })
      .toBe(2);
    expect(at.shown.join()).toContain('ended (SIGKILL)');
    await child.stop();
  });

  test('behavior: its environment is exactly what it was given', async () => {
    const source =
      'process.send({type:"ready", url: Object.keys(process.env).join()}); setInterval(()=>{},1000)';
    const child = supervise(await program('signer', source), options());
    const { url = '' } = await child.ready;
    expect(
      url.split(',').filter((name) => !name.startsWith('NODE_CHANNEL') && name !== '__CF_USER_TEXT_ENCODING'),
    ).toEqual(['GIVEN']);
    await child.stop();
  });

  test('behavior: one that does not stop when asked is ended', async () => {
    const source = 'process.on("SIGTERM",()=>{}); process.send({type:"ready"}); setInterval(()=>{},1000)';
    const child = supervise(await program('indexer', source), options());
    await child.ready;
    const started = performance.now();
    await child.stop();
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('behavior: when the supervisor is killed, its programs stop by themselves', async () => {
    const marks = join(dir, 'stopped');
    const source = `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(marks)}, 'asked'); process.exit(0); });
      process.send({type:'ready'}); setInterval(()=>{},1000)`;
    const { file } = await program('api', source);
    const boss = join(dir, 'boss.mjs');
    await writeFile(
      boss,
      `import { supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.ts'))};
       const child = supervise({ name: 'api', file: ${JSON.stringify(file)}, env: {}, stopMs: 300 }, { logDir: ${JSON.stringify(dir)}, show: () => {} });
       await child.ready; console.log('up');`,
    );
    const process_ = spawn(process.execPath, [boss], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => process_.stdout.once('data', resolve));
    process_.kill('SIGKILL');
    await expect.poll(() => readFile(marks, 'utf8').catch(() => ''), { timeout: 5_000 }).toBe('asked');
  });
});
