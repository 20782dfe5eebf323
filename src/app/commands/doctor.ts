import { type DoctorReport, examine } from '../../capabilities/catalog/doctor.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { createRemoteCaller } from '../../interfaces/cli/remote-caller.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { AppContext } from '../app-context.ts';
import { composeExits } from '../composition/exits.ts';
import { composeModel } from '../composition/model.ts';
import { composeSearch } from '../composition/search.ts';
import { declareOperations } from '../operations/operations.ts';
import { doctorChecksOf } from './checks.ts';
import { findService } from './find-service.ts';
import { version } from './version.ts';

/** Result of the tests of all parts. */
export interface Diagnosis {
  /** Whose parts were tested. */
  subject: string;
  report: DoctorReport;
}

/** Lets the running service test its parts. Returns null if none runs. Throws Failure. */
export async function testService(settings: Settings): Promise<Diagnosis | null> {
  const service = await findService(settings);
  if (service === null) return null;
  const { url, key, address } = service;
  const caller = createRemoteCaller({ url, key, interfaceName: 'cli' });
  const operation = declareOperations().find(({ name }) => name === 'doctor') as Operation;
  const { answer } = await caller.call({
    operation,
    input: { path: {}, query: {}, body: undefined },
    signal: new AbortController().signal,
  });
  const report = (answer as Extract<typeof answer, { kind: 'json' }>).value as DoctorReport;
  const process = address === null ? '' : ` (process ${address.pid}, data directory ${settings.dataDir})`;
  return { subject: `the running service at ${url}${process}`, report };
}

/** Tests the parts in this process, with the settings of this shell. */
export async function testHere(app: AppContext, stack: AsyncDisposableStack): Promise<Diagnosis> {
  composeModel(app, stack);
  composeSearch(app, stack);
  const report = await examine(version, doctorChecksOf(app, composeExits(app, stack)));
  const subject = `the settings of this shell and the data directory ${app.directory.path}; no service runs on it`;
  return { subject, report };
}
