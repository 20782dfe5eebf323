import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Failure, ValidationError } from '../../../domain/system/failure.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { listActions } from '../../../operations/tools/list-actions.ts';
import { helpUri } from '../../../operations/tools/tool-declaration.ts';
import { adviceAfter } from '../text/advice.ts';
import { inToolWords } from '../text/tool-words.ts';
import { withoutSettings } from '../text/without-settings.ts';
import { exampleArguments } from '../tools/help.ts';

/** Converts the pointer of a validation error to the single argument object of a tool. */
function argumentPointer(pointer: string, operation: Operation | null): string {
  if (operation === null) return pointer;
  const { input } = operation;
  for (const [part, prefix] of [
    ['path', '/path/'],
    ['query', '/query/'],
  ] as const) {
    const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : '';
    if (name !== '' && (input[part] !== undefined || input.body === undefined)) return `/${name}`;
  }
  return pointer;
}

/** The tool of a failed call, and its operation if the call named one. */
export interface FailedCall {
  tool: string;
  operation: Operation | null;
}

/** Writes a correct call of the operation whose arguments were wrong. */
function exampleLines({ kind }: Failure, { tool, operation }: FailedCall): string[] {
  if (kind !== 'invalid') return [];
  if (operation === null) return [`Help: read {"ref": "${helpUri(tool)}"}`];
  return [
    `Example: ${tool} ${JSON.stringify(exampleArguments(operation))}`,
    `All arguments: read {"ref": "${helpUri(tool, listActions(operation)[0])}"}`,
  ];
}

/** Creates the tool result of a failure with the next step. Models see tool results, but not protocol errors. */
export function createFailureResult(failure: Failure, call: FailedCall, registry: Registry): CallToolResult {
  const { kind, message, retryAfter, configuration } = failure;
  const errors = failure.errors.map(
    ({ pointer, detail }): ValidationError => ({ pointer: argumentPointer(pointer, call.operation), detail }),
  );
  const lines = [errors.length === 0 ? `${kind}: ${message}` : `${kind}:`];
  for (const { pointer, detail } of errors) {
    lines.push(`- ${pointer === '' ? 'the arguments' : pointer.replace(/^\//, '')}: ${detail}`);
  }
  if (retryAfter !== null) lines.push(`Try again in ${retryAfter} seconds.`);
  lines.push(adviceAfter(kind, call.operation), ...exampleLines(failure, call));
  const problem = {
    code: kind,
    detail: message,
    errors,
    retry_after: retryAfter,
    ...(configuration !== null && { setting: configuration.setting }),
  };
  return {
    isError: true,
    content: [{ type: 'text', text: inToolWords(withoutSettings(lines.join('\n')), registry) }],
    _meta: { 'webdata/problem': problem },
  };
}
