import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** Service of a Compose file, with the fields that tests use. */
export interface ComposeService {
  build?: string;
  image: string;
  command?: string;
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  shm_size?: string;
  stop_grace_period?: string;
}

/** Compose file after interpolation. */
export interface ComposeFile {
  services: Record<string, ComposeService>;
  configs?: Record<string, { content: string }>;
}

/** Returns the values of `${NAME}`, `${NAME:-default}`, `${NAME:?message}` and `$$`, as Compose interpolates them. */
export function interpolate(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$(?:\$|\{(\w{1,100})(?::([-?])([^}]{0,200}))?\})/g,
    (_whole, name?: string, operator?: string, rest = '') => {
      if (name === undefined) return '$';
      const value = environment[name];
      if (value !== undefined && value !== '') return value;
      if (operator === '-') return rest;
      throw new Error(`the variable ${name} is not set: ${rest}`);
    },
  );
}

function interpolateAll(value: unknown, environment: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, environment);
  if (Array.isArray(value)) return value.map((item) => interpolateAll(item, environment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, interpolateAll(item, environment)]),
  );
}

/** Reads a Compose file of the checkout with these variables. */
export async function readCompose(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ComposeFile> {
  const text = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  return interpolateAll(parse(text, { merge: true }), environment) as ComposeFile;
}

/** Returns the variables that the Dockerfile sets in the image. */
export async function readImageEnvironment(): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const line = /^ENV (.*)$/m.exec(text)?.[1] ?? '';
  return Object.fromEntries(
    [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]),
  );
}
