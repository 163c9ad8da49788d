import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures of one process, for `/metrics`. */
export type Metrics = {
  readonly registry: Registry;
  /** Seconds per call and answer code. */
  readonly requests: Histogram<'call' | 'code'>;
  readonly sockets: Gauge;
  readonly socketsDropped: Counter<'reason'>;
  /** Reports of browsers, by directive of the policy. */
  readonly policyViolations: Counter<'directive'>;
};

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'openmere_request_seconds',
      help: 'Time from the first byte of a request to its answer.',
      labelNames: ['call', 'code'],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    sockets: new Gauge({ name: 'openmere_sockets', help: 'Open member sockets.', registers }),
    socketsDropped: new Counter({
      name: 'openmere_sockets_dropped_total',
      help: 'Sockets that the server closed, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    policyViolations: new Counter({
      name: 'openmere_policy_violations_total',
      help: 'What browsers reported of the content security policy, by directive.',
      labelNames: ['directive'],
      registers,
    }),
  };
}
