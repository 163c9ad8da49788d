// Loaded before the api by the bench (`--import`, with `--expose-gc`): when asked, says what still lives after collecting garbage.
process.on('message', (message) => {
  if (message !== 'memory') return;
  const { rss, heapTotal } = process.memoryUsage();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ resident: rss, heap: heapTotal, living: heapUsed, buffers: external });
});
// Listening must not keep the process alive.
process.channel?.unref();
