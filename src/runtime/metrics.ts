import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../domain/metrics.ts';

/** One figure that is looked up when somebody asks, with its labels. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** A gauge whose samples are taken when somebody asks; one that cannot be taken is left out. */
export interface SampledGauge {
  name: string;
  help: string;
  labelNames?: string[];
  sample(): Sample[] | Promise<Sample[]>;
}

/** {@link Metrics} of this process in Prometheus' text format. */
export interface RunningMetrics extends Metrics {
  /** The media type of what `text` gives. */
  mediaType: string;
  /** Everything counted so far, and what is sampled now. */
  text(): Promise<string>;
  watch(gauge: SampledGauge): void;
}

/** Seconds: from what touches only memory to the longest that a request may take. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Makes empty metrics. What the process itself needs (memory, event loop) is watched from the first time that somebody asks. */
export function createMetrics(): RunningMetrics {
  const register = new Registry();
  const registers = [register];
  const requests = new Histogram({
    name: 'webdata_request_duration_seconds',
    help: 'Requests by tool, door and outcome, and how long they took',
    labelNames: ['tool', 'origin', 'status'],
    buckets,
    registers,
  });
  const credits = new Counter({
    name: 'webdata_request_credits_total',
    help: 'Credits charged to requests; jobs are charged by page',
    labelNames: ['tool'],
    registers,
  });
  const pages = new Counter({
    name: 'webdata_pages_total',
    help: 'Pages fetched by this process, for requests and jobs, by outcome and route',
    labelNames: ['status', 'route'],
    registers,
  });
  const pageCredits = new Counter({
    name: 'webdata_page_credits_total',
    help: 'Credits that those pages cost, by route',
    labelNames: ['route'],
    registers,
  });
  const answers = new Counter({
    name: 'webdata_http_answers_total',
    help: 'Answers of the HTTP door by status',
    labelNames: ['status'],
    registers,
  });
  let isWatched = false;

  return {
    mediaType: register.contentType,
    requestEnded({ tool, origin, status, ms, credits: charged }) {
      requests.observe({ tool, origin, status }, ms / 1_000);
      if (charged > 0) credits.inc({ tool }, charged);
    },
    pageEnded({ status, route, credits: charged }) {
      pages.inc({ status, route });
      if (charged > 0) pageCredits.inc({ route }, charged);
    },
    answered(status) {
      answers.inc({ status: String(status) });
    },
    watch({ name, help, labelNames = [], sample }) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          const samples = await Promise.resolve(sample()).catch(() => []);
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    },
    text() {
      if (!isWatched) collectDefaultMetrics({ register });
      isWatched = true;
      return register.metrics();
    },
  };
}
