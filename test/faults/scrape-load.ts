import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '../../src/domain/resources/receipt.ts';

/** Response that arrived completely. */
export interface LoadAnswer {
  status: number;
  mediaType: string;
  /** Parsed body without static types: tests read it like a client. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  json: any;
  /** Milliseconds since the start of the load. */
  at: number;
}

/** Clients that scrape one page after the other and record every response. */
export interface ScrapeLoad {
  /** In the order of arrival. */
  answers: LoadAnswer[];
  /** Returns the receipts of responses with status 200. */
  receipts(): Receipt[];
  /** Number of requests without a response because the connection was cut or refused. */
  cut: number;
  /** Number of requests aborted after `patienceMs`. */
  hung: number;
  /** Complete bodies that were not valid JSON. */
  garbled: string[];
  /** Resolves after `count` more responses with this status; rejects if they take too long. */
  more(count: number, status?: number): Promise<void>;
  /** Resolves when the requests in progress have ended; starts no new ones. */
  stop(): Promise<void>;
}

/** Options of the load. */
export interface LoadOptions {
  url: string;
  key: string;
  /** Returns the URL of scrape number `index`. */
  page(index: number): string;
  clients: number;
  /** Timeout of a request in milliseconds. */
  patienceMs?: number;
}

/** Only ends a test that hangs. */
const moreWithinMs = 600_000;
/** After this number of failed connections the clients stop. */
const goneAfter = 500;

/** Starts the clients. A client whose connection is refused retries after a pause. */
export function startLoad(options: LoadOptions): ScrapeLoad {
  const { url, key, page, clients, patienceMs = 120_000 } = options;
  const began = performance.now();
  let isStopped = false;
  let index = 0;
  const load: ScrapeLoad = {
    answers: [],
    receipts: () => load.answers.filter(({ status }) => status === 200).map(({ json }) => json.receipt),
    cut: 0,
    hung: 0,
    garbled: [],
    async more(count, status = 200) {
      const come = () => load.answers.filter((answer) => answer.status === status).length;
      const wanted = come() + count;
      for (const end = performance.now() + moreWithinMs; come() < wanted; await delay(5)) {
        if (performance.now() < end) continue;
        throw new Error(`only ${come()} of ${wanted} answers with status ${status} came`);
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(working);
    },
  };

  async function scrapeOnce(): Promise<void> {
    const address = page(index);
    index += 1;
    let text: string;
    let answer: Response;
    try {
      answer = await fetch(`${url}/v1/scrape`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: address }),
        signal: AbortSignal.timeout(patienceMs),
      });
      text = await answer.text();
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') load.hung += 1;
      else load.cut += 1;
      await delay(20);
      return;
    }
    const mediaType = answer.headers.get('content-type') ?? '';
    try {
      const at = performance.now() - began;
      load.answers.push({ status: answer.status, mediaType, json: JSON.parse(text), at });
    } catch {
      load.garbled.push(`${answer.status} ${text}`);
    }
    if (answer.status === 503) await delay(20);
  }

  let cutInARow = 0;
  async function client(): Promise<void> {
    while (!isStopped && cutInARow < goneAfter) {
      const before = load.cut;
      await scrapeOnce();
      cutInARow = load.cut > before ? cutInARow + 1 : 0;
    }
  }

  const working = Array.from({ length: clients }, client);
  return load;
}
