/** Longest id or class that is relied on. */
const maxLength = 60;

/** States that scripts and positions give to an element, not what it is. */
const state =
  /^(?:js|is|has|ng|was|no)[-_]|^(?:active|selected|current|open|opened|closed|hidden|visible|show|shown|collapsed|expanded|disabled|enabled|loaded|loading|lazyload(?:ed|ing)?|lazy|first|last|odd|even|hover|focus|clearfix|cf|left|right)$/i;
/** Ends that build tools add: CSS modules, styled components, Emotion. */
const built =
  /^(?:css|sc|jsx|svelte|emotion|chakra|mui|jss)-?[\da-z]*\d[\da-z]*$|^sc-[a-zA-Z]{5,}$|__[\da-zA-Z]{5,}$/;
const longRun = /\d{3,}/;

function switchesOf(name: string): number {
  return name.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
}

/** Whether consonants and mixed case look like a hash rather than a word. */
function isHashLike(name: string): boolean {
  for (const part of name.split(/[-_:]/)) {
    if (part.length >= 5 && switchesOf(part) >= 3) return true;
    if (part.length >= 6 && /^[a-z\d]+$/i.test(part) && !/[aeiouy]/i.test(part)) return true;
  }
  return /^[a-zA-Z]{5,8}$/.test(name) && /[a-z][A-Z]+[a-z]+[A-Z]/.test(name);
}

/** Whether an id or class means the same on the next page: no long digit runs, hashes, or states of the moment. */
export function isStableName(name: string): boolean {
  if (name.length < 2 || name.length > maxLength) return false;
  if (longRun.test(name) || state.test(name) || built.test(name)) return false;
  return !isHashLike(name);
}
