import { decodePercent } from '../../domain/values/decode-percent.ts';
import { foldText } from '../text/sections.ts';
import { replaceSpecialLetters } from '../words/replace-special-letters.ts';

/** How sites say that a link ends the session, in the languages that most of the web uses. */
const logoutPhrases: readonly string[] = [
  'log out',
  'log off',
  'sign out',
  'sign off',
  'end session',
  'abmelden',
  'ausloggen',
  'déconnexion',
  'se déconnecter',
  'déconnecter',
  'cerrar sesión',
  'desconectar',
  'desconectarse',
  'salir',
  'sair',
  'terminar sessão',
  'encerrar sessão',
  'fazer logout',
  'esci',
  'disconnetti',
  'disconnettersi',
  'uitloggen',
  'afmelden',
  'logga ut',
  'logg ut',
  'logg av',
  'log ud',
  'log af',
  'kirjaudu ulos',
  'útskrá',
  'wyloguj',
  'wyloguj się',
  'odhlásit',
  'odhlásit se',
  'odhlásiť',
  'odhlásiť sa',
  'kijelentkezés',
  'deconectare',
  'odjava',
  'odjavi se',
  'çıkış',
  'çıkış yap',
  'oturumu kapat',
  'выйти',
  'выход',
  'вийти',
  'вихід',
  'изход',
  'одјава',
  'αποσύνδεση',
  'έξοδος',
  'ログアウト',
  'サインアウト',
  '로그아웃',
  '登出',
  '注销',
  '退出',
  '退出登录',
  'đăng xuất',
  'keluar',
  'log keluar',
  'ออกจากระบบ',
  'تسجيل الخروج',
  'خروج',
  'התנתקות',
  'התנתק',
  'יציאה',
  'लॉग आउट',
  'লগ আউট',
  'saioa itxi',
  'tanca la sessió',
  'pechar sesión',
  'atsijungti',
  'iziet',
  'logi välja',
];

/** Folds a text and leaves only its letters and digits, so that `Log out`, `log-out` and `logout` are equal. */
function compact(text: string): string {
  return replaceSpecialLetters(foldText(text)).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

const phrases: ReadonlySet<string> = new Set(logoutPhrases.map(compact));
/** Phrases that end a longer name, such as `Special:UserLogout`: unlike single words of a language, they mean nothing else. */
const suffixes: readonly string[] = ['logout', 'logoff', 'signout', 'signoff'];

/** Longer names are titles of pages about logging out. */
const maxNameLength = 24;
const maxNameWords = 3;
/** Maximum length of a link text that says so, and of the words after it: a name, or `of all devices`. */
const maxTextLength = 60;
const maxWordsBehind = 2;
/** Shorter phrases are common words of their language, which begin other texts too. */
const minLettersBefore = 6;

/** Returns true if a part of a URL names the end of a session: `logout.php`, `User:signOut`, `log-out`. */
function isLogoutName(part: string): boolean {
  const name = part.replace(/\.[a-z0-9]{1,5}$/i, '');
  if (name.length > maxNameLength) return false;
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  if (words.length > maxNameWords) return false;
  const letters = compact(name);
  return phrases.has(letters) || suffixes.some((suffix) => letters.endsWith(suffix));
}

function isLogoutUrl(url: URL): boolean {
  const path = url.pathname.split('/').map(decodePercent);
  const query = [...url.searchParams].flat();
  return [...path, ...query, decodePercent(url.hash.slice(1))].some(isLogoutName);
}

/** Returns true if a link text names the end of a session: `Log out`, `Abmelden (ada)`, `Sign out ada`. */
export function isLogoutText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxTextLength) return false;
  const [head = ''] = trimmed.split(/[([|:–—]/u, 1);
  const words = head.split(/\s+/).filter((word) => word !== '');
  for (let behind = 0; behind <= Math.min(maxWordsBehind, words.length - 1); behind++) {
    const phrase = compact(words.slice(0, words.length - behind).join(' '));
    if (phrases.has(phrase) && (behind === 0 || phrase.length >= minLettersBefore)) return true;
  }
  return false;
}

/** Returns true if a link ends the session of who follows it, by the words of its URL or of its text. */
export function isLogoutLink(address: string | URL, text = ''): boolean {
  return isLogoutUrl(new URL(address)) || isLogoutText(text);
}
