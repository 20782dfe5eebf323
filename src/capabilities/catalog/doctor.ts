import { z } from 'zod';
import { type Check, type Checks, runChecks } from '../../operations/check.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { checkSchema } from './health.ts';

const doctorSchema = withSchemaName(
  'Doctor',
  z.object({
    status: z
      .enum(['ok', 'degraded', 'unavailable'])
      .describe('`unavailable` if a required or configured part does not work'),
    version: z.string().describe('Version of the service.'),
    checks: z.record(z.string(), checkSchema).describe('Result of each part, by its name.'),
  }),
);

/** Result of the tests of all parts. */
export type DoctorReport = z.infer<typeof doctorSchema>;

/** Returns the state of all parts together. */
function combine(checks: readonly Check[]): DoctorReport['status'] {
  const has = (wanted: Check['status']) => checks.some(({ status }) => status === wanted);
  if (has('unavailable')) return 'unavailable';
  return has('degraded') ? 'degraded' : 'ok';
}

/** Runs the tests of all parts. */
export async function examine(version: string, checks: Checks): Promise<DoctorReport> {
  const results = await runChecks(checks);
  return { status: combine(Object.values(results)), version, checks: results };
}

/** Tests each part of the running service with real requests. */
export function doctorOperation(version: string, checks: () => Checks): Operation {
  return defineOperation({
    name: 'doctor',
    title: 'Test every part',
    description:
      'Tests each part of the running service, with real requests where the health check sends none: exits, search providers, model, exchange rates, mail server, issuer of sign-ins and archives. The health check reports the results. Takes up to a minute. Needs a key with the scope `operator`.',
    price: 'free',
    method: 'POST',
    path: '/v1/doctor',
    scope: 'operator',
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    input: {},
    toCommand: () => null,
    output: doctorSchema,
    example: {},
    run: async () => freeOutcome(await examine(version, checks())),
  });
}
