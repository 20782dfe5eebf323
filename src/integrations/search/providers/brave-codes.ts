/** Countries that Brave's `country` accepts; others are rejected. */
export const braveCountries: ReadonlySet<string> = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
);

/** Languages that `search_lang` accepts with their ISO 639-1 code. */
const sameAsIso =
  'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te th tr uk vi';

/** Brave's codes by BCP 47 tag in lower case. */
export const braveLanguages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sameAsIso.split(' ').map((code) => [code, code])),
  ja: 'jp',
  no: 'nb',
  nn: 'nb',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-hans': 'zh-hans',
  'zh-sg': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-hant': 'zh-hant',
  pt: 'pt-pt',
  'pt-pt': 'pt-pt',
  'pt-br': 'pt-br',
  'en-gb': 'en-gb',
};
