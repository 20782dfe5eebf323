import { z } from 'zod';
import { type Checks, checkStatuses, runChecks } from '../../operations/check.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** The state of one part in a response. */
export const checkSchema = z.object({
  status: z
    .enum(checkStatuses)
    .describe(
      '`ok`: worked when it was last used or tested; `unavailable`: a required or configured part does not work; `unreachable`: an optional part does not answer, and the service works without it; `not_tested`: neither used nor tested by this process yet',
    ),
  detail: z.string().optional().describe('Explanation of the status, for people.'),
  tested_at: z
    .string()
    .optional()
    .describe(
      'Time of the last use or test. Absent if the part is observed at each call, or was neither used nor tested.',
    ),
});

const healthSchema = withSchemaName(
  'Health',
  z.object({
    status: z
      .enum(['ok', 'degraded'])
      .describe('`degraded`: at least one part is `degraded` or `unavailable`.'),
    version: z.string().describe('Version of the service.'),
    checks: z.record(z.string(), checkSchema).describe('State of each part, by its name.'),
  }),
);

/** Returns the health of the service; needs no key. Parts that are not configured do not degrade it. */
export function healthOperation(version: string, checks: () => Checks): Operation {
  return defineOperation({
    name: 'health',
    title: 'Check health',
    description:
      'Returns the state of the service and of each of its parts. It contacts nothing outside: exits, archives, search providers, model, exchange rates, mail server and issuer of sign-ins have the state of their last use or test by this process, and are `not_tested` before; `POST /v1/doctor` tests them. Needs no key.',
    price: 'free',
    method: 'GET',
    path: '/v1/health',
    scope: null,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: healthSchema,
    example: {},
    run: async () => {
      const results = await runChecks(checks());
      const isHealthy = Object.values(results).every(
        ({ status }) => status !== 'degraded' && status !== 'unavailable',
      );
      return freeOutcome({
        status: isHealthy ? ('ok' as const) : ('degraded' as const),
        version,
        checks: results,
      });
    },
  });
}
