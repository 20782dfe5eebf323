import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { hangsAfterMs } from '../until.ts';

/** One code block of a README with the output that the README shows for it. */
export interface ExampleStep {
  code: string;
  /** Null if the README shows no output. */
  output: string | null;
}

/** The code blocks of a section, which are one program. */
export interface Example {
  title: string;
  steps: ExampleStep[];
}

/** Printed by the programs after each step; then they wait for a line of input. */
export const stepMarker = '\u001e';

/** Returns the examples of a README: code blocks in `language` and the `text` blocks that follow them, by section. */
export async function readExamples(file: URL, language: string): Promise<Example[]> {
  const text = await readFile(file, 'utf8');
  const examples: Example[] = [];
  for (const section of text.split(/^(?=#{1,3} )/m)) {
    const title = section.slice(0, section.indexOf('\n')).replace(/^#+ /, '');
    const steps: ExampleStep[] = [];
    for (const [, kind, content = ''] of section.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
      const last = steps.at(-1);
      if (kind === language) steps.push({ code: content, output: null });
      else if (kind === 'text' && last !== undefined) last.output = content;
    }
    if (steps.length > 0) examples.push({ title, steps });
  }
  return examples;
}

/** Replaces the hosts of the README by those of the test world. */
export function withHosts(code: string, hosts: Readonly<Record<string, string>>): string {
  const replaced = Object.entries(hosts).reduce(
    (text, [host, origin]) => text.replaceAll(host, origin),
    code,
  );
  assert.doesNotMatch(
    replaced,
    /https?:\/\/[\w.]+\.example/,
    'every host of an example is in the test world',
  );
  return replaced;
}

/** A program that runs the steps of an example. */
export interface Program {
  command: readonly string[];
  folder: string;
  environment: Record<string, string>;
}

/**
 * Runs a program and compares the output of each step with the README. `beforeStep` is called before each step after the
 * first one.
 */
export async function runExample(
  { command, folder, environment }: Program,
  steps: readonly ExampleStep[],
  beforeStep: (step: number) => Promise<void> = async () => {},
): Promise<void> {
  const [file, ...args] = command;
  const child = spawn(file as string, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...environment },
    stdio: 'pipe',
    timeout: hangsAfterMs,
  });
  const closed = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => {});
  let output = '';
  let finished = 0;
  try {
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk as string;
      const end = output.indexOf(stepMarker);
      if (end < 0) continue;
      const step = steps[finished];
      if (step?.output !== null)
        assert.equal(output.slice(0, end).replaceAll('\r\n', '\n'), step?.output, errors);
      output = '';
      finished += 1;
      if (finished < steps.length) await beforeStep(finished);
      child.stdin.write('\n');
    }
  } catch (error) {
    // The program waits for input.
    child.kill('SIGKILL');
    throw error;
  }
  await closed;
  assert.equal(child.exitCode, 0, errors);
  assert.equal(finished, steps.length, errors);
}
