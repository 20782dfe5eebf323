import { z } from 'zod';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';

const ipSchema = z.object({
  ip: z
    .string()
    .nullable()
    .describe('IPv4 or IPv6 address. null: the request did not come through a network.'),
});

/** Returns the IP address of the caller, which verifies the location of exits; needs no key. */
export function ipOperation(): Operation {
  return defineOperation({
    name: 'ip',
    title: 'Get the client IP address',
    description: 'Returns the IP address from which the service received the request. Needs no key.',
    price: 'free',
    method: 'GET',
    path: '/v1/ip',
    scope: null,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: ipSchema,
    example: {},
    run: async (_command, { clientAddress }) => freeOutcome({ ip: clientAddress }),
  });
}
