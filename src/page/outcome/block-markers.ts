import type { PageErrorCode } from '../../domain/pages/outcome.ts';

/** Conditions that identify a block page. All given conditions must hold; all strings are in lower case. */
export interface BlockMarker {
  vendor: string;
  code: Extract<
    PageErrorCode,
    'challenge' | 'captcha' | 'login_required' | 'rate_limited' | 'geo' | 'refused'
  >;
  /** Response header and a substring of its value ('' for any value). */
  header?: [name: string, part: string];
  /** Substrings of the source, all required; a substring in visible text does not count, as in an article about it. */
  source?: string[];
  /** Substrings that the source must not contain. */
  sourceWithout?: string[];
  /** Values of a part of the title (between separators), or prefixes of one if they end in an asterisk. */
  title?: string[];
  /** Substrings of the visible text; one suffices. */
  text?: string[];
  /** Pattern for the lower-case visible text; must match in linear time. */
  textPattern?: RegExp;
  /** Status codes for which the marker applies. */
  statusCodes?: number[];
  /** Maximum number of words on the page if the status is below 400. */
  maxWords?: number;
}

/**
 * Markers of which one suffices. Block pages have few words: `maxWords` keeps articles that quote a marker from matching on
 * pages with a status below 400. Headers always apply.
 */
export const strongMarkers: BlockMarker[] = [
  { vendor: 'cloudflare', code: 'challenge', header: ['cf-mitigated', 'challenge'] },
  {
    vendor: 'cloudflare',
    code: 'challenge',
    source: ['/cdn-cgi/challenge-platform/', 'orchestrate/'],
    maxWords: 250,
  },
  { vendor: 'cloudflare', code: 'challenge', source: ['_cf_chl_opt'], maxWords: 250 },
  {
    vendor: 'akamai',
    code: 'refused',
    textPattern: /reference\s*#\s?[0-9a-f]{1,4}(?:\.[0-9a-f]{5,12}){2,3}/,
    maxWords: 120,
  },
  { vendor: 'akamai', code: 'challenge', source: ['sec-if-cpt-container'], maxWords: 60 },
  { vendor: 'f5', code: 'challenge', source: ['/tspd/', 'bobcmn'], maxWords: 60 },
  {
    vendor: 'wordfence',
    code: 'refused',
    text: ['your access to this site has been limited by the site owner'],
    maxWords: 250,
  },
  { vendor: 'datadome', code: 'captcha', source: ['captcha-delivery.com'], maxWords: 150 },
  { vendor: 'datadome', code: 'captcha', header: ['x-datadome', ''], statusCodes: [403] },
  { vendor: 'datadome', code: 'captcha', header: ['set-cookie', 'datadome='], statusCodes: [403] },
  { vendor: 'human', code: 'captcha', source: ['captcha.px-cdn.net'], maxWords: 150 },
  { vendor: 'human', code: 'captcha', source: ['"px-captcha"'], maxWords: 150 },
  { vendor: 'human', code: 'captcha', source: ["'px-captcha'"], maxWords: 150 },
  { vendor: 'human', code: 'captcha', source: ['id=px-captcha'], maxWords: 150 },
  {
    vendor: 'human',
    code: 'captcha',
    text: ['"blockscript"'],
    textPattern: /"appid":\s?"px\w{1,20}"/,
    statusCodes: [403, 429],
  },
  { vendor: 'imperva', code: 'challenge', source: ['<iframe', '_incapsula_resource'], maxWords: 60 },
  { vendor: 'imperva', code: 'challenge', text: ['incapsula incident id'], maxWords: 150 },
  { vendor: 'kasada', code: 'challenge', source: ['kpsdk.start'], maxWords: 60 },
  { vendor: 'kasada', code: 'challenge', header: ['x-kpsdk-ct', ''], statusCodes: [403, 429] },
  { vendor: 'sucuri', code: 'refused', text: ['sucuri website firewall'], maxWords: 120 },
  { vendor: 'sucuri', code: 'challenge', source: ['sucuri_cloudproxy_js'], maxWords: 60 },
  { vendor: 'aws', code: 'captcha', header: ['x-amzn-waf-action', 'captcha'] },
  { vendor: 'aws', code: 'challenge', header: ['x-amzn-waf-action', ''] },
  { vendor: 'vercel', code: 'challenge', header: ['x-vercel-mitigated', 'challenge'] },
  { vendor: 'anubis', code: 'challenge', source: ['"anubis_challenge"'], maxWords: 200 },
  {
    vendor: 'google',
    code: 'captcha',
    text: ['our systems have detected unusual traffic from your computer network'],
    maxWords: 250,
  },
];

