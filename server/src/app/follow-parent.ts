// Loaded before the program of every child process: when the supervisor is gone, whatever ended it, the child stops
// as if asked to, and is ended when it does not.
const STOP_LIMIT_MS = 8_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();
