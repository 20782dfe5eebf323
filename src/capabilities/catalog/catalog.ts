import { z } from 'zod';
import { type Format, formats } from '../../domain/page.ts';
import { rateCard } from '../../domain/rate-card.ts';
import type { PublicJwk } from '../../domain/signature.ts';
import { contractVersion, inputSchema, jsonSchema } from '../../operations/json-schema.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { named } from '../../operations/schema-names.ts';

/** One network that pages can be read through. */
export interface NetworkEntry {
  network: 'service' | 'residential' | 'unblock';
  countries: string[];
  verified: boolean;
}

/** What the catalog shows beside the operations themselves. */
export interface CatalogPorts {
  /** The whole registry, this operation included; asked when answering. */
  registry(): Registry;
  networks(): NetworkEntry[];
  receiptKey: PublicJwk;
  /** Every key that ever signed receipts here, newest first. */
  publishedKeys(): Promise<PublicJwk[]>;
}

const catalogSchema = named(
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
        countries: z.array(z.string()),
        verified: z.boolean(),
      }),
    ),
    rate_card: z.looseObject({}),
    receipt_key: z.looseObject({}).describe('public key that receipts are signed with (JWK)'),
    receipt_keys: z.array(z.looseObject({})).describe('that key and those it replaced, newest first (JWK)'),
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
    output_schema: jsonSchema(operation.output, 'output'),
    price,
  };
}

/** What the service can do and what it costs; needs no key. */
export function catalogOperation(ports: CatalogPorts): Operation {
  let tools: ReturnType<typeof toolEntry>[] | null = null;
  return defineOperation({
    name: 'catalog',
    title: 'Show what the service can do',
    description: 'Tools with their schemas and prices, formats, networks, the rate card and the receipt key.',
    price: 'free',
    method: 'GET',
    path: '/v1/catalog',
    scope: null,
    stores: false,
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
