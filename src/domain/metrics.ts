/** A request that was answered or refused. */
export interface EndedRequest {
  /** Name of the operation. */
  tool: string;
  origin: string;
  /** Page status for page operations, else `ok` or the kind of failure. */
  status: string;
  /** Milliseconds. */
  ms: number;
  credits: number;
}

/** A page that was asked for, whatever became of it. */
export interface EndedPage {
  status: string;
  route: string;
  credits: number;
}

/** What is counted of the work of a process. Nothing given to it may come from a caller or a page: labels are closed lists. */
export interface Metrics {
  requestEnded(request: EndedRequest): void;
  pageEnded(page: EndedPage): void;
  /** An answer of the HTTP door by its status. */
  answered(status: number): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = { requestEnded() {}, pageEnded() {}, answered() {} };