/** Markers that apply with a status of 400 or more, or on a page of at most `maxWords` words. */
export const weakMarkers: BlockMarker[] = [
  {
    vendor: 'cloudflare',
    code: 'challenge',
    title: ['just a moment*', 'einen moment*', 'un momento*', 'un instant*', 'een moment*', 'um momento*'],
    maxWords: 80,
  },
  { vendor: 'cloudflare', code: 'refused', title: ['attention required'], maxWords: 120 },
  { vendor: 'akamai', code: 'refused', title: ['access denied'], maxWords: 80 },
  { vendor: 'akamai', code: 'challenge', title: ['pardon our interruption*'], maxWords: 200 },
  { vendor: 'human', code: 'captcha', title: ['access to this page has been denied*'], maxWords: 150 },
  { vendor: 'imperva', code: 'challenge', text: ['request unsuccessful'], maxWords: 60 },
  { vendor: 'aws', code: 'challenge', source: ['awswafintegration.gettoken'], maxWords: 60 },
  {
    vendor: 'ddos-guard',
    code: 'challenge',
    title: ['ddos-guard', 'ddos protection by*', 'checking your browser*'],
    maxWords: 80,
  },
  {
    vendor: 'generic',
    code: 'challenge',
    title: [
      'client challenge',
      'security check',
      'security checkpoint',
      'vercel security checkpoint',
      'verifying your browser*',
      "making sure you're not a bot*",
      'one more step',
      'bot verification',
    ],
    maxWords: 80,
  },
  {
    vendor: 'generic',
    code: 'captcha',
    title: [
      'robot check',
      'вы не робот?*',
      'robot or human?*',
      'are you a robot?*',
      'are you human?*',
      'human verification',
      'captcha',
      'verify you are human*',
      'verifying you are human*',
      'please verify you are a human*',
      '百度安全验证',
      '人机验证',
    ],
    maxWords: 120,
  },
  {
    vendor: 'generic',
    code: 'captcha',
    text: [
      'verify you are human',
      'verify that you are human',
      "verify that you're not a robot",
      'make sure you are human',
      'confirm that you are human',
      'confirm that you are not a robot',
      "confirm you're not a robot",
      'confirm you are not a robot',
      'prove you are human',
      "prove that you're human",
      'press & hold to confirm',
      'bestätigen sie, dass sie ein mensch sind',
      'kein roboter sind',
      'vérifiez que vous êtes humain',
      "que vous n'êtes pas un robot",
      'verifica que eres humano',
      'que no eres un robot',
      'dimostra di essere umano',
      'di non essere un robot',
      'você não é um robô',
      'geen robot bent',
      'dat je een mens bent',
      'potwierdź, że jesteś człowiekiem',
      'nie jesteś robotem',
      'inte är en robot',
      'ikke er en robot',
      'nejste robot',
      'robot olmadığınızı',
      'запросы отправляли вы, а не робот',
      'що ви не робот',
      'подтвердите, что вы не робот',
      'ロボットではない',
      '请完成安全验证',
      '로봇이 아닙니다',
    ],
    maxWords: 60,
  },
  ...[
    'class="g-recaptcha"',
    'class="h-captcha"',
    'class="cf-turnstile"',
    'frc-captcha',
    'arkoselabs.com',
  ].map(
    (widget): BlockMarker => ({
      vendor: 'generic',
      code: 'captcha',
      source: [widget],
      // A form that a captcha widget protects is content of the page.
      sourceWithout: ['<textarea', 'type="email"', 'type="password"', 'type="tel"', 'type="search"'],
      maxWords: 100,
    }),
  ),
  {
    vendor: 'generic',
    code: 'rate_limited',
    title: ['too many requests', '429 too many requests', 'rate limit exceeded', 'zu viele anfragen'],
    maxWords: 80,
  },
  {
    vendor: 'generic',
    code: 'geo',
    text: [
      'not available in your country',
      'not available in your region',
      'not available in your location',
      'unavailable in your country',
      'unavailable in your region',
      'block access from your country',
      'cannot be accessed from your country',
      'unable to serve visitors from the european economic area',
      'unavailable to visitors from the european',
      'not available to visitors from the european',
      'in ihrem land nicht verfügbar',
      'in deinem land nicht verfügbar',
      "n'est pas disponible dans votre pays",
      "n'est pas disponible dans votre région",
      'no está disponible en tu país',
      'no está disponible en su país',
      'non è disponibile nel tuo paese',
      'não está disponível no seu país',
      'niet beschikbaar in jouw land',
      'niet beschikbaar in uw land',
      'niet beschikbaar in je land',
      'nie jest dostępna w twoim kraju',
      'nie jest dostępny w twoim kraju',
      'nie jest dostępne w twoim kraju',
      'inte tillgänglig i ditt land',
      'inte tillgängligt i ditt land',
      'ikke tilgængeligt i dit land',
      'není ve vaší zemi',
      'ülkenizde kullanılamıyor',
      'недоступен в вашей стране',
      'недоступно в вашей стране',
      'お住まいの国ではご利用',
      'お住まいの地域ではご利用',
    ],
    maxWords: 60,
  },
  {
    vendor: 'generic',
    code: 'refused',
    title: [
      '403 forbidden',
      'forbidden',
      'error 403',
      '403',
      'request blocked',
      'request rejected',
      'access restricted',
      'you have been blocked',
      'zugriff verweigert',
      'accès refusé',
      'acceso denegado',
      'accesso negato',
      'доступ запрещен',
    ],
    maxWords: 60,
  },
];

