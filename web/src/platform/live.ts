import { create } from 'zustand';
import { queryClient, refresh } from './query.ts';
import { openSocket, type SocketMessage } from './socket.ts';

type LiveState = { live: boolean; since: number };

/** Whether pushed figures are current; screens show "as of" with `since` when not. */
export const useLive = create<LiveState>(() => ({ live: false, since: Date.now() }));

const listeners = new Map<string, Set<(data: unknown) => void>>();

/** Hears one kind of pushed message; returns the function that stops it. */
export function onLive(type: string, listener: (data: unknown) => void): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/** Which reads a pushed message makes old. */
function refreshFor(type: string): Promise<void> {
  if (type === 'resync') return queryClient.invalidateQueries();
  if (type === 'balance') return refresh('Users/Balance', 'trade/GetUserBalanceRecord', 'Wallet/Locks');
  if (type === 'deposit') return refresh('Wallet/Deposits');
  if (type === 'withdrawal') return refresh('Wallet/Withdrawals', 'Wallet/Locks');
  if (type === 'halt') return refresh('index', 'Wallet/WithdrawQuote', 'Wallet/Withdrawals');
  if (type === 'transfer') return refresh('Wallet/Transfers');
  if (type === 'tx') return refresh('Users/Info', 'Chain/Activation');
  return Promise.resolve();
}

function receive(message: SocketMessage): void {
  void refreshFor(message.type);
  for (const listener of listeners.get(message.type) ?? []) listener(message.data);
}

let socket: { close(): void } | undefined;

/** Opens the socket for a logged-in member and closes it at the end of the session. */
export function followLive(token: string | undefined): void {
  socket?.close();
  socket = undefined;
  if (token !== undefined) {
    socket = openSocket(receive, (live) => useLive.setState(live ? { live } : { live, since: Date.now() }));
  }
}
