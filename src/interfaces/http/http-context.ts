import type { Context } from 'hono';
import type { Principal } from '../../domain/resources/account.ts';
import type { RateLimitState } from '../../operations/call-path/rate-limiter.ts';

/** What is known of a request beside what it states. */
export interface HttpVariables {
  requestId: string;
  /** Null for a request without a key. */
  principal: Principal | null;
  rates: RateLimitState[] | undefined;
}

/** Context of a request of the HTTP interface. */
export type HttpContext = Context<{ Variables: HttpVariables }>;
