import type { Warning } from '../../domain/pages/outcome.ts';
import type { ModelUse } from '../../domain/resources/model.ts';
import { getJsonAnswers } from '../../listings/discovery/call-sources.ts';
import type { DiscoveredSource } from '../../listings/discovery/discovered-source.ts';
import { findRecordsOn } from '../../listings/discovery/records-page.ts';
import { requestKeysFromModel } from '../../listings/page/sources/model-keys.ts';
import type { CollectCommand } from './collect-request.ts';
import type { CollectContext, CollectorPorts } from './collector-ports.ts';

/** Confidence below which a model is asked to match a field, if one is configured. */
const minConfidence = 0.5;

interface ModelMatch {
  source: DiscoveredSource;
  use: ModelUse | null;
  warnings: Warning[];
}

/**
 * Asks a model once for the fields without a confident match. Its answers count only if they are keys of the
 * source.
 */
export async function matchWithModel(
  ports: CollectorPorts,
  source: DiscoveredSource,
  command: CollectCommand,
  context: CollectContext,
): Promise<ModelMatch> {
  const fields = source.found.fields ?? {};
  const unmatched = command.fields.filter((name) => (fields[name]?.confidence ?? 0) < minConfidence);
  const client = ports.findModel();
  if (client === null || !context.mayAsk || unmatched.length === 0)
    return { source, use: null, warnings: [] };
  const { pinned, use, error } = await requestKeysFromModel(
    { client, accountId: context.accountId },
    unmatched,
    source.found.keys,
    context.signal,
  );
  if (error !== null) {
    const message = `The fields were matched by their names only, because the model failed: ${error}`;
    return { source, use, warnings: [{ code: 'model_failed', message }] };
  }
  if (Object.keys(pinned).length === 0) return { source, use, warnings: [] };
  const { fetched } = source.comparedPage;
  const answers = getJsonAnswers(fetched.response?.calls ?? []);
  const recordRequest = { fields: command.fields, reading: null, answers, pinned };
  const findings = await findRecordsOn(ports, fetched, recordRequest, context.signal);
  const { kind, path, call } = source.found;
  const improved = findings?.sources.find(
    (one) => one.kind === kind && one.path === path && one.call === call,
  );
  return {
    source: improved?.read === undefined ? source : { ...source, found: improved },
    use,
    warnings: [],
  };
}
