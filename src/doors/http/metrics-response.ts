import { Failure } from '../../domain/failure.ts';
import type { CallPath } from '../../operations/call.ts';

/** What is counted of this process, as text for a collector. */
export interface MetricsText {
  mediaType: string;
  text(): Promise<string>;
}

/** The token of an Authorization header (RFC 6750 section 2.1). */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** `GET /metrics`, for keys of scope `operator` alone: it tells of all accounts together. Throws Failure. */
export async function metricsResponse(
  metrics: MetricsText,
  callPath: Pick<CallPath, 'authenticate'>,
  authorization: string | undefined,
): Promise<Response> {
  const { scopes } = await callPath.authenticate(bearerToken(authorization));
  if (!scopes.includes('operator')) throw new Failure('forbidden', 'this key lacks the scope "operator"');
  return new Response(await metrics.text(), { headers: { 'content-type': metrics.mediaType } });
}
