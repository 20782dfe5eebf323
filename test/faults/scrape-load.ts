import { setTimeout as delay } from 'node:timers/promises';
import type { Receipt } from '../../src/domain/resources/receipt.ts';

/** An answer that came whole. */
export interface LoadAnswer {
  status: number;
  mediaType: string;
  /** The parsed body, loosely typed: tests look into it as a client would. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  json: any;
  /** Milliseconds since the load began. */
  at: number;
}

/** Clients that scrape one page after the other, and remember every answer. */
export interface ScrapeLoad {
  /** In the order in which they came. */
  answers: LoadAnswer[];
  /** Receipts of those with status 200. */
  receipts(): Receipt[];
  /** Requests that ended without an answer because the connection was cut or refused. */
  cut: number;
  /** Requests that were given up after `patienceMs`. */
  hung: number;
  /** Bodies that were no JSON although they came whole. */
  garbled: string[];
  /** Resolves when so many more answers with this status have come; rejects when they take too long. */
  more(count: number, status?: number): Promise<void>;
  /** Lets the requests under way end, then resolves. */
  stop(): Promise<void>;
}

/** What the clients do. */
export interface LoadOptions {
  url: string;
  key: string;
  /** The address of the `index`-th scrape. */
  page(index: number): string;
  clients: number;
  /** Milliseconds that a client waits for an answer. */
  patienceMs?: number;
}

const moreWithinMs = 30_000;
/** After so many requests that nobody took, the clients believe that the service is gone for good. */
const goneAfter = 500;

/** Starts the clients. Those whose connection is refused try again a little later. */
export function startLoad(options: LoadOptions): ScrapeLoad {
  const { url, key, page, clients, patienceMs = 10_000 } = options;
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
