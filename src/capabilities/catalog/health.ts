import { z } from 'zod';
import { type Checks, runChecks } from '../../operations/check.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';

const checkSchema = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable', 'not_configured']),
  detail: z.string().optional(),
});

const healthSchema = named(
  'Health',
  z.object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.record(z.string(), checkSchema),
  }),
);

/** How the service is; needs no key. A part that is not configured does not degrade it. */
export function healthOperation(version: string, checks: () => Checks): Operation {
  return defineOperation({
    name: 'health',
    title: 'Check the service',
    description: 'Whether the service and each of its parts work.',
    price: 'free',
    method: 'GET',
    path: '/v1/health',
    scope: null,
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: healthSchema,
    example: {},
    run: async () => {
      const found = await runChecks(checks());
      const well = Object.values(found).every(({ status }) => status === 'ok' || status === 'not_configured');
      return freeOutcome({ status: well ? ('ok' as const) : ('degraded' as const), version, checks: found });
    },
  });
}
