import { type Fields, methodName, responseKind } from '../../data/client.ts';
import type { OperationInfo } from '../../data/openapi.ts';

/** A call in the syntax of one way to use the service. */
export interface Snippet {
  name: string;
  label: string;
  text: string;
}

/** Quotes a text for a POSIX shell. */
function quoteShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function pathOf({ path, queryFields }: OperationInfo, fields: Fields): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(fields[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const name of queryFields) {
    const value = fields[name];
    if (value !== undefined)
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function bodyOf({ pathFields, queryFields, hasBody }: OperationInfo, fields: Fields): Fields | null {
  if (!hasBody) return null;
  const elsewhere = new Set([...pathFields, ...queryFields]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !elsewhere.has(name)));
}

function curlText(operation: OperationInfo, fields: Fields): string {
  const body = bodyOf(operation, fields);
  const lines = [`curl ${quoteShell(`${location.origin}${pathOf(operation, fields)}`)}`];
  if (operation.method !== 'GET' && !(operation.method === 'POST' && body !== null)) {
    lines.push(`-X ${operation.method}`);
  }
  if (operation.scope !== null) lines.push('-H "Authorization: Bearer $WEBDATA_KEY"');
  if (body !== null)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoteShell(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

function typescriptText({ name }: OperationInfo, fields: Fields): string {
  const call = `client.${methodName(name)}(${JSON.stringify(fields, null, 2)})`;
  const use =
    responseKind(name) === 'events'
      ? `for await (const event of ${call}) console.log(event);`
      : `const result = await ${call};\nconsole.log(result);`;
  return `import { createClient } from 'webdata-client';

const client = createClient({ url: '${location.origin}', key: process.env.WEBDATA_KEY ?? '' });
${use}`;
}

/** Converts a JSON value to a Python literal. */
function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${pythonLiteral(item, inner)}`)
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')},\n${indent}${close}`;
}

function pythonText(operation: OperationInfo, fields: Fields): string {
  const body = bodyOf(operation, fields);
  const request = [
    `    ${JSON.stringify(operation.method)},`,
    `    ${JSON.stringify(`${location.origin}${pathOf(operation, fields)}`)},`,
    ...(operation.scope === null
      ? []
      : [`    headers={"Authorization": f"Bearer {os.environ['WEBDATA_KEY']}"},`]),
    ...(body === null ? [] : [`    json=${pythonLiteral(body, '    ')},`]),
    '    timeout=150,',
  ];
  const show = responseKind(operation.name) === 'json' ? 'print(response.json())' : 'print(response.text)';
  return `import os

import requests

response = requests.request(
${request.join('\n')}
)
response.raise_for_status()
${show}`;
}

function flagsOf(name: string, value: unknown): string[] {
  const flag = `--${name.replaceAll('_', '-')}`;
  if (typeof value === 'boolean') return [value ? flag : `--no-${name.replaceAll('_', '-')}`];
  const isTexts = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (isTexts) return value.map((item) => `${flag} ${quoteShell(String(item))}`);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const isPairs = !Array.isArray(value) && name.endsWith('headers');
    return isPairs
      ? entries.map(([key, text]) => `${flag} ${quoteShell(`${key}: ${text}`)}`)
      : [`${flag} ${quoteShell(JSON.stringify(value))}`];
  }
  return [`${flag} ${quoteShell(String(value))}`];
}

function cliText({ name }: OperationInfo, fields: Fields): string {
  const flags = Object.entries(fields).flatMap(([field, value]) => flagsOf(field, value));
  return [`webdata ${name.replaceAll('_', '-')}`, ...flags].join(' \\\n  ');
}

function mcpText({ tool }: OperationInfo, fields: Fields): string | null {
  if (tool === null) return null;
  const args = { ...(tool.action !== null && { action: tool.action }), ...fields };
  return JSON.stringify({ method: 'tools/call', params: { name: tool.name, arguments: args } }, null, 2);
}

/** Returns a call in every syntax that the operation has. */
export function createSnippets(operation: OperationInfo, fields: Fields): Snippet[] {
  const mcp = mcpText(operation, fields);
  return [
    { name: 'curl', label: 'curl', text: curlText(operation, fields) },
    { name: 'typescript', label: 'TypeScript', text: typescriptText(operation, fields) },
    { name: 'python', label: 'Python', text: pythonText(operation, fields) },
    { name: 'cli', label: 'CLI', text: cliText(operation, fields) },
    ...(mcp === null ? [] : [{ name: 'mcp', label: 'MCP', text: mcp }]),
  ];
}
