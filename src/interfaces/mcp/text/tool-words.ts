import type { Registry } from '../../../operations/declaration/registry.ts';

/** The address of an operation in a text of the service, such as `GET /v1/jobs/{jid}`. */
const operationAddress = /`?\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}]{1,100})(?:\?\w+(?:=\w*)?)?`?/g;

/** Replaces the addresses of operations in a text of the service by the tools that call them. */
export function inToolWords(text: string, registry: Registry): string {
  return text.replace(operationAddress, (found, method, path, at: number) => {
    const operation = registry.find((one) => one.method === method && one.path === path);
    if (operation?.agent === undefined) return found;
    const { tool, action } = operation.agent;
    const before = text.slice(0, at).trimEnd();
    const isAtStart = before === '' || /[.!?]/.test(before.slice(-1));
    const article = isAtStart ? 'The' : 'the';
    return `${article} tool \`${tool ?? operation.name}\`${action === undefined ? '' : ` (action \`${action}\`)`}`;
  });
}
