import { rmSync } from 'node:fs';

/** At the end of a run nothing of it stays. */
export default function removeTemplate(): void {
  rmSync(process.env['OPENMERE_E2E_TEMPLATE'] ?? '', { recursive: true, force: true });
}
