import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExamples, runExample, stepMarker, withHosts } from '../clients/readme-examples.ts';
import type { AgentWorld } from './agent-world.ts';
import { checkTypes, type PackageEnvironment } from './package-environment.ts';

/** Ends a step and waits for a line of input. */
const between = `
process.stdout.write('${stepMarker}');
await new Promise((resolve) => process.stdin.once('data', resolve));
`;

/**
 * Runs the examples of a page as one program, and compares their output with the page. `section` limits it to the section
 * with this title.
 */
export async function runReadme(
  environment: PackageEnvironment,
  { world, service, environment: variables }: AgentWorld,
  page: URL,
  section: string | null = null,
): Promise<void> {
  const examples = await readExamples(page, 'ts');
  const steps = examples
    .filter(({ title }) => section === null || title === section)
    .flatMap((example) => example.steps);
  const code = `${steps.map((step) => step.code).join(between)}${between}process.stdin.unref();\n`;
  const hosts = { 'https://quayside.example': world.site.origin, 'http://127.0.0.1:8787': service.url };
  const file = 'example.ts';
  await writeFile(join(environment.folder, file), withHosts(code, hosts));
  await checkTypes(environment, [file]);
  const command = [process.execPath, join(environment.folder, file)];
  await runExample({ command, folder: environment.folder, environment: variables }, steps);
}
