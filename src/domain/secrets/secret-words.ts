/**
 * Words that say of a field, an input or a parameter of an address that its value is a secret. They decide about names
 * that strangers choose: fields of pages, inputs of workflows, parameters of addresses. Fields of this API are marked
 * in their schemas (`secret`).
 */
const secretWords: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'passwort',
  'kennwort',
  'contraseña',
  'contrasena',
  'senha',
  'wachtwoord',
  'hasło',
  'haslo',
  'пароль',
  'парола',
  'heslo',
  'salasana',
  'lösenord',
  'passord',
  'adgangskode',
  'jelszó',
  'parola',
  'şifre',
  'sifre',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'token',
  'apikey',
  'jwt',
  'bearer',
  'credential',
  'credentials',
  'otp',
  'totp',
  '2fa',
  'mfa',
  'pin',
  'tan',
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'csc',
  'cardnumber',
  'ccnumber',
  'cardno',
  'kartennummer',
  'prüfziffer',
  'onetimecode',
]);

/** Sequences of words that say the same together. */
const secretPhrases: readonly string[] = [
  'api key',
  'access key',
  'private key',
  'secret key',
  'license key',
  'mot de passe',
  'card number',
  'cc number',
  'card no',
  'security code',
  'verification code',
  'authentication code',
  'auth code',
  'one time code',
  'one time password',
  'login code',
  'sms code',
  'confirmation code',
  'sicherheitscode',
  'bestätigungscode',
  'numéro de carte',
  'número de tarjeta',
  'código de seguridad',
];

/** Scripts without spaces between words. */
const secretPartsOfWords = /密码|密碼|パスワード|暗証番号|비밀번호|验证码|驗證碼|認証コード/;

/** Words that say it in the address of a page or a service only: elsewhere they name ordinary things. */
const addressWords: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'signature',
  'sig',
  'session',
  'sid',
  'sessid',
  'csrf',
  'xsrf',
  'cookie',
  'ticket',
]);

const maxName = 300;

/** Returns the words of a name, in lower case: `newPassword`, `new_password` and `New password` have the same ones. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, maxName)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Returns true if a name says that its value is a secret: `passwd`, `api_key`, `Card number`, `cvc`. */
export function namesSecret(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => secretWords.has(word) || /^(?:password|passwort|token|secret)\d+$/.test(word)))
    return true;
  const last = words.at(-1);
  if (last === 'pass' && (words.length === 1 || /^(?:user|login|wp|db|admin|my)$/.test(words.at(-2) ?? '')))
    return true;
  const joined = ` ${words.join(' ')} `;
  return secretPhrases.some((phrase) => joined.includes(` ${phrase} `)) || secretPartsOfWords.test(name);
}

/** Returns true if a parameter of an address holds a secret: `access_token`, `sig`, `key`, `X-Amz-Signature`. */
export function namesSecretParameter(name: string): boolean {
  const words = wordsOf(name);
  const isKey = words.length === 1 && words[0] === 'key';
  return (
    isKey ||
    namesSecret(name) ||
    words.some((word) => addressWords.has(word)) ||
    /^php?sessid$|^jsessionid$/i.test(name)
  );
}

/** Facts about a form field that decide whether its content is a secret. */
export interface FieldFacts {
  type: string;
  autocomplete: string;
  inputmode: string;
  /** Name, id, label, placeholder and title. */
  names: readonly string[];
  maxLength: number;
}

/** Values of `autocomplete` for secrets (HTML standard, section "Autofill"). */
const secretAutocomplete: ReadonlySet<string> = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
]);

/** Tells whether a form field holds a password, a one-time code, a card number, a CVC or a PIN. */
export function isSecretField({ type, autocomplete, inputmode, names, maxLength }: FieldFacts): boolean {
  if (type.toLowerCase() === 'password') return true;
  if (
    autocomplete
      .toLowerCase()
      .split(/\s+/)
      .some((token) => secretAutocomplete.has(token))
  )
    return true;
  // A field for another purpose, such as the postal "PIN code" of India.
  if (/[a-z]/i.test(autocomplete) && !/^(?:on|off|nope|false)$/i.test(autocomplete.trim())) return false;
  if (names.some(namesSecret)) return true;
  const isNumeric = /^(?:numeric|tel|decimal)$/i.test(inputmode) || /^(?:tel|number)$/i.test(type);
  // A row of fields of one digit each asks for a one-time code.
  return (
    isNumeric && (maxLength === 1 || (maxLength <= 8 && names.some((name) => wordsOf(name).includes('code'))))
  );
}
