import { z } from 'zod';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { type ChangePorts, createMonitors } from './change-monitors.ts';
import { listMonitors } from './monitor-table.ts';
import { importBody, toSettings, toWireNotify } from './settings/monitor-request.ts';

const maxExported = 10_000;

function exportOperation({ database }: ChangePorts): Operation {
  return defineReadOperation({
    name: 'export_monitors',
    title: 'Export monitors',
    description:
      'Returns the settings of all monitors in the format of POST /v1/monitors/import and POST /v1/monitors. They include webhook URLs.',
    path: '/v1/monitors/export',
    scope: 'write',
    input: {},
    toCommand: () => null,
    output: z.object({
      monitors: z
        .array(secretField(z.record(z.string(), z.unknown()), 'webhook'))
        .describe('Settings of the monitors, oldest first.'),
    }),
    example: {},
    run: async (_command, { principal }) => {
      const filter = { status: null, search: null, tag: null, offset: 0, limit: maxExported };
      const { monitors } = await listMonitors(database, principal.accountId, filter);
      const settings = monitors
        .reverse()
        .map(({ settings: { notify, ...rest } }) => ({ ...rest, notify: toWireNotify(notify) }));
      return freeOutcome({ monitors: settings });
    },
  });
}

function importOperation(ports: ChangePorts): Operation {
  const outputSchema = z.object({
    mids: z.array(z.string()).describe('Ids of the created monitors, in the order of the request.'),
  });
  return defineOperation({
    name: 'import_monitors',
    title: 'Import monitors',
    description: 'Creates up to 1,000 monitors at once: all of them, or none when one is invalid.',
    price: 'free; each check costs the price of its page',
    method: 'POST',
    path: '/v1/monitors/import',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    errors: ['conflict', 'not_configured'],
    input: { body: importBody },
    toCommand: ({ body }) => body.monitors.map(toSettings),
    output: outputSchema,
    example: { body: { monitors: [{ url: 'https://example.com/', schedule: { every: '1d' } }] } },
    run: async (requests, { principal, commit }) => {
      const documents = await createMonitors(
        ports,
        principal,
        requests,
        (transaction, monitors) => commit(transaction, { mids: monitors.map(({ mid }) => mid) }),
        (index) => `/monitors/${index}`,
      );
      return freeOutcome({ mids: documents.map(({ mid }) => mid) });
    },
  });
}

/** Returns the operations that export and import monitors. */
export function transferOperations(ports: ChangePorts): Operation[] {
  return [exportOperation(ports), importOperation(ports)];
}
