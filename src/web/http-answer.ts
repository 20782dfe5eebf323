import type { PageErrorCode } from '../domain/outcome.ts';
import type { Upstream } from './exits/upstream.ts';

/** One page to be asked for over HTTP. */
export interface HttpRequest {
  url: URL;
  /** The caller's own headers; sent to the asked origin only. */
  headers: Record<string, string>;
  acceptLanguage?: string;
  /** Most bytes of body, counted after content encodings; 20 MB when left out. */
  maxBytes?: number;
  /** Most redirects followed; 10 when left out. */
  redirectLimit?: number;
  /** POST for questions alone, such as a query of GraphQL: it may be sent twice, and is not redirected. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. */
  body?: string;
  /** The proxy that every hop goes through; straight from this machine when left out or null. */
  via?: Upstream | null;
}

/** A redirect that was followed: the address that answered and its status. */
export interface Redirect {
  url: string;
  statusCode: number;
}

/** A response that arrived whole, whatever its status. */
export interface HttpResponse {
  kind: 'response';
  finalUrl: string;
  statusCode: number;
  /** Lower-case names; repeated ones joined by `, `. */
  headers: Record<string, string>;
  /** Without content encodings. Owns all of its buffer, so it may be transferred to a thread. */
  body: Uint8Array<ArrayBuffer>;
  /** Bytes of the body as it travelled; bodies of redirects are not read and not counted. */
  wireBytes: number;
  redirects: Redirect[];
  /** The IP address that answered; null where a proxy stands between. */
  remoteAddress: string | null;
  ms: number;
}

/** No response, or none that could be taken whole. */
export interface HttpFault {
  kind: 'fault';
  code: PageErrorCode;
  /** One sentence that may be shown to the caller. */
  message: string;
  /** The last address that answered with a status, or null when none did. */
  finalUrl: string | null;
  /** The status of that answer. */
  statusCode: number | null;
  wireBytes: number;
  redirects: Redirect[];
  ms: number;
}

/** What came of a request. */
export type HttpAnswer = HttpResponse | HttpFault;

/** Why a request brought no response: a code of the closed list and a sentence for the caller. */
export interface Fault {
  code: PageErrorCode;
  message: string;
}
