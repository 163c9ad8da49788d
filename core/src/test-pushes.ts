import type { DataOf, PushName } from './pushes.ts';

const hash = `0x${'ab'.repeat(32)}`;
const time = '2026-01-02T03:04:05.000Z';

/** One of each push, as the server sends it and the web must understand it: both rooms test with these. */
export const pushSamples: { readonly [N in PushName]: DataOf<N> } = {
  'activity.bonus': { bonus: 'first', status: 'given' },
  'activity.places': { left: 12 },
  balance: { list: [{ coinid: 'USDT', balance: '30', lockbalance: '10', available: '20' }] },
  candle: {
    interval: '1h',
    candle: {
      opentime: '2026-01-02T03:00:00.000Z',
      open: '0.1',
      high: '0.2',
      low: '0.1',
      close: '0.15',
      volumeopen: '100',
      volumeusdt: '15',
      trades: 3,
    },
  },
  deposit: {
    id: 'dep_1',
    time,
    type: 'deposit',
    coinid: 'USDT',
    address: `0x${'22'.repeat(20)}`,
    amount: '50',
    received: '50',
    fee: '0',
    hash,
    chaintype: 'BEP-20',
    status: 'seen',
    description: '3 of 15 confirmations',
    confirmations: 3,
    needed: 15,
  },
  halt: { halted: true, kind: 'reserves' },
  'notice.newdevice': { device: 'Firefox', ip: '203.0.113.7', country: 'VN', time },
  'notice.paypassword': { setting: 'change', lockeduntil: time },
  'notice.team': {},
  'notice.transfer': { id: 'tra_1', coinid: 'USDT' },
  'notice.unfrozen': {},
  resync: {},
  trade: {
    pool: {
      price: '0.2',
      reserveusdt: '200',
      reserveopen: '1000',
      lptotal: '447',
      klast: '0',
      burned: '3',
      fees: { poolbps: 25, communitybps: 30, burnbps: 100 },
      twap: null,
      tradable: true,
      block: 101,
      asof: time,
    },
  },
  'tx.activation': { state: 'pending', hash, confirmations: 2 },
  'tx.minting': { id: 'mnt_1', hash, status: 'final' },
  'tx.liquidity': { id: 'liq_1', hash, status: 'final' },
  'tx.trade': { id: 'trd_1', hash, status: 'final' },
  withdrawal: { id: 'wdr_1', status: 'sent', hash },
};
