/**
 * Runs a process of the house: starts it, tells the supervisor, and stops it once when asked by SIGTERM, SIGINT or the
 * supervisor's end. A start that fails ends the process with its reason in one sentence.
 */
export function runProcess(name: string, start: () => Promise<{ stop: () => Promise<void> }>): void {
  const main = async (): Promise<void> => {
    const running = await start();
    let stopping: Promise<void> | undefined;
    const stop = (): void => {
      stopping ??= running.stop().catch((error: unknown) => {
        process.stderr.write(`${name} did not stop cleanly: ${String(error)}\n`);
        process.exitCode = 1;
      });
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
    process.send?.({ type: 'ready' });
  };
  main().catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
