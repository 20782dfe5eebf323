import type { CallOptions } from './call.ts';
import type { Operations } from './operations.ts';
import { pause } from './pause.ts';
import type {
  CollectRequest,
  CrawlRequest,
  CreateDatasetRequest,
  Dataset,
  FollowJobAnswer,
  GetJobResultsAnswer,
  Job,
  MonitorCheck,
  ScrapeRequest,
  WorkflowRun,
} from './schemas.ts';
import { isUnanswered, WebdataError } from './webdata-error.ts';

/** Options of a method that waits. */
export interface WaitOptions {
  signal?: AbortSignal;
  /** Unique value of the call that starts the work. Default: a random value. */
  idempotencyKey?: string;
  /** Maximum time to wait in milliseconds; then the method throws WebdataError `timeout`. Default: no limit. */
  timeoutMs?: number;
  /** Called for each event of the job. */
  onEvent?(event: FollowJobAnswer): void;
  /** Reads the job every `pollMs` milliseconds instead of following its events, for proxies that buffer streams. */
  pollMs?: number;
  /** Cancels the work when `signal` is aborted or `timeoutMs` is over. Default: false, the work continues. */
  cancelOnAbort?: boolean;
}

/** Methods that start work and wait for its end. */
export interface Waiters {
  /** Waits until a job has ended, and returns it. A failed job is returned, not thrown: read its `status`. */
  waitForJob(jid: string, options?: WaitOptions): Promise<Job>;
  /** Starts a crawl and waits for its end. */
  crawlAndWait(fields: CrawlRequest, options?: WaitOptions): Promise<Job>;
  /** Reads up to 100 pages in a job of the service, and returns its results when all pages are read. */
  scrapeAndWait(
    fields: ScrapeRequest,
    options?: WaitOptions,
  ): Promise<GetJobResultsAnswer['results'][number]>;
  /** Collects records in a job, and returns the response of the collection when it has ended. */
  collectAndWait(
    fields: CollectRequest,
    options?: WaitOptions,
  ): Promise<GetJobResultsAnswer['results'][number]>;
  /** Creates a dataset and waits for its first refresh. */
  createDatasetAndWait(fields: CreateDatasetRequest, options?: WaitOptions): Promise<Dataset>;
  /** Refreshes a dataset and waits for the end. `last_refresh` of the dataset states the result. */
  refreshDatasetAndWait(did: string, options?: WaitOptions): Promise<Dataset>;
  /** Checks a monitor now and returns the check. */
  checkMonitorAndWait(mid: string, options?: WaitOptions): Promise<MonitorCheck>;
  /** Waits until a workflow run has ended, or needs input (`needs_input`). */
  waitForRun(runId: string, options?: WaitOptions): Promise<WorkflowRun>;
  /** Runs a workflow and waits until the run has ended, or needs input. */
  runWorkflowAndWait(
    id: string,
    inputs?: Record<string, unknown>,
    options?: WaitOptions,
  ): Promise<WorkflowRun>;
}

const betweenStreamsMs = 500;
const defaultPollMs = 1_000;
/** A restart of the service takes seconds; waiting survives an outage of this time. */
const maxOutageMs = 120_000;

type Wait = (signal: AbortSignal | undefined) => Promise<void>;

function hasEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Runs `step` until it returns a value; survives outages of the service. */
async function repeat<Value>(
  signal: AbortSignal | undefined,
  step: () => Promise<Value | undefined>,
  wait: Wait,
): Promise<Value> {
  let failingSince: number | null = null;
  for (;;) {
    try {
      const value = await step();
      failingSince = null;
      if (value !== undefined) return value;
    } catch (error) {
      if (!(error instanceof WebdataError) || !isUnanswered(error)) throw error;
      failingSince ??= Date.now();
      if (Date.now() - failingSince > maxOutageMs) throw error;
    }
    await wait(signal);
  }
}

