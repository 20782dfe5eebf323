import { addMs, type Clock } from '../domain/clock.ts';
import type { ContentThreads } from '../domain/content.ts';
import { type PageErrorCode, statusOf, type Warning } from '../domain/outcome.ts';
import { browserFormats } from '../domain/page.ts';
import type { PageCommand } from '../domain/page-command.ts';
import { routePrices } from '../domain/rate-card.ts';
import type { Slots } from '../domain/slots.ts';
import type { BrowserResponse, Screenshot } from '../web/browser/browser-request.ts';
import type { Exit, Exits } from '../web/exits/exits.ts';
import type { Guard } from '../web/guard.ts';
import type { HttpAnswer, HttpFault, HttpResponse } from '../web/http-client.ts';
import type { Budget } from './budget.ts';
import {
  type Arrival,
  type FetchedPage,
  type Progress,
  pageArrived,
  pageNotArrived,
  plainArrival,
  type Refused,
} from './fetched-page.ts';
import { createPageDeadline, type PageDeadline } from './page-deadline.ts';
import { askedWaitMs, type Manners, type PoliteRequest, plainManners } from './polite-request.ts';
import type { RenderMemory } from './render-memory.ts';
import type { RenderPage } from './render-page.ts';
import type { RobotsAnswer, RobotsGate } from './robots-gate.ts';
