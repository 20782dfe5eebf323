import { Hono } from 'hono';
import type { Failure } from '../../domain/system/failure.ts';
import type { CallPath } from '../../operations/call-path/call.ts';
import { createMetricsResponse, type MetricsText } from './response/metrics-response.ts';
import { problemResponse } from './response/problem.ts';

/** Dependencies of the probe interface. */
export interface ProbeInterfaceOptions {
  ready(): Promise<boolean>;
  metrics: MetricsText;
  callPath: Pick<CallPath, 'authenticate'>;
  toFailure(error: unknown): Failure;
  newRequestId(): string;
}

/** Creates the HTTP interface of a process that serves no requests: liveness, readiness and metrics. */
export function createProbeInterface(options: ProbeInterfaceOptions): Hono {
  const { metrics, callPath, toFailure, newRequestId } = options;
  const app = new Hono();
  app.get('/metrics', (context) =>
    createMetricsResponse(metrics, callPath, context.req.header('authorization')),
  );
  app.onError((error) => problemResponse(toFailure(error), newRequestId(), null));
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await options.ready()) ? context.text('ok\n') : context.text('not ready\n', 503),
  );
  app.notFound((context) => context.text('This process serves no requests. Use a process that does.\n', 404));
  return app;
}
