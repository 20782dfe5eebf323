import { Failure } from '../../../domain/system/failure.ts';
import type { CallPath } from '../../../operations/call-path/call.ts';

/** Metrics of this process in text form. */
export interface MetricsText {
  mediaType: string;
  text(): Promise<string>;
}

/** Returns the token of an Authorization header (RFC 6750 section 2.1). */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Handles `GET /metrics`. Requires the scope `operator`, because metrics cover all accounts. Throws Failure. */
export async function createMetricsResponse(
  metrics: MetricsText,
  callPath: Pick<CallPath, 'authenticate'>,
  authorization: string | undefined,
): Promise<Response> {
  const { scopes } = await callPath.authenticate(bearerToken(authorization));
  if (!scopes.includes('operator'))
    throw new Failure('forbidden', 'This key does not have the scope "operator".');
  return new Response(await metrics.text(), { headers: { 'content-type': metrics.mediaType } });
}
