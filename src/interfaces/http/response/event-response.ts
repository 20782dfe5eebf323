import type { ServerEvent } from '../../../operations/declaration/answer-view.ts';

/** Interval of comments, which keep proxies from closing an idle stream. */
const commentIntervalMs = 15_000;

function encode({ id, type, data }: ServerEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Creates a `text/event-stream` response (HTML standard, section 9.2) with backpressure. */
export function eventResponse(
  open: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
  stopping: AbortSignal,
): Response {
  const clientGone = new AbortController();
  const signal = AbortSignal.any([clientGone.signal, stopping]);
  const events = open(signal)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  const finish = () => {
    clearInterval(timer);
    clientGone.abort();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(': events\n\n'));
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': keep-alive\n\n'));
      }, commentIntervalMs).unref();
    },
    async pull(controller) {
      try {
        const next = await events.next();
        if (!next.done) return controller.enqueue(encoder.encode(encode(next.value)));
        finish();
        controller.close();
      } catch (error) {
        finish();
        controller.error(error);
      }
    },
    async cancel() {
      finish();
      await events.return?.();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}
