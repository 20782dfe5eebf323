/** Maximum length of an id or class that is used. */
const maxLength = 60;

/** Names of states and positions, which change between pages. */
const statePattern =
  /^(?:js|is|has|ng|was|no)[-_]|^(?:active|selected|current|open|opened|closed|hidden|visible|show|shown|collapsed|expanded|disabled|enabled|loaded|loading|lazyload(?:ed|ing)?|lazy|first|last|odd|even|hover|focus|clearfix|cf|left|right)$/i;
/** Names that build tools generate: CSS modules, styled components, Emotion. */
// regex: at most 60 characters, longer names are rejected first
const generatedPattern =
  /^(?:css|sc|jsx|svelte|emotion|chakra|mui|jss)-?[\da-z]*\d[\da-z]*$|^sc-[a-zA-Z]{5,}$/;
/** End of a name that is a hash of CSS modules (`Card__3xKqZ`) or the name of an element in BEM (`card__price`). */
const elementPattern = /__([\da-zA-Z]{5,})$/;
const elementWords = /^(?:[a-z]+|[a-z]{3,}(?:[A-Z][a-z]{2,})+)$/;
const longDigits = /\d{3,}/;

function countAlternations(name: string): number {
  return name.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
}

/** Returns true if the consonants and mixed case of a name indicate a hash. */
function isHashLike(name: string): boolean {
  for (const part of name.split(/[-_:]/)) {
    if (part.length >= 5 && countAlternations(part) >= 3) return true;
    if (part.length >= 6 && /^[a-z\d]+$/i.test(part) && !/[aeiouy]/i.test(part)) return true;
  }
  return /^[a-zA-Z]{5,8}$/.test(name) && /[a-z][A-Z]+[a-z]+[A-Z]/.test(name);
}

/** Returns true if an id or class means the same on other pages: it has no long digit run, hash or state. */
export function isStableName(name: string): boolean {
  if (name.length < 2 || name.length > maxLength) return false;
  if (longDigits.test(name) || statePattern.test(name) || generatedPattern.test(name)) return false;
  const element = elementPattern.exec(name)?.[1];
  const isElement = element === undefined || (elementWords.test(element) && /[aeiouy]/.test(element));
  return isElement && !isHashLike(name);
}
