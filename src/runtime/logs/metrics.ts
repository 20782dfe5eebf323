import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics, SampledGauge } from '../../domain/system/metrics.ts';

/** {@link Metrics} of this process in the Prometheus text format. */
export interface MetricsRegistry extends Metrics {
  /** Media type of the result of `text`. */
  mediaType: string;
  /** Returns all metrics, with the sampled ones read now. */
  text(): Promise<string>;
  addSampledMetric(gauge: SampledGauge): void;
}

/** Histogram buckets in seconds, from in-memory work to the longest request. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Creates empty metrics. Process metrics (memory, event loop) are collected from the first scrape on. */
export function createMetrics(): MetricsRegistry {
  const register = new Registry();
  const registers = [register];
  const requests = new Histogram({
    name: 'webdata_request_duration_seconds',
    help: 'Duration of requests in seconds, by operation, interface and status',
    labelNames: ['tool', 'origin', 'status'],
    buckets,
    registers,
  });
  const credits = new Counter({
    name: 'webdata_request_credits_total',
    help: 'Credits charged to requests, by operation; jobs are charged per page',
    labelNames: ['tool'],
    registers,
  });
  const pages = new Counter({
    name: 'webdata_pages_total',
    help: 'Pages fetched by this process for requests and jobs, by status and route',
    labelNames: ['status', 'route'],
    registers,
  });
  const pageCredits = new Counter({
    name: 'webdata_page_credits_total',
    help: 'Credits charged for pages, by route',
    labelNames: ['route'],
    registers,
  });
  const responses = new Counter({
    name: 'webdata_http_answers_total',
    help: 'HTTP responses by status code',
    labelNames: ['status'],
    registers,
  });
  let isCollectingDefaults = false;

  return {
    mediaType: register.contentType,
    requestCompleted({ tool, origin, status, ms, credits: chargedCredits }) {
      requests.observe({ tool, origin, status }, ms / 1_000);
      if (chargedCredits > 0) credits.inc({ tool }, chargedCredits);
    },
    pageCompleted({ status, route, credits: chargedCredits }) {
      pages.inc({ status, route });
      if (chargedCredits > 0) pageCredits.inc({ route }, chargedCredits);
    },
    responseSent(status) {
      responses.inc({ status: String(status) });
    },
    addSampledMetric({ name, help, type, labelNames = [], sample: readSamples }) {
      // A metric whose sample fails is omitted, so that the others are still returned.
      const readSamplesOrNone = () => Promise.resolve(readSamples()).catch(() => []);
      const sharedOptions = { name, help, labelNames, registers };
      if (type === 'counter') {
        new Counter({
          ...sharedOptions,
          async collect() {
            const samples = await readSamplesOrNone();
            this.reset();
            for (const { labels, value } of samples) this.inc(labels, value);
          },
        });
        return;
      }
      new Gauge({
        ...sharedOptions,
        async collect() {
          this.reset();
          for (const { labels, value } of await readSamplesOrNone()) this.set(labels, value);
        },
      });
    },
    text() {
      if (!isCollectingDefaults) collectDefaultMetrics({ register });
      isCollectingDefaults = true;
      return register.metrics();
    },
  };
}
