import { z } from 'zod';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { type ChangePorts, createMonitors } from './change-monitors.ts';
import { importBody, notifyOf, toSettings } from './monitor-request.ts';
import { listMonitors } from './monitor-rows.ts';

const mostExported = 10_000;

function exportOperation({ database }: ChangePorts): Operation {
  return defineOperation({
    name: 'export_monitors',
    title: 'Export monitors',
    description:
      'The settings of all monitors, as POST /v1/monitors/import and POST /v1/monitors take them. Addresses of webhooks are among them.',
    price: 'free',
    method: 'GET',
    path: '/v1/monitors/export',
    scope: 'write',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: z.object({ monitors: z.array(z.record(z.string(), z.unknown())) }),
    example: {},
    run: async (_command, { principal }) => {
      const filter = { status: null, search: null, offset: 0, limit: mostExported };
      const { monitors } = await listMonitors(database, principal.accountId, filter);
      const settings = monitors
        .reverse()
        .map(({ settings: { notify, ...rest } }) => ({ ...rest, notify: notifyOf(notify) }));
      return freeOutcome({ monitors: settings });
    },
  });
}

function importOperation(ports: ChangePorts): Operation {
  const outputSchema = z.object({ mids: z.array(z.string()).describe('in the order given') });
  return defineOperation({
    name: 'import_monitors',
    title: 'Import monitors',
    description: 'Makes up to 1,000 monitors at once: all of them, or none when one is no good.',
    price: 'free; each check costs its page',
    method: 'POST',
    path: '/v1/monitors/import',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    refuses: ['conflict'],
    input: { body: importBody },
    toCommand: ({ body }) => body.monitors.map(toSettings),
    output: outputSchema,
    example: { body: { monitors: [{ url: 'https://example.com/', schedule: { every: '1d' } }] } },
    run: async (list, { principal, commit }) => {
      const made = await createMonitors(
        ports,
        principal,
        list,
        (transaction, monitors) => commit(transaction, { mids: monitors.map(({ mid }) => mid) }),
        (index) => `/monitors/${index}`,
      );
      return freeOutcome({ mids: made.map(({ mid }) => mid) });
    },
  });
}

/** Taking monitors out as JSON, and in. */
export function transferOperations(ports: ChangePorts): Operation[] {
  return [exportOperation(ports), importOperation(ports)];
}
