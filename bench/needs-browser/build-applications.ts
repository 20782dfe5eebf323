import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Project } from './application.ts';
import { frameworkProjects } from './framework-projects.ts';
import { staticProject } from './static-project.ts';
import { viteProject } from './vite-project.ts';

const run = promisify(execFile);
const commandTimeoutMs = 15 * 60_000;
const environment = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** A built application, with the folder of its files. */
export interface BuiltApplication extends Application {
  root: string;
}

async function runAll(commands: readonly (readonly string[])[], folder: string): Promise<void> {
  for (const [program = '', ...args] of commands) {
    await run(program, args, {
      cwd: folder,
      env: environment,
      timeout: commandTimeoutMs,
      maxBuffer: 64 * 2 ** 20,
    });
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function buildProject(project: Project, parent: string): Promise<void> {
  const folder = join(parent, project.name);
  await rm(folder, { recursive: true, force: true });
  await runAll(project.create ?? [], parent);
  await writeFiles(folder, project.files);
  if (project.packages !== undefined) {
    const manifest = { name: project.name, private: true, type: 'module', dependencies: project.packages };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  }
  const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runAll([[...install, '--legacy-peer-deps'], ...project.build], folder);
  await writeFile(join(folder, 'built'), '');
}

/**
 * Builds the applications in a folder outside of the repository, and returns them. Projects that the folder contains
 * are not built again. A project that cannot be built is left out and named on stderr; its file `failed` has the error, and
 * it is not tried again while that file exists.
 */
export async function buildApplications(parent: string): Promise<BuiltApplication[]> {
  await mkdir(parent, { recursive: true });
  const built: BuiltApplication[] = [];
  for (const project of [viteProject, staticProject, ...frameworkProjects]) {
    const folder = join(parent, project.name);
    const failed = join(folder, 'failed');
    if (existsSync(failed)) {
      process.stderr.write(`${project.name} could not be built before: delete ${failed} to try again\n`);
      continue;
    }
    try {
      if (!existsSync(join(folder, 'built'))) {
        process.stderr.write(`building ${project.name}\n`);
        await buildProject(project, parent);
      }
      for (const one of project.applications) built.push({ ...one, root: join(folder, one.folder) });
    } catch (error) {
      await mkdir(folder, { recursive: true });
      await writeFile(failed, String(error));
      process.stderr.write(`${project.name} cannot be built: ${String(error).slice(0, 2_000)}\n`);
    }
  }
  return built;
}
