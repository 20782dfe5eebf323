/** What the pages of one site have shown about the time after which their text is final. */
export interface SettlePace {
  /** Returns true if a page with these scripts needs only a short silence of its network. */
  isFast(scripts: ReadonlySet<string>): boolean;
  /** Notes whether a page with these scripts stayed the same between a short and a long silence. */
  note(scripts: ReadonlySet<string>, staysSame: boolean): void;
}

/** Number of pages in a row that must stay the same. */
const minPages = 3;
/** Of so many pages one is given the long silence, so that a change of the site is noticed. */
const checkEvery = 10;
/** Maximum number of scripts; a site with more has addresses that never come back. */
const maxScripts = 500;

/**
 * Creates a pace that knows no page. Every page gets the long silence until {@link minPages} in a row have stayed the same, and
 * so does each page with a script that none of them had.
 */
export function createSettlePace(): SettlePace {
  const known = new Set<string>();
  let same = 0;
  let sinceCheck = 0;
  return {
    isFast(scripts) {
      if (same < minPages || !scripts.isSubsetOf(known)) return false;
      sinceCheck += 1;
      return sinceCheck % checkEvery !== 0;
    },
    note(scripts, staysSame) {
      same = staysSame ? same + 1 : 0;
      if (!staysSame || known.size > maxScripts) known.clear();
      if (staysSame) for (const script of scripts) known.add(script);
    },
  };
}
