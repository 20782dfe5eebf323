import type { PageErrorCode } from '../../../src/domain/pages/outcome.ts';
import { document, inSite, prose, type SampleAnswer } from './answer.ts';

type Part = Partial<SampleAnswer> & { about: string };

function blocked(expected: PageErrorCode | PageErrorCode[], part: Part): SampleAnswer {
  return {
    statusCode: 200,
    headers: {},
    url: 'https://ferry.example/timetable',
    html: '',
    ...part,
    expected: [expected].flat(),
  };
}

const cloudflareTitles: [string, string][] = [
  ['en', 'Just a moment...'],
  ['de', 'Nur einen Moment…'],
  ['fr', 'Un instant…'],
  ['es', 'Un momento…'],
  ['it', 'Un momento…'],
  ['nl', 'Een moment geduld…'],
  ['pt', 'Um momento…'],
  ['pl', 'Chwileczkę…'],
  ['tr', 'Bir dakika lütfen…'],
  ['ru', 'Один момент…'],
  ['ja', 'しばらくお待ちください...'],
  ['zh', '请稍候…'],
  ['ko', '잠시만 기다리십시오…'],
];

/** Cloudflare interstitials: by header, by script, in many languages. */
const cloudflare: SampleAnswer[] = [
  ...cloudflareTitles.map(([language, title]) =>
    blocked('challenge', {
      about: `Cloudflare interstitial in ${language}`,
      statusCode: 403,
      headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
      html: document(
        title,
        '<noscript>Enable JavaScript and cookies to continue</noscript>',
        '<meta name="robots" content="noindex,nofollow">',
        language,
      ),
    }),
  ),
  ...cloudflareTitles.slice(0, 7).map(([language, title]) =>
    blocked('challenge', {
      about: `Cloudflare interstitial in ${language} through a proxy that drops headers`,
      statusCode: 503,
      html: document(
        title,
        `<div class="main-wrapper"><h1>ferry.example</h1></div><script>(function(){window._cf_chl_opt={cvId:'3',cZone:'ferry.example'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=8f2';document.head.appendChild(a)})()</script>`,
        '',
        language,
      ),
    }),
  ),
  ...(
    [
      ['1005', 'refused'],
      ['1006', 'refused'],
      ['1009', 'geo'],
      ['1010', 'refused'],
      ['1012', 'refused'],
      ['1015', 'rate_limited'],
      ['1020', 'refused'],
    ] as const
  ).map(([number, code]) =>
    blocked(code, {
      about: `Cloudflare error ${number}`,
      statusCode: number === '1015' ? 429 : 403,
      html: document(
        'Access denied | ferry.example used Cloudflare to restrict access',
        `<div id="cf-wrapper"><h1><span data-translate="error">Error</span> <span class="cf-error-code">${number}</span></h1><h2 data-translate="what_happened">What happened?</h2><p>The owner of this website has a rule that concerns you.</p></div>`,
      ),
    }),
  ),
  blocked('refused', {
    about: 'Cloudflare firewall page',
    statusCode: 403,
    html: document(
      'Attention Required! | Cloudflare',
      '<div id="cf-error-details"><h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2>You are unable to access ferry.example</h2></div>',
    ),
  }),
  blocked('challenge', {
    about: 'a Turnstile page of the site',
    html: document(
      'ferry.example',
      '<div class="cf-turnstile" data-sitekey="0x4"></div><p>One moment, we check your connection.</p>',
    ),
  }),
];
cloudflare[cloudflare.length - 1] = {
  ...(cloudflare.at(-1) as SampleAnswer),
  expected: ['captcha', 'challenge'],
};