/** Applies `timeoutMs` and `cancelOnAbort` to work that `waitWith` waits for. */
async function limited<Value>(
  name: string,
  { signal, timeoutMs, cancelOnAbort }: WaitOptions,
  waitWith: (signal: AbortSignal | undefined) => Promise<Value>,
  cancel: () => Promise<unknown>,
): Promise<Value> {
  const limit = new AbortController();
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(new Error('timeout')), timeoutMs);
  const combined = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  try {
    return await waitWith(combined);
  } catch (cause) {
    // The error of the wait is thrown, not that of the cancellation: the work may have ended by then.
    if (combined.aborted && cancelOnAbort === true) await cancel().catch(() => {});
    if (!limit.signal.aborted || signal?.aborted === true) throw cause;
    const effect = cancelOnAbort === true ? 'It was cancelled.' : 'It continues.';
    const message = `${name} has not ended within ${timeoutMs} ms. ${effect}`;
    throw new WebdataError({ status: 0, code: 'timeout', message, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the methods from the operations of a client. */
export function createWaiters(operations: Operations): Waiters {
  function callOptions({ idempotencyKey, signal }: WaitOptions): CallOptions {
    return { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(signal && { signal }) };
  }

  /** Follows the events from `from.last`, until the stream ends: with the job, or when the service stops. */
  async function follow(jid: string, from: { last?: string }, options: WaitOptions, call: CallOptions) {
    const after = from.last === undefined ? {} : { last_event_id: from.last };
    for await (const event of operations.followJob({ jid, ...after }, call)) {
      from.last = event.id;
      options.onEvent?.(event);
    }
  }

  function waitForJob(jid: string, options: WaitOptions = {}): Promise<Job> {
    const { pollMs } = options;
    const from: { last?: string } = {};
    const waitWith = (signal: AbortSignal | undefined) => {
      const call: CallOptions = signal === undefined ? {} : { signal };
      const step = async () => {
        if (pollMs === undefined) await follow(jid, from, options, call);
        const job = await operations.getJob({ jid }, call);
        if (!hasEnded(job.status)) return undefined;
        // With polling, the events of a finished job are read at once.
        if (pollMs !== undefined && options.onEvent !== undefined) await follow(jid, from, options, call);
        return job;
      };
      return repeat(signal, step, (stop) => pause(pollMs ?? betweenStreamsMs, stop));
    };
    return limited(`The job ${jid}`, options, waitWith, () => operations.actOnJob({ jid, action: 'cancel' }));
  }

  /** Waits for a job that has one result, and returns the result. Throws WebdataError if the job failed. */
  async function resultOf(started: Awaited<ReturnType<Operations['scrape']>>, options: WaitOptions) {
    if (!('jid' in started)) throw new TypeError('The response is not a job.');
    const job = await waitForJob(started.jid, options);
    const { results } = await operations.getJobResults({ jid: job.jid }, callOptions({ ...options }));
    const [result] = results;
    if (result !== undefined) return result;
    const message = `The job ${job.jid} is ${job.status}: ${job.error?.message ?? 'it has no result'}`;
    throw new WebdataError({ status: 0, code: 'no_result', message });
  }

  function waitForRun(runId: string, options: WaitOptions = {}): Promise<WorkflowRun> {
    const waitWith = (signal: AbortSignal | undefined) => {
      const step = async () => {
        const run = await operations.getRun({ run_id: runId }, signal === undefined ? {} : { signal });
        return hasEnded(run.status) || run.status === 'needs_input' ? run : undefined;
      };
      return repeat(signal, step, (stop) => pause(options.pollMs ?? defaultPollMs, stop));
    };
    return limited(`The run ${runId}`, options, waitWith, () =>
      operations.actOnRun({ run_id: runId, action: 'cancel' }),
    );
  }

  async function refreshed(did: string, jid: string | null, options: WaitOptions): Promise<Dataset> {
    if (jid !== null) await waitForJob(jid, options);
    return operations.getDataset({ did }, callOptions(options));
  }

  return {
    waitForJob,
    waitForRun,
    async crawlAndWait(fields, options = {}) {
      const { jid } = (await operations.crawl(fields, callOptions(options))) as Job;
      return waitForJob(jid, options);
    },
    async scrapeAndWait(fields, options = {}) {
      return resultOf(await operations.scrape({ ...fields, async: true }, callOptions(options)), options);
    },
    async collectAndWait(fields, options = {}) {
      const started = await operations.collect({ ...fields, async: true }, callOptions(options));
      return resultOf(started as Job, options);
    },
    async createDatasetAndWait(fields, options = {}) {
      const { did, refreshing } = await operations.createDataset(fields, callOptions(options));
      return refreshed(did, refreshing, options);
    },
    async refreshDatasetAndWait(did, options = {}) {
      const { jid } = await operations.refreshDataset({ did }, callOptions(options));
      return refreshed(did, jid, options);
    },
    async checkMonitorAndWait(mid, options = {}) {
      const { jid } = await operations.actOnMonitor({ mid, action: 'run' }, callOptions(options));
      if (jid !== null) await waitForJob(jid, options);
      const { checks } = await operations.listMonitorChecks({ mid, limit: 10 }, callOptions(options));
      const check = checks.find((one) => one.jid === jid);
      if (check !== undefined) return check;
      throw new WebdataError({
        status: 0,
        code: 'no_result',
        message: `The monitor ${mid} has no check of the job ${jid}.`,
      });
    },
    async runWorkflowAndWait(id, inputs = {}, options = {}) {
      const { run_id: runId } = await operations.runWorkflow({ id, inputs }, callOptions(options));
      return waitForRun(runId, options);
    },
  };
}
