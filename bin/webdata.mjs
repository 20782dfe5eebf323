#!/usr/bin/env node
// The command line entry point of a checkout and of the package. Runs on Node 20 or later, and fetches a later
// Node if the running one is too old for the program.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signals, superviseService } from './launcher.mjs';
import { watchNpm } from './npm-parent.mjs';
import {
  findNode,
  missingFlags,
  reportError,
  root,
  runProgram,
  runsHere,
  serviceVariables,
} from './program.mjs';

const [command = 'serve'] = process.argv.slice(2);

/**
 * Environment of the service: the variables that keep its memory small unless the caller set them, and the program that was started,
 * for hints.
 */
const environment = { ...serviceVariables, _WEBDATA_PROGRAM: process.argv[1], ...process.env };

/**
 * Returns true if this process restarts the service. False if another supervisor does (WEBDATA_RESTART=false), and under a
 * debugger, which would attach to the launcher instead of the service.
 */
function isLauncher() {
  const isDebugged = /--inspect/.test(`${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`);
  return process.env.WEBDATA_RESTART?.trim() !== 'false' && !isDebugged;
}

/** Runs the service as a child, and restarts it when it ends unexpectedly. */
async function launch() {
  const stop = new AbortController();
  watchNpm(() => stop.abort());
  process.exitCode = await superviseService({
    file: await findNode(),
    args: [
      ...process.execArgv,
      ...missingFlags(),
      join(root, 'bin', 'service.mjs'),
      ...process.argv.slice(2),
    ],
    env: environment,
    signal: stop.signal,
  });
}

/** Replaces this process with one that has the flags and variables of the service, unless it has them. */
function replaceProcess() {
  if (process.execve === undefined || process.platform === 'win32') return;
  const isComplete = Object.keys(serviceVariables).every((name) => name in process.env);
  const flags = missingFlags();
  if (flags.length === 0 && isComplete) return;
  process.execve(
    process.execPath,
    [process.argv0, ...process.execArgv, ...flags, ...process.argv.slice(1)],
    environment,
  );
}

/** Runs this file on a fetched Node. */
async function runOnFetchedNode() {
  const child = spawn(
    await findNode(),
    [...missingFlags(), fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: environment,
    },
  );
  for (const name of signals) process.on(name, () => child.kill(name));
  child.on('error', reportError);
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

try {
  if (command === 'serve' && isLauncher()) await launch();
  else if (!runsHere) await runOnFetchedNode();
  else {
    if (command === 'serve') replaceProcess();
    await runProgram();
  }
} catch (error) {
  reportError(error);
}
