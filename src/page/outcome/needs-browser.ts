import { framesNotRead } from '../../domain/pages/frames.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import {
  hasEmptyMount,
  hasMetaRefresh,
  hasRouteLinks,
  requiresScripts,
  summarizeScripts,
} from './page-scripts.ts';
import type { ScriptDependence } from './script-dependence.ts';

/** Facts about an HTML page whose scripts were not run. */
export interface PageFacts {
  html: string;
  /** Start of the text visible without scripts. */
  visibleText: string;
  warnings: readonly Warning[];
  /** How far the main content depends on scripts. */
  dependence?: ScriptDependence;
}

/** Text length, in characters, of a page with sufficient content without scripts. */
const sufficientTextLength = 1_000;
const shortTextLength = 200;
const minimalTextLength = 50;
const largeScriptLength = 50_000;
/** Maximum length of the source that is examined. */
const maxSource = 2_000_000;

const scriptRedirect = /\blocation(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/;

/** Returns true if a page is readable only after its scripts ran: two points from several indications suffice. */
export function needsBrowser(facts: PageFacts): boolean {
  const html = facts.html.slice(0, maxSource);
  const text = facts.visibleText.trim().length;
  const isNothingSelected = facts.warnings.some(({ code }) => code === 'nothing_selected');
  if (facts.dependence === 'certain') return true;
  if (text >= sufficientTextLength * 2 && !isNothingSelected) return false;
  if (text < shortTextLength && facts.warnings.some(({ code }) => code === framesNotRead)) return true;
  const scripts = summarizeScripts(html);
  if (scripts.count === 0) return text < shortTextLength && hasMetaRefresh(html);
  if (isNothingSelected) return true;
  if (scripts.bytes > largeScriptLength && text < html.length / 100 && text < sufficientTextLength * 2)
    return true;
  if (text >= sufficientTextLength) return false;
  let points = hasEmptyMount(html) ? 2 : 0;
  if (requiresScripts(html)) points += 1;
  if (hasRouteLinks(html)) points += 2;
  if (text < shortTextLength) points += 1;
  if (text < minimalTextLength) points += 1;
  if (text < shortTextLength && (hasMetaRefresh(html) || scriptRedirect.test(scripts.inline))) points += 2;
  return points >= 2;
}
