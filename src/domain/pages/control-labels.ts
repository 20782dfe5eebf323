// Labels and names of the controls that lead to further records of a list. Parsed pages and browsers read the same ones.

/** Texts of controls that add records to a list, in the languages of most pages: the verb or noun with "more". */
const moreTexts = [
  '(?:load|show|view|see|display|fetch)(?: \\w+)? more(?: \\w+){0,2}',
  'more (?:results|items|products|posts|articles|entries|stories|jobs|events|reviews|comments)',
  '(?:noch )?mehr (?:\\w+ )?(?:laden|anzeigen|zeigen)',
  'weitere(?: \\w+)?(?: laden| anzeigen)?',
  '(?:afficher|voir|charger)(?: \\w+)? (?:plus|davantage)(?: \\w+){0,2}',
  "plus (?:de |d'|d’)\\w+",
  '(?:cargar|ver|mostrar) m[aá]s(?: \\w+){0,2}',
  '(?:carica|mostra|vedi) (?:altr[oiae]|di pi[uù])(?: \\w+){0,2}',
  '(?:carregar|ver|mostrar) mais(?: \\w+){0,2}',
  '(?:meer|toon meer|laad meer)(?: \\w+){0,2}(?: laden| tonen)?',
  '(?:visa|vis|ladda|last|indlæs) (?:fler|flere|mer)(?: \\w+)?',
  '(?:pokaż|załaduj|zobacz) więcej(?: \\w+)?',
  '(?:показать|загрузить|смотреть) ещ[её](?: \\S+)?',
  'daha fazla(?: \\S+)?(?: yükle| göster)?',
  'もっと(?:見る|読み込む|表示)',
  '(?:加载|查看|显示|載入|顯示|查看)更多',
  '더 ?(?:보기|불러오기)',
  'تحميل المزيد',
];

/**
 * Label of a control that adds records to a list, with a number, dots or an arrow behind it. A label of a control that
 * only expands a text (`Read more`) does not match.
 */
export const moreLabel = new RegExp(
  `^(?:${moreTexts.join('|')})(?: ?\\(?\\d{1,6}\\)?)? ?[…\\.›»↓+▾▼]{0,4}$`,
  'iu',
);

/** Label of a control for the next page, without the arrows, brackets and dots around it. */
export const nextLabel =
  /^(?:next(?: \d{1,4})?(?: page| results?| entries| messages)?|older(?: posts| entries)?|more results|weiter|nachste(?: seite)?|nächste(?: seite)?|suivante?|page suivante|siguiente|pagina siguiente|página siguiente|proxima|próxima|próximo|seguinte|prossima|successiva|avanti|volgende|nastepna|następna|dalej|nasta|nästa|следующая|вперед|далее|次へ|次のページ|次|下一页|下一頁|下页|다음)$/iu;

/** The part of a label within arrows, brackets and dots: `[next]`, `Next »`. */
export const bareLabel = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** An arrow that is the whole label of a control for the next page. */
export const nextArrow = /^[›»→>⟩]$/u;

/** Names of an element around the controls for the pages of a list. */
export const pagerName = /pag(?:er|ing|ination|es)|seiten/i;

/** Names of parts whose "next" shows another picture, day or step, and whose numbers are no pages. */
export const otherPart =
  /carousel|slide|slick|swiper|gallery|lightbox|calendar|datepicker|player|testimonial|wizard|stepper|rating|stars?(?:$|[-_ ])|score|quantity|qty/i;

/** Names of the control of the current page, and of a control that cannot be used. */
export const currentName = /(?:^|[-_ ])(?:current|active|selected|is-active)(?:$|[-_ ])/i;
export const disabledName = /(?:^|[-_ ])(?:disabled|is-disabled|inactive)(?:$|[-_ ])/i;
