import { Hono } from 'hono';
import type { Failure } from '../../domain/failure.ts';
import type { CallPath } from '../../operations/call.ts';
import { type MetricsText, metricsResponse } from './metrics-response.ts';
import { problemResponse } from './problem.ts';

/** What probes need. */
export interface ProbeDoorOptions {
  ready(): Promise<boolean>;
  metrics: MetricsText;
  callPath: Pick<CallPath, 'authenticate'>;
  toFailure(error: unknown): Failure;
  newRequestId(): string;
}

/** The way in of a process that serves no requests: whether it lives, whether it can work, and what it has done. */
export function createProbeDoor(options: ProbeDoorOptions): Hono {
  const { metrics, callPath, toFailure, newRequestId } = options;
  const app = new Hono();
  app.get('/metrics', (context) => metricsResponse(metrics, callPath, context.req.header('authorization')));
  app.onError((error) => problemResponse(toFailure(error), newRequestId()));
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await options.ready()) ? context.text('ok\n') : context.text('not ready\n', 503),
  );
  app.notFound((context) => context.text('this process only works: ask one that serves\n', 404));
  return app;
}
