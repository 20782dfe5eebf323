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
    version: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        description: z.string(),
        method: z.string(),
        path: z.string(),
        input_schema: z.looseObject({}),
        output_schema: z.looseObject({}),
        price: z.string(),
      }),
    ),
    formats: z.array(z.string()),
    networks: z.array(
      z.object({
        network: z.enum(['service', 'residential', 'unblock']),
        countries: z.array(
          z.object({
            country: z.string(),
            verified: z.boolean().describe('True if an exit was observed in the country.'),
          }),
        ),
        verified: z.boolean().describe('True if one of its exits was observed in its country.'),
      }),
    ),
    rate_card: z.looseObject({}),
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
