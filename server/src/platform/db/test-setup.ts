import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from './embedded.ts';
import { administer, cloneTemplate, makeTemplate } from './test-database.ts';
import type { TestDatabase, TestTemplate } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testTemplate: TestTemplate;
  }
}

/** vitest's global set-up: one server for all workers (the embedded one, or DATABASE_URL), one migrated template, stopped and removed at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['DATABASE_URL'];
  const folder = outside ? undefined : await mkdtemp(join(tmpdir(), 'openmere-test-'));
  const embedded = folder ? await startEmbedded(join(folder, 'postgres'), () => undefined) : undefined;
  const template = await makeTemplate(outside || (embedded?.url ?? ''));
  project.provide('testTemplate', template);
  return async () => {
    await administer(template.url, [`drop database if exists ${template.template} with (force)`]);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

/** In a test file: `const database = await cloneDatabase()` before all, `database.drop()` after all. */
export function cloneDatabase(): Promise<TestDatabase> {
  return cloneTemplate(inject('testTemplate'));
}
