import { z } from 'zod';
import { defineOperation, type Operation, type Work } from '../../operations/operation.ts';
import type { V2Reply } from './reply.ts';

/** One endpoint of `/v2`: a third party's request, from which a command of ours is made, and its answer. */
export interface CallDeclaration<Body extends z.ZodObject, Command> {
  /** The name in the request history; that of our own operation where there is one. */
  tool: string;
  title: string;
  /** What it does, for the page that lists what is supported. */
  description: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for path parameters. */
  path: string;
  scope: 'read' | 'write';
  /** True when it writes to disk, and is refused when there is too little left. */
  stores?: boolean;
  body?: Body;
  query?: z.ZodObject;
  pathParameters?: z.ZodObject;
  toCommand(input: CallInput<z.output<Body>>): Command;
  run: Work<Command, V2Reply>;
}

/** The parts of a request to `/v2`. */
export interface CallInput<Body> {
  body: Body;
  path: Record<string, string>;
  query: Record<string, unknown>;
}

/** A path whose last part is the id of a job or page. */
export const idPath = z.object({ id: z.string().min(1).max(100) });

const replySchema = z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) });

/** Declares an endpoint of `/v2`; what it does not know in query and body is accepted. */
export function defineCall<Body extends z.ZodObject, Command>(
  declaration: CallDeclaration<Body, Command>,
): Operation {
  const { tool, title, description, method, path, scope, stores = false, body, query, run } = declaration;
  return defineOperation({
    name: tool,
    title,
    description,
    price: 'as the operation of /v1 behind it',
    method,
    path,
    scope,
    stores,
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
