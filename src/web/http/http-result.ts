import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import type { Upstream } from '../exits/upstream.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Request for one page over HTTP. */
export interface HttpRequest {
  url: URL;
  /** Request headers of the caller; sent only to the origin of `url`. */
  headers: Record<string, string>;
  acceptLanguage?: string;
  /** Maximum bytes of the body after decoding. Default: 20 MB. */
  maxBytes?: number;
  /** Maximum number of redirects. Default: 10. */
  redirectLimit?: number;
  /** Default: GET. */
  method?: HttpMethod;
  body?: string;
  /** False if the request must not be sent twice. Default: true. */
  isRepeatable?: boolean;
  /** Cookies in the form of `Set-Cookie` values of the URL, sent as if the site had set them before. */
  cookies?: readonly string[];
  /** Proxy for all hops; undefined or null for a direct connection. */
  via?: Upstream | null;
  /**
   * Finds the page that a response leads to without a `Location`, which is followed like a redirect, or the error that
   * forbids to follow it. Rejects only with the reason of `signal`.
   */
  findRefresh?(response: HttpResponse, signal: AbortSignal): Promise<RefreshTarget | FetchError | null>;
}

/** Page that another one leads to by a declarative refresh. */
export interface RefreshTarget {
  url: URL;
  /** True if nobody can read the page that leads to it. */
  isInstant: boolean;
}

/** A redirect that was followed: URL and status of the response; below 300 if the page has led to another one by a refresh. */
export interface Redirect {
  url: string;
  statusCode: number;
}

/** A complete response of any status. */
export interface HttpResponse {
  kind: 'response';
  finalUrl: string;
  statusCode: number;
  /** Header names are lower case; repeated headers are joined with `, `. */
  headers: Record<string, string>;
  /** Decoded body. Owns its buffer, so that it can be transferred to a thread. */
  body: Uint8Array<ArrayBuffer>;
  /** Bytes of the body before decoding; bodies of redirects are not counted. */
  wireBytes: number;
  redirects: Redirect[];
  /** IP address of the server; null through a proxy. */
  remoteAddress: string | null;
  ms: number;
}

/** No response, or an incomplete one. */
export interface HttpErrorResult {
  kind: 'fault';
  code: PageErrorCode;
  /** One sentence that may be shown to the caller. */
  message: string;
  /** URL of the last response with a status, or null if there was none. */
  finalUrl: string | null;
  /** Status of that response. */
  statusCode: number | null;
  wireBytes: number;
  redirects: Redirect[];
  ms: number;
}

/** Result of a request. */
export type HttpResult = HttpResponse | HttpErrorResult;

/** Error of a request: a code of the closed list and a message for the caller. */
export interface FetchError {
  code: PageErrorCode;
  message: string;
}
