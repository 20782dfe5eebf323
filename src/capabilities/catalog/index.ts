import { listPublishedKeys } from '../../account/accounts/instance.ts';
import { defineCapability } from '../capability.ts';
import { catalogOperation } from './catalog.ts';
import { doctorOperation } from './doctor.ts';
import { listFunctionsOperation } from './functions/list-functions.ts';
import { healthOperation } from './health.ts';

/** Describes the service and its state. */
export const catalogCapability = defineCapability({
  name: 'catalog',
  topic: 'The service',
  tags: {
    catalog: 'Operations and prices of the service',
    health: 'State of the service',
    doctor: 'Tests of all parts',
  },
  operations: ({ exits, signer, database, version, checks, doctorChecks, missingParts }, registry) => [
    catalogOperation({
      registry,
      networks: () => exits.networkStates(),
      receiptKey: signer.key.publicJwk,
      publishedKeys: () => listPublishedKeys(database),
    }),
    listFunctionsOperation(registry, missingParts),
    healthOperation(version, checks),
    doctorOperation(version, doctorChecks),
  ],
});
