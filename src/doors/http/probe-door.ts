import { Hono } from 'hono';

/** The way in of a process that serves no requests: whether it lives, and whether it can work. Nothing else is here. */
export function createProbeDoor(options: { ready(): Promise<boolean> }): Hono {
  const app = new Hono();
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await options.ready()) ? context.text('ok\n') : context.text('not ready\n', 503),
  );
  app.notFound((context) => context.text('this process only works: ask one that serves\n', 404));
  return app;
}
