/**
 * Marks a step at which the kill tests end the process (threats.md F1). Only a process started with NODE_ENV=test and
 * OPENMERE_FAILPOINT=<name> dies here, as by a power cut: no handler runs, nothing is flushed.
 */
export function failpoint(name: string): void {
  if (process.env['NODE_ENV'] !== 'test' || process.env['OPENMERE_FAILPOINT'] !== name) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered on return to user space; this line is never passed.
  for (;;);
}