const vendors: SampleAnswer[] = [
  blocked('refused', {
    about: 'Akamai refusal',
    statusCode: 403,
    headers: { server: 'AkamaiGHost' },
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don\'t have permission to access "http&#58;&#47;&#47;ferry&#46;example&#47;timetable" on this server.<P>Reference&#32;&#35;18&#46;2d351ab8&#46;1700000000&#46;a4e16ab0</BODY></HTML>',
  }),
  blocked('refused', {
    about: 'Akamai refusal within the site’s own page',
    html: inSite(
      'Access Denied',
      '<h1>Sorry</h1><p>We could not let you in. Reference #0.5c3e1202.1712345678.1b2c3d4e</p>',
    ),
  }),
  blocked('challenge', {
    about: 'Akamai interruption',
    html: document(
      'Pardon Our Interruption...',
      `<h1>Pardon Our Interruption</h1><p>Something about your browser made us think that you might be a bot. ${prose(60)}</p>`,
    ),
  }),
  blocked('challenge', {
    about: 'Akamai behavioural challenge',
    html: document(
      '&nbsp;',
      '<div id="sec-if-cpt-container" style="display:none"></div><script src="/_sec/cp_challenge/sec-cpt-int-4-3.js"></script><div class="behavioral-content"></div>',
    ),
  }),
  blocked('captcha', {
    about: 'DataDome',
    statusCode: 403,
    headers: { 'x-datadome': 'protected', 'x-dd-b': '1' },
    html: `<html lang="en"><head><title>ferry.example</title><style>#cmsg{animation: A 1.5s;}</style></head><body style="margin:0"><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHr','hsh':'0','t':'bv','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>`,
  }),
  blocked('captcha', {
    about: 'DataDome with a strange status',
    statusCode: 405,
    html: `<html><head><title>ferry.example</title></head><body><script>var dd={'host':'geo.captcha-delivery.com','cookie':'x'}</script><script src="https://ct.captcha-delivery.com/i.js"></script></body></html>`,
  }),
  blocked('captcha', {
    about: 'HUMAN press and hold',
    statusCode: 403,
    html: document(
      'Access to this page has been denied',
      `<div class="px-captcha-container"><div id="px-captcha" role="main"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p></div><script src="https://captcha.px-cdn.net/PXabcd/captcha.js?a=c"></script>`,
    ),
  }),
  blocked('captcha', {
    about: 'HUMAN on a first-party path, served with 200',
    html: document(
      'Ferry Line',
      `<div id='px-captcha'></div><script>window._pxAppId='PXabcd';window._pxJsClientSrc='/abcd/init.js';</script><p>Before we continue: press and hold to confirm that you are human.</p>`,
    ),
  }),
  blocked(['captcha', 'challenge'], {
    about: 'HUMAN as JSON',
    statusCode: 403,
    headers: { 'content-type': 'application/json' },
    html: '{"appId":"PXabcd","jsClientSrc":"/abcd/init.js","firstPartyEnabled":true,"vid":"","uuid":"b","hostUrl":"/abcd/xhr","blockScript":"/abcd/captcha/captcha.js"}',
  }),
  blocked('challenge', {
    about: 'Imperva frame',
    html: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/abc-def-ghi?s=x"></script></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=5-1&incident_id=123000450-66" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 123000450-66</iframe></body></html>',
  }),
  blocked(['refused', 'challenge'], {
    about: 'Imperva error page',
    statusCode: 403,
    html: document(
      'ferry.example',
      '<div class="error-headline">Access denied</div><div>Error code 16</div><div>This request was blocked by our security service</div><div>Powered by Imperva</div><div>Incident ID: 123-456</div>',
    ),
  }),
  blocked('challenge', {
    about: 'Kasada',
    statusCode: 429,
    headers: { 'x-kpsdk-ct': 'abc', 'x-kpsdk-r': '1-AA' },
    html: `<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance!=='undefined'&&performance.now?performance.now.bind(performance):Date.now.bind(Date);KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39/ips.js?tkrm=x"></script></body></html>`,
  }),
  blocked('refused', {
    about: 'Sucuri',
    statusCode: 403,
    headers: { server: 'Sucuri/Cloudproxy' },
    html: document(
      'Sucuri WebSite Firewall - Access Denied',
      '<h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner, please whitelist your IP. Block ID: BNP005</p>',
    ),
  }),
  blocked('challenge', {
    about: 'Sucuri script',
    html: `<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i'</script></html>`,
  }),
  blocked('captcha', {
    about: 'AWS WAF captcha',
    statusCode: 405,
    headers: { 'x-amzn-waf-action': 'captcha', server: 'CloudFront' },
    html: document(
      'Human Verification',
      '<script src="https://abc.edge.captcha-sdk.awswaf.com/abc/jsapi.js"></script><div id="captcha-container"></div>',
    ),
  }),
  blocked('challenge', {
    about: 'AWS WAF challenge',
    statusCode: 202,
    headers: { 'x-amzn-waf-action': 'challenge' },
    html: document(
      '',
      '<div id="challenge-container"></div><script>AwsWafIntegration.checkForceRefresh().then((f)=>{AwsWafIntegration.getToken().then(()=>{window.location.reload(true)})})</script>',
    ),
  }),
  blocked('refused', {
    about: 'CloudFront refusal',
    statusCode: 403,
    headers: { server: 'CloudFront' },
    html: "<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR>Request blocked. We can't connect to the server for this app or website at this time.<PRE>Generated by cloudfront (CloudFront) Request ID: abc==</PRE></BODY></HTML>",
  }),
  blocked('geo', {
    about: 'CloudFront refusal by country',
    statusCode: 403,
    headers: { server: 'CloudFront' },
    html: "<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1>The Amazon CloudFront distribution is configured to block access from your country. We can't connect to the server for this app.</BODY></HTML>",
  }),
  blocked('challenge', {
    about: 'Vercel checkpoint',
    statusCode: 429,
    headers: { 'x-vercel-mitigated': 'challenge' },
    html: document('Vercel Security Checkpoint', "<p>We're verifying your browser</p>"),
  }),
  blocked('challenge', {
    about: 'Anubis',
    html: document(
      "Making sure you're not a bot!",
      `<h1>Making sure you're not a bot!</h1><p>Calculating... ${prose(90)}</p><script id="anubis_version" type="application/json">"1.2"</script><script id="anubis_challenge" type="application/json">{"rules":{}}</script>`,
    ),
  }),
  blocked(['refused', 'challenge'], {
    about: 'F5',
    html: document(
      'Request Rejected',
      'The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789<br><a href="javascript:history.back();">[Go Back]</a>',
    ),
  }),
  blocked('challenge', {
    about: 'F5 script challenge',
    html: `<!DOCTYPE html><html><head><meta http-equiv="Pragma" content="no-cache"/><script>(function(){window["bobcmn"]="1011111111";window["TSPD_101"]="x"})();</script><script type="text/javascript" src="/TSPD/08f?type=7"></script><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 0.</noscript></head><body></body></html>`,
  }),
  blocked(['refused', 'challenge'], {
    about: 'Wordfence',
    statusCode: 503,
    html: document(
      'Your access to this site has been limited',
      '<h1>Your access to this site has been limited by the site owner</h1><p>Your access to this service has been limited. (HTTP response code 503)</p><p>Generated by Wordfence</p>',
    ),
  }),
  blocked('refused', {
    about: 'ModSecurity',
    statusCode: 406,
    html: document(
      'Not Acceptable!',
      '<h1>Not Acceptable!</h1><p>An appropriate representation could not be found on this server. This error was generated by Mod_Security.</p>',
    ),
  }),
  blocked('challenge', {
    about: 'DDoS-Guard',
    statusCode: 403,
    html: document(
      'DDoS-Guard',
      '<h1>Checking your browser before accessing ferry.example</h1><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    ),
  }),
  blocked('challenge', {
    about: 'a checking page of old',
    statusCode: 503,
    html: document(
      'Checking your browser before accessing ferry.example',
      '<p>This process is automatic. Your browser will redirect shortly.</p>',
    ),
  }),
  blocked('captcha', {
    about: 'Google',
    statusCode: 429,
    url: 'https://www.google.example/sorry/index?continue=x',
    html: document(
      'https://www.google.example/search',
      '<form action="index" method="post"><div id="recaptcha" class="g-recaptcha"></div></form><p>Our systems have detected unusual traffic from your computer network.</p>',
    ),
  }),
  blocked('captcha', {
    about: 'a robot check of a shop',
    html: document(
      'Robot Check',
      '<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you\'re not a robot.</p><form action="/errors/validateCaptcha"><img src="/captcha/x.jpg"><input id="captchacharacters"></form>',
    ),
  }),
  blocked('captcha', {
    about: 'a captcha of a Chinese site',
    html: document('百度安全验证', '<div class="passMod_slide">请完成下方验证后继续操作</div>', '', 'zh'),
  }),
  blocked('captcha', {
    about: 'a captcha of a Russian site',
    url: 'https://ferry.example/showcaptcha?cc=1',
    html: document(
      'Вы не робот?',
      '<h1>Подтвердите, что запросы отправляли вы, а не робот</h1><p>Нам очень жаль, но запросы с вашего устройства похожи на автоматические.</p>',
      '',
      'ru',
    ),
  }),
];

const questions: [string, string][] = [
  ['en', 'Please verify you are human to continue'],
  ['de', 'Bitte bestätigen Sie, dass Sie kein Roboter sind'],
  ['fr', "Confirmez que vous n'êtes pas un robot"],
  ['es', 'Confirma que no eres un robot'],
  ['it', 'Conferma di non essere un robot'],
  ['pt', 'Confirme que você não é um robô'],
  ['nl', 'Bevestig dat u geen robot bent'],
  ['pl', 'Potwierdź, że nie jesteś robotem'],
  ['ru', 'Подтвердите, что вы не робот'],
  ['ja', 'あなたがロボットではないことを確認してください'],
  ['ko', '로봇이 아닙니다를 확인해 주세요'],
  ['zh', '请完成安全验证'],
];

const countries: [string, string][] = [
  ['en', 'Sorry, this content is not available in your country.'],
  ['de', 'Dieser Inhalt ist in Ihrem Land nicht verfügbar.'],
  ['fr', "Ce contenu n'est pas disponible dans votre pays."],
  ['es', 'Este contenido no está disponible en tu país.'],
  ['it', 'Questo contenuto non è disponibile nel tuo paese.'],
  ['pt', 'Este conteúdo não está disponível no seu país.'],
  ['nl', 'Deze inhoud is niet beschikbaar in jouw land.'],
  ['pl', 'Ta treść nie jest dostępna w Twoim kraju.'],
  [
    'en',
    'We are unable to serve visitors from the European Economic Area: access cannot be granted at this time.',
  ],
];

const logins: [string, string][] = [
  ['en', 'Sign in'],
  ['de', 'Anmelden'],
  ['fr', 'Connexion'],
  ['es', 'Iniciar sesión'],
  ['it', 'Accedi'],
  ['pt', 'Entrar'],
  ['nl', 'Inloggen'],
  ['pl', 'Zaloguj się'],
  ['ru', 'Вход'],
  ['ja', 'ログイン'],
];

const form = (button: string) =>
  `<form method="post"><input type="text" name="user"><input type="password" name="secret"><button>${button}</button></form>`;

const others: SampleAnswer[] = [
  ...questions.map(([language, question]) =>
    blocked('captcha', {
      about: `a question in ${language}`,
      html: document('ferry.example', `<p>${question}</p><div class="check"></div>`, '', language),
    }),
  ),
  ...countries.flatMap(([language, sentence]) =>
    [200, 403].map((statusCode) =>
      blocked('geo', {
        about: `a refusal by country in ${language} with ${statusCode}`,
        statusCode,
        html: document('Ferry Line', `<h1>Ferry Line</h1><p>${sentence}</p>`, '', language),
      }),
    ),
  ),
  blocked('geo', { about: 'a 451', statusCode: 451, html: document('Unavailable', 'For legal reasons.') }),
  ...logins.map(([language, name]) =>
    blocked('login_required', {
      about: `a login wall in ${language}`,
      url: 'https://ferry.example/account?next=/timetable',
      html: document(
        `${name} | Ferry Line`,
        `<h1>${name}</h1>${form(name)}<p>${prose(30)}</p>`,
        '',
        language,
      ),
    }),
  ),
  blocked('login_required', {
    about: 'a 401',
    statusCode: 401,
    headers: { 'www-authenticate': 'Basic realm="x"' },
  }),
  blocked('login_required', {
    about: 'a 403 with a form',
    statusCode: 403,
    html: document('Members', `<p>For members.</p>${form('Go on')}`),
  }),
  ...[429, 503].flatMap((statusCode) =>
    ['Too Many Requests', '429 Too Many Requests', 'Rate limit exceeded'].map((title) =>
      statusCode === 429
        ? blocked('rate_limited', {
            about: `"${title}" with 429`,
            statusCode,
            headers: { 'retry-after': '30' },
            html: document(title, `<h1>${title}</h1>`),
          })
        : blocked('rate_limited', {
            about: `"${title}" with 200`,
            html: document(title, `<h1>${title}</h1><p>Slow down.</p>`),
          }),
    ),
  ),
  ...[
    '403 Forbidden',
    'Forbidden',
    'Access Denied',
    'Zugriff verweigert',
    'Accès refusé',
    'Acceso denegado',
  ].flatMap((title) =>
    [200, 403].map((statusCode) =>
      blocked('refused', {
        about: `"${title}" with ${statusCode}`,
        statusCode,
        html: document(title, `<center><h1>${title}</h1></center><hr><center>nginx</center>`),
      }),
    ),
  ),
];

/** Blocks of all vendors and kinds, written for this corpus. */
export const wallAnswers: readonly SampleAnswer[] = [...cloudflare, ...vendors, ...others];
