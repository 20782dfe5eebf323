const maxNameLength = 60;
const maxNameWords = 6;
/** Particles and titles that names contain in small letters. */
const particles =
  /^(?:the|de|da|do|dos|das|del|della|di|du|la|le|van|von|vom|zu|zur|der|den|ter|ten|bin|ibn|al|el|y|e|i|st|af|av|og|und|and|et)$/u;
/** Texts of controls and labels that stand where names stand. */
const notNames =
  /^(?:log ?in|log ?out|sign ?(?:in|up|out)|register|subscribe|share|follow|home|menu|search|more|read more|view all.*|see all.*|all posts.*|about.*|contact.*|author|authors|autor|auteur|written by|posted by|by|editor|editors|admin|administrator|guest|anonymous|updated|published|posted|profile|bio|website|email|twitter|facebook|linkedin|instagram|youtube|get in touch|meet the.*|our .*|your .*|my account|account|comments?|reply|advertisement|sponsored|table of contents|fact checked|reviewed|medically reviewed|today|yesterday|ai|new|news|review|reviews|sign up now|buy now|shop now|get started|request .*|try .*|learn .*|download .*|book .*|start .*|click .*)$|^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{Ll}{0,6}$/iu;

/** Returns true if a text can be the name of a person or of a group of authors: a few words that start with capitals. */
export function isPersonName(text: string): boolean {
  if (text.length < 2 || text.length > maxNameLength || /[\d@:/?!"<>{}=_|]|\.\p{L}{2,3}$/u.test(text))
    return false;
  if (notNames.test(text)) return false;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > maxNameWords || words.length === 0) return false;
  const named = words.filter((word) => !particles.test(word));
  return named.length > 0 && named.every((word) => /^[("'’“]?(?:\p{Lu}|\p{Lo})/u.test(word));
}

/** Separators between a name and what a byline says besides it, and between names. */
const partSeparators =
  /(?:[|•·–—/;\n(]|\s-\s|\.\s(?=(?:reviewed|updated|edited|published|posted|last|photos?|fact|medically|translated|illustrated)\s)|\s(?:on|for|in|at|from|updated|published|posted|reviewed|edited)\s)/iu;
const nameSeparators = /,\s(?:and|und|et|y|e|en|og|och)\s|,\s|\s(?:and|und|et|y|e|en|og|och|with)\s|[&+]\s/u;

/**
 * Returns the names at the start of a text: one, or several that commas or "and" join. Roles, dates and what follows a
 * separator are left out. Null if the text does not start with a name.
 */
export function leadingNames(text: string): string | null {
  const [first = ''] = text.slice(0, 300).split(partSeparators, 1);
  // "Get in touch" and "Try for free" are no names.
  if (!first.trim().includes(' ') && /^\s\p{Ll}/u.test(text.slice(first.length))) return null;
  const parts = first.split(nameSeparators).map((part) => part.trim());
  const names: string[] = [];
  for (const part of parts) {
    const isNext = names.length === 0 ? isPersonName(part) : isPersonName(part) && part.includes(' ');
    if (!isNext || (names.length > 0 && isRole(part))) break;
    names.push(part);
  }
  return names.length === 0 ? null : names.join(', ');
}

/** Words of a position, which a comma separates from the name. */
const roleWords =
  /(?:^|\s)(?:senior|junior|staff|chief|editor|editors|reporter|writer|author|contributor|correspondent|columnist|journalist|director|manager|founder|ceo|cto|cofounder|president|head|lead|analyst|engineer|developer|designer|professor|university|phd|md|rd|expert|specialist|consultant|coach|news|magazine|team|officer|marketing|press|inc|llc|ltd|gmbh|corp|corporation|company|group|services|solutions|systems|technologies|software|studio|studios|labs|institute|association|foundation|college|school|department|agency|society|council|community|redakteur|redakteurin)(?:$|\s|,)/iu;

/** Returns true if a text names a position or an organization and no person. */
export function isRole(text: string): boolean {
  return roleWords.test(text);
}

/** Words in the names of groups and organizations. */
const groupWords =
  /(?:^|\s)(?:team|staff|editors?|editorial|desk|newsroom|admin|administrator|inc\.?|llc|ltd\.?|gmbh|corp\.?|corporation|company|group|association|news|magazine|press|university|institute|foundation|department|center|centre|council|agency|services|contributors|redaktion|rédaction|redacción|redazione)(?:$|\s|,)/iu;

/** Returns true if a name is that of a group or an organization. */
export function isGroup(name: string): boolean {
  return groupWords.test(name);
}
