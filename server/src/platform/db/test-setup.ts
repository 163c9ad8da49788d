import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from './embedded.ts';
import { cloneTemplate, dropTemplate, makeTemplate } from './test-database.ts';
import type { TestDatabase, TestTemplate } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testTemplate: TestTemplate;
  }
}

/** vitest's global set-up: one server for all workers (the embedded one, or DATABASE_URL), one migrated template, stopped and removed at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['DATABASE_URL'];
  const server = outside ? { url: outside, stop: async () => undefined } : await startTemporary();
  try {
    const template = await makeTemplate(server.url);
    project.provide('testTemplate', template);
    return async () => {
      await dropTemplate(template);
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** An embedded server in a temporary folder, which `stop` removes. */
async function startTemporary(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'openmere-test-'));
  const embedded = await startEmbedded(join(folder, 'postgres'), () => undefined);
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In a test file: `const database = await cloneDatabase()` before all, `database.drop()` after all. */
export function cloneDatabase(): Promise<TestDatabase> {
  return cloneTemplate(inject('testTemplate'));
}
