/** A file that has arrived, or why it could not. */
export interface Arrival<File, Result> {
  file: File;
  settled: PromiseSettledResult<Result>;
}

/** Files to be requested, a few at a time. */
export interface FileQueue<File, Result = unknown> {
  add(file: File): void;
  /** Number of files that wait, without those that are requested. */
  readonly size: number;
  /** Number of files that are requested. */
  readonly running: number;
  /** True if another file may be requested. */
  readonly hasPlace: boolean;
  /** Requests the next file; the queue must have one. */
  startNext(): void;
  /**
   * Resolves with the next file that arrives, or with null when one has left its place to another; one must be
   * requested.
   */
  nextArrival(): Promise<Arrival<File, Result> | null>;
  /** Returns the files that wait. */
  waiting(): File[];
}

interface FileQueueOptions<File, Result> {
  filesAtOnce: number;
  /** Milliseconds after which a file leaves its place to one that waits. */
  patienceMs: number;
  request(file: File, isSlow: AbortSignal): Promise<Result>;
}

interface Request<File, Result> {
  file: File;
  attempts: number;
  isPastPatience: boolean;
  stop: AbortController;
  timer: NodeJS.Timeout;
  arrival: Promise<[Request<File, Result>, PromiseSettledResult<Result>]>;
}

/** The patience grows by this factor with each attempt, so that a file that is only slow arrives. */
const patienceGrowth = 4;

/**
 * Creates a queue in which files that do not arrive hold back no others: a request that exceeds its patience is ended if
 * a file waits that was not requested more often, and is repeated after that one.
 */
export function createFileQueue<File, Result>(
  options: FileQueueOptions<File, Result>,
): FileQueue<File, Result> {
  /** Waiting files by the number of their attempts. */
  const waiting: File[][] = [];
  const running = new Set<Request<File, Result>>();
  let size = 0;

  function put(file: File, attempts: number): void {
    while (waiting.length <= attempts) waiting.push([]);
    waiting[attempts]?.push(file);
    size += 1;
    endSlow();
  }

  /** Ends as many slow requests as files wait for their places. */
  function endSlow(): void {
    let free = options.filesAtOnce - running.size;
    for (const request of running) if (request.stop.signal.aborted) free += 1;
    for (const request of running) {
      const rivals = waiting.slice(0, request.attempts + 1).reduce((sum, files) => sum + files.length, 0);
      if (free >= rivals) continue;
      if (!request.isPastPatience || request.stop.signal.aborted) continue;
      request.stop.abort(new DOMException('Other files wait for this place.', 'AbortError'));
      free += 1;
    }
  }

  return {
    add: (file) => put(file, 0),
    get size() {
      return size;
    },
    get running() {
      return running.size;
    },
    get hasPlace() {
      return running.size < options.filesAtOnce;
    },
    startNext() {
      const attempts = waiting.findIndex((files) => files.length > 0);
      const file = waiting[attempts]?.shift() as File;
      size -= 1;
      const stop = new AbortController();
      const timer = setTimeout(
        () => {
          request.isPastPatience = true;
          endSlow();
        },
        options.patienceMs * patienceGrowth ** attempts,
      );
      const request: Request<File, Result> = {
        file,
        attempts,
        isPastPatience: false,
        stop,
        timer,
        arrival: Promise.allSettled([options.request(file, stop.signal)]).then(([settled]) => [
          request,
          settled,
        ]),
      };
      running.add(request);
    },
    async nextArrival() {
      const [request, settled] = await Promise.race([...running].map((one) => one.arrival));
      running.delete(request);
      clearTimeout(request.timer);
      const { file, attempts, stop } = request;
      if (settled.status === 'fulfilled' || !stop.signal.aborted) return { file, settled };
      put(file, attempts + 1);
      return null;
    },
    waiting: () => waiting.flat(),
  };
}
