import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../domain/system/failure.ts';
import { readQueueState } from '../../jobs/records/job-view.ts';
import type { Check, Checks } from '../../operations/check.ts';
import { databaseAnswers } from '../../store/database.ts';
import type { Exits } from '../../web/exits/exits.ts';
import type { AppContext } from '../app-context.ts';
import { archiveChecks } from '../composition/archives.ts';
import { browserCheck, browserDoctorCheck } from '../composition/browser.ts';
import { oidcCheck, oidcDoctorCheck } from '../composition/console-oidc.ts';
import { exitsDoctorChecks, exitsHealthChecks } from '../composition/exits.ts';
import { mailCheck, mailDoctorCheck } from '../composition/mail.ts';
import { modelCheck, modelDoctorCheck } from '../composition/model.ts';
import { ocrCheck } from '../composition/ocr.ts';
import { ratesCheck, ratesDoctorCheck } from '../composition/rates.ts';
import { searchCheck, searchDoctorCheck } from '../composition/search.ts';
import { operatorSecretsOf } from '../operator-secrets.ts';

/** Timeout of the check of the database. */
export const databaseTimeoutMs = 2_000;

/** Wait of a job from which on the workers are too few, or not running. */
const maxQueueLagSeconds = 300;

async function jobsCheck({ database, clock }: AppContext): Promise<Check> {
  try {
    const { waiting, lagSeconds } = await readQueueState(database, clock.now());
    const detail = `queue lag ${lagSeconds.toFixed(1)} s, ${waiting} waiting`;
    return { status: lagSeconds > maxQueueLagSeconds ? 'degraded' : 'ok', detail };
  } catch (error) {
    return { status: 'unavailable', detail: errorMessage(error) };
  }
}

/** Removes the secrets of the operator from the details: upstreams echo what they receive, and health needs no key. */
function withoutSecrets(app: AppContext, checks: Checks): Checks {
  const secrets = operatorSecretsOf(app.settings);
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, async () => secrets.maskValue(await check())]),
  );
}

/** The checks of health. */
export function healthChecksOf(app: AppContext, exits: Exits): Checks {
  return withoutSecrets(app, plainHealthChecks(app, exits));
}

function plainHealthChecks(app: AppContext, exits: Exits): Checks {
  const { database, databaseKind, disk, databaseSize } = app;
  return {
    database: async () =>
      (await databaseAnswers(database, databaseTimeoutMs))
        ? { status: 'ok', detail: databaseKind }
        : { status: 'unavailable', detail: 'the database does not answer' },
    disk: async () => {
      const timeout = pause(databaseTimeoutMs, null, { ref: false });
      // Without the database, its own check states the reason.
      const size = await Promise.race([databaseSize(), timeout]).catch(() => null);
      const free = `${(disk.freeBytes() / 2 ** 30).toFixed(1)} GiB free`;
      const detail = size === null ? free : `${free}; the database takes ${(size / 2 ** 30).toFixed(2)} GiB`;
      return disk.isLow()
        ? { status: 'degraded', detail: `${detail}: nothing is stored until there is more` }
        : { status: 'ok', detail };
    },
    blobs: () =>
      app.checkBlobs().then(
        () => ({ status: 'ok' as const, detail: app.blobsKind }),
        (error: unknown) => ({ status: 'unavailable' as const, detail: errorMessage(error) }),
      ),
    jobs: () => jobsCheck(app),
    browser: () => browserCheck(app),
    ...exitsHealthChecks(app, exits),
    search: () => searchCheck(app),
    model: () => modelCheck(app),
    ocr: () => ocrCheck(app),
    rates: () => ratesCheck(app),
    mail: () => mailCheck(app),
    oidc: () => oidcCheck(app),
    ...archiveChecks.health(app),
  };
}

/** The checks of doctor: those of health, with real requests where health sends none. */
export function doctorChecksOf(app: AppContext, exits: Exits): Checks {
  return withoutSecrets(app, {
    ...plainHealthChecks(app, exits),
    ...exitsDoctorChecks(app, exits),
    browser: () => browserDoctorCheck(app),
    search: () => searchDoctorCheck(app),
    model: () => modelDoctorCheck(app),
    rates: () => ratesDoctorCheck(app),
    mail: () => mailDoctorCheck(app),
    oidc: () => oidcDoctorCheck(app),
    ...archiveChecks.doctor(app),
  });
}
