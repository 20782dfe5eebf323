import { type JSONRPCMessage, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { cleanValue } from '../../domain/values/clean-text.ts';

interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** The issues of a validation error that the protocol library reports as the text of an internal error. */
function issuesOf(text: string): Issue[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const issues: unknown = JSON.parse(text);
    const areIssues =
      Array.isArray(issues) &&
      issues.length > 0 &&
      issues.every((issue) => Array.isArray(issue?.path) && typeof issue.message === 'string');
    return areIssues ? (issues as Issue[]) : null;
  } catch {
    return null;
  }
}

function withParameterError(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== ProtocolErrorCode.InternalError) return message;
  const issues = issuesOf(message.error.message);
  if (issues === null) return message;
  const text = issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; ');
  return {
    ...message,
    error: { ...message.error, code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${text}` },
  };
}

/**
 * A server that answers parameters which do not match the protocol with `-32602` (invalid params). The library answers
 * `-32603` (internal error) for methods that it implements itself. NUL and lone surrogates leave in no message.
 */
export class ProtocolServer extends Server {
  override connect(transport: Parameters<Server['connect']>[0]): Promise<void> {
    const send = transport.send.bind(transport);
    // The texts of an answer are cut to the tokens of its call.
    transport.send = (message, options) => send(cleanValue(withParameterError(message)), options);
    return super.connect(transport);
  }
}
