/** A request that was answered or rejected. */
export interface CompletedRequest {
  /** Name of the operation. */
  tool: string;
  origin: string;
  /** Page status for page operations, otherwise `ok` or the kind of failure. */
  status: string;
  /** Milliseconds. */
  ms: number;
  credits: number;
}

/** A requested page with any outcome. */
export interface CompletedPage {
  status: string;
  route: string;
  credits: number;
}

/** Counters of a process. Values become labels, so they must come from closed lists, never from a caller or a page. */
export interface Metrics {
  requestCompleted(request: CompletedRequest): void;
  pageCompleted(page: CompletedPage): void;
  /** Counts a response of the HTTP interface by its status. */
  responseSent(status: number): void;
}

/** One value of a gauge, with its labels. */
export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** A gauge, or a counter, that is sampled for each request of the metrics. A failed sample is left out. */
export interface SampledGauge {
  name: string;
  help: string;
  /** `gauge` by default. */
  type?: 'gauge' | 'counter';
  labelNames?: string[];
  sample(): Sample[] | Promise<Sample[]>;
}
