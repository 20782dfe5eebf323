import { z } from 'zod';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { type Format, formats } from '../../domain/pages/page.ts';
import { rateCard } from '../../domain/resources/rate-card.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { contractVersion, inputSchema, toJsonSchema } from '../../operations/json-schema.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** A network through which pages can be fetched. */
export interface NetworkEntry {
  network: 'service' | 'residential' | 'unblock';
  countries: { country: string; verified: boolean }[];
  verified: boolean;
}

/** Dependencies of the catalog. */
export interface CatalogPorts {
  /** Returns all operations, including this one; called when a request is handled. */
  registry(): Registry;
  networks(): NetworkEntry[];
  receiptKey: PublicJwk;
  /** Returns every key that ever signed receipts here, newest first. */
  publishedKeys(): Promise<PublicJwk[]>;
}

const catalogSchema = withSchemaName(
  'Catalog',
  z.object({
    version: z.string().describe('Version of the API contract.'),
    tools: z
      .array(
        z.object({
          name: z.string().describe('Name of the operation.'),
          title: z.string().describe('Title of the operation.'),
          description: z.string().describe('Description of the operation.'),
          method: z.string().describe('HTTP method.'),
          path: z.string().describe('Path of the operation under the address of the service.'),
          input_schema: z
            .looseObject({})
            .describe('JSON Schema of the input: fields of path, query and body in one object.'),
          output_schema: z.looseObject({}).describe('JSON Schema of the response.'),
          price: z.string().describe('Price of the operation in words.'),
        }),
      )
      .describe('Operations of the service.'),
    formats: z.array(z.string()).describe('Formats of a page.'),
    networks: z
      .array(
        z.object({
          network: z.enum(['service', 'residential', 'unblock']).describe('Name of the network.'),
          countries: z
            .array(
              z.object({
                country: z.string().describe('Country code (ISO 3166-1 alpha-2).'),
                verified: z.boolean().describe('True if an exit was observed in the country.'),
              }),
            )
            .describe('Countries with an exit in the network.'),
          verified: z.boolean().describe('True if one of its exits was observed in its country.'),
        }),
      )
      .describe('Networks that have exits.'),
    rate_card: z.looseObject({}).describe('Price of each item in credits.'),
    receipt_key: z.looseObject({}).describe('Public key that signs receipts (JWK).'),
    receipt_keys: z
      .array(z.looseObject({}))
      .describe('Current and earlier public receipt keys, newest first (JWK).'),
  }),
);

function toolEntry(operation: Operation) {
  const { name, title, description, method, path, price } = operation;
  return {
    name,
    title,
    description,
    method,
    path,
    input_schema: inputSchema(operation),
    output_schema: toJsonSchema(operation.output, 'output'),
    price,
  };
}

/** Returns the operations and prices of the service; needs no key. */
export function catalogOperation(ports: CatalogPorts): Operation {
  let tools: ReturnType<typeof toolEntry>[] | null = null;
  return defineOperation({
    name: 'catalog',
    title: 'Get the catalog',
    description:
      'Returns all operations with their schemas and prices, the page formats, networks, the rate card and the receipt keys. Needs no key.',
    price: 'free',
    method: 'GET',
    path: '/v1/catalog',
    scope: null,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: catalogSchema,
    example: {},
    run: async () => {
      tools ??= ports.registry().map(toolEntry);
      return freeOutcome({
        version: contractVersion,
        tools,
        formats: [...formats] as Format[],
        networks: ports.networks(),
        rate_card: rateCard,
        receipt_key: { ...ports.receiptKey },
        receipt_keys: (await ports.publishedKeys()).map((key) => ({ ...key })),
      });
    },
  });
}
