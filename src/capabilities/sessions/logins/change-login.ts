import { z } from 'zod';
import type { Json } from '../../../domain/pages/extraction.ts';
import { loginUses } from '../../../domain/resources/login.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { throwIfInvalid } from '../../../domain/system/failure.ts';
import type { TargetCheck } from '../../../fetching/target-check.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import { secretField } from '../../../operations/declaration/secret-fields.ts';
import { scheduleSchema } from '../../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../../operations/schemas/webhook-url.ts';
import type { ChangeLogin } from './login-renewals.ts';
import { loginSchema } from './login-schema.ts';
import { exampleLoginId, loginKind, loginPath } from './logins.ts';

/** Dependencies of the change of a login. */
export interface ChangeLoginPorts {
  logins: { change: ChangeLogin };
  targets: Pick<TargetCheck, 'addressErrors'>;
}

const renewalBody = z.strictObject({
  workflow: z
    .string()
    .min(1)
    .max(100)
    .describe('Id of a workflow that logs in to the site and ends on a page behind the login.'),
  inputs: secretField(z.record(z.string(), z.unknown()))
    .transform((inputs) => inputs as Record<string, Json>)
    .nullish()
    .describe(
      'Inputs of its runs, such as the password. They are encrypted and never returned. An `otpauth://totp/` URI is inserted as its current one-time code.',
    ),
  schedule: scheduleSchema.nullish().describe('When the login is renewed besides; at most once per hour.'),
});

const changeBody = z.strictObject({
  use_for: z
    .array(z.enum(loginUses))
    .max(loginUses.length)
    .optional()
    .describe(
      'Operations that use this login for pages of its site without being asked to. Their `login` wins; `none` turns it off.',
    ),
  renewal: renewalBody
    .nullish()
    .describe(
      'Workflow that logs in again if the site asks for a login, at most once per hour; null removes it.',
    ),
  webhook: webhookUrlSchema
    .nullish()
    .describe('URL that receives the event `login.expired` if the login cannot be renewed.'),
});

/** Returns the operation that changes the uses and the renewal of a saved login. */
export function changeLoginOperation({ logins, targets }: ChangeLoginPorts): Operation {
  return defineOperation({
    name: 'change_login',
    title: 'Change a saved login',
    description:
      'Sets for which operations a saved login is used without being named, and the workflow that renews it when the site asks for a login again.',
    price: 'free; renewals cost as runs of the workflow',
    method: 'PATCH',
    path: '/v1/logins/{lid}',
    scope: 'admin',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: {
      tool: 'browser',
      action: 'change_login',
      advice: { not_found: 'Check the id: the action logins lists the saved logins.' },
    },
    input: { path: loginPath, body: changeBody },
    toCommand: ({ path, body }) => ({ loginId: path.lid, change: body }),
    output: loginSchema,
    example: { path: { lid: exampleLoginId }, body: { use_for: ['scrape', 'crawl', 'monitors'] } },
    async run(command, { principal }) {
      const { webhook } = command.change;
      if (webhook != null)
        throwIfInvalid(await targets.addressErrors([{ pointer: '/webhook', url: webhook }]));
      const changed = await logins.change(principal, command.loginId, command.change);
      if (changed === null) throw missingResource(loginKind);
      return freeOutcome(changed);
    },
  });
}
