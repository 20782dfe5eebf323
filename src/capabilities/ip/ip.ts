import { z } from 'zod';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';

const ipSchema = z.object({
  ip: z.string().nullable().describe('IPv4 or IPv6; null where the request came through no network'),
});

/** The caller's own address, by which an exit is seen where it comes from; needs no key. */
export function ipOperation(): Operation {
  return defineOperation({
    name: 'ip',
    title: 'Show where a request comes from',
    description: 'Answers the IP address that the request came from, as this service sees it.',
    price: 'free',
    method: 'GET',
    path: '/v1/ip',
    scope: null,
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: ipSchema,
    example: {},
    run: async (_command, { clientAddress }) => freeOutcome({ ip: clientAddress }),
  });
}
