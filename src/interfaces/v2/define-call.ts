import { z } from 'zod';
import {
  type CommandHandler,
  defineOperation,
  type Operation,
} from '../../operations/declaration/operation.ts';
import type { V2Reply } from './reply.ts';

/**
 * Declaration of an endpoint of `/v2`, which converts a third-party request to a command and its result to a
 * reply.
 */
export interface CallDeclaration<Body extends z.ZodObject, Command> {
  /** Name in the request history: that of the corresponding `/v1` operation, if there is one. */
  tool: string;
  title: string;
  /** Description for the page of supported calls. */
  description: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` for parameters. */
  path: string;
  scope: 'read' | 'write';
  /** True if it writes to disk; it is then rejected when disk space is low. */
  stores?: boolean;
  body?: Body;
  query?: z.ZodObject;
  pathParameters?: z.ZodObject;
  toCommand(input: CallInput<z.output<Body>>): Command;
  run: CommandHandler<Command, V2Reply>;
}

/** Input of a call. */
export interface CallInput<Body> {
  body: Body;
  path: Record<string, string>;
  query: Record<string, unknown>;
}

/** Path whose last segment is the identifier of a job or page. */
export const idPath = z.object({ id: z.string().min(1).max(100) });

const replySchema = z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) });

/** Declares an endpoint of `/v2`. Unknown fields in query and body are accepted. */
export function defineCall<Body extends z.ZodObject, Command>(
  declaration: CallDeclaration<Body, Command>,
): Operation {
  const { tool, title, description, method, path, scope, stores = false, body, query, run } = declaration;
  return defineOperation({
    name: tool,
    title,
    description,
    price: 'the same as the corresponding operation of /v1',
    method,
    path,
    scope,
    writesToDisk: stores,
    annotations: {
      readOnly: method === 'GET',
      destructive: method === 'DELETE',
      idempotent: method !== 'POST',
      openWorld: method === 'POST',
    },
    input: {
      query: query ?? z.looseObject({}),
      ...(declaration.pathParameters !== undefined && { path: declaration.pathParameters }),
      ...(body !== undefined && { body }),
    },
    toCommand: (input) => declaration.toCommand(input as unknown as CallInput<z.output<Body>>),
    output: replySchema,
    example: {},
    run,
  });
}