/** Error numbers of Cloudflare pages (`cf-error-code`, or "error code: N") that are blocks; others are errors of the site. */
export const cloudflareBlockErrors: Record<string, BlockMarker['code']> = {
  '1005': 'refused',
  '1006': 'refused',
  '1007': 'refused',
  '1008': 'refused',
  '1009': 'geo',
  '1010': 'refused',
  '1012': 'refused',
  '1015': 'rate_limited',
  '1020': 'refused',
  '1106': 'refused',
};

/** First path segments to which sites redirect suspected bots. */
export const blockPaths: Record<string, 'captcha' | 'challenge'> = {
  sorry: 'captcha',
  captcha: 'captcha',
  showcaptcha: 'captcha',
  challenge: 'challenge',
};

/** Path segments of login pages. */
export const loginPaths: string[] = [
  'login',
  'log-in',
  'signin',
  'sign-in',
  'sign_in',
  'sso',
  'auth',
  'wp-login.php',
  'anmelden',
  'connexion',
];

/** Title parts of login pages; an asterisk at the end matches any continuation. */
export const loginTitles: string[] = [
  'log in*',
  'login*',
  'log on',
  'sign in*',
  'signin',
  'anmelden*',
  'anmeldung',
  'einloggen',
  'connexion',
  'se connecter',
  'iniciar sesión*',
  'inicia sesión',
  'accedi',
  'entrar',
  'inloggen',
  'logga in',
  'zaloguj się',
  'вход',
  'войти',
  'ログイン',
  '登录',
  '로그인',
];

/** Title parts of error pages for missing pages. */
export const notFoundTitles: string[] = [
  '404',
  '404 error',
  'error 404',
  'http 404',
  '404 not found',
  '404 page not found',
  '404 file not found',
  '404: not found',
  '404: page not found',
  '404: this page could not be found',
  'error 404 not found',
  'not found',
  'not found 404',
  'page not found',
  'page not found 404',
  'page cannot be found',
  'page could not be found',
  'the page could not be found',
  'page does not exist',
  "page doesn't exist",
  "this page doesn't exist",
  "this page isn't available",
  'seite nicht gefunden',
  'seite wurde nicht gefunden',
  'fehler 404',
  'page non trouvée',
  'page introuvable',
  'erreur 404',
  'página no encontrada',
  'pagina no encontrada',
  'página não encontrada',
  'pagina non trovata',
  'pagina niet gevonden',
  'sidan hittades inte',
  'siden blev ikke fundet',
  'siden ble ikke funnet',
  'sivua ei löydy',
  'nie znaleziono strony',
  'strona nie została znaleziona',
  'stránka nenalezena',
  'az oldal nem található',
  'sayfa bulunamadı',
  'страница не найдена',
  'сторінку не знайдено',
  'ページが見つかりません',
  '页面不存在',
  '页面未找到',
  '找不到頁面',
  '페이지를 찾을 수 없습니다',
];
