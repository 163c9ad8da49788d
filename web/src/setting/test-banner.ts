import type { OutputOf } from '@openmere/core/calls.ts';

/** What `/index` answers while this is paused. */
export function bannerOf(paused: OutputOf<'index'>['paused']): OutputOf<'index'> {
  return {
    name: 'Openmere',
    version: '1.0.0',
    chainid: 31337,
    health: 'ok',
    loops: [],
    payouthalt: null,
    paused,
    silence: null,
    time: Date.now(),
  };
}
