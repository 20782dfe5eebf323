import { z } from 'zod';
import { throwIfInvalid } from '../../domain/system/failure.ts';
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

const doctorBody = z.strictObject({
  parts: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(50)
    .optional()
    .describe('Only these parts, such as `search`; `exit` stands for all exits. Default: all.'),
});

/** Returns the checks of parts: of the name, or of the group before the name. Throws Failure `invalid` if a part has none. */
function selectChecks(checks: Checks, parts: readonly string[] | null): Checks {
  if (parts === null) return checks;
  const names = Object.keys(checks);
  const chosen = parts.map((part) => names.filter((name) => name === part || name.startsWith(`${part} `)));
  throwIfInvalid(
    chosen.flatMap((found, at) =>
      found.length > 0
        ? []
        : [{ pointer: `/parts/${at}`, detail: `is no part. Use one of: ${names.join(', ')}` }],
    ),
  );
  const wanted = new Set(chosen.flat());
  return Object.fromEntries(Object.entries(checks).filter(([name]) => wanted.has(name)));
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
    input: { body: doctorBody },
    toCommand: ({ body }) => body.parts ?? null,
    output: doctorSchema,
    example: { body: {} },
    run: async (parts) => freeOutcome(await examine(version, selectChecks(checks(), parts))),
  });
}
