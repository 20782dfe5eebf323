import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { type Leaves, wordsOf } from './leaves.ts';
import { finishHash, hashStart, maxHashedWords, updateHash } from './word-counter.ts';

/** Subjects of the sections around main content, in the order of their feature values; 0 means none. */
export const phraseClass = {
  related: 1,
  comments: 2,
  author: 3,
  subscription: 4,
  sharing: 5,
  topics: 6,
  advertising: 7,
  legal: 8,
} as const;

/** Phrases that introduce such sections, in lower case, separated by commas. */
const phrases: Record<keyof typeof phraseClass, string> = {
  related: `related, related articles, related posts, related news, related stories, related content, more from, more on this,
    more stories, more news, more articles, read also, also read, read next, up next, see also, you may also like,
    you might also like, you may like, you might like, recommended, recommended for you, recommendations, most read,
    most popular, popular posts, popular articles, trending, trending now, latest news, latest posts, latest stories,
    latest articles, recent posts, recent articles, recent news, top stories, editor's picks, editors picks, further reading,
    keep reading, continue reading, next article, previous article, next post, previous post, next story, don't miss,
    in case you missed it, similar articles, similar posts, around the web, from the web, more like this, read more about,
    ähnliche artikel, ähnliche beiträge, verwandte artikel, verwandte themen, verwandte beiträge, mehr zum thema,
    mehr zu, mehr aus, lesen sie auch, auch interessant, das könnte sie, das könnte dich, das könnte ihnen, meistgelesen, meist gelesen,
    meistgelesene, neueste artikel, neueste beiträge, letzte beiträge, weitere artikel, weitere beiträge, weitere themen,
    weitere informationen, weitere meldungen, weitere news, passend dazu, beliebte artikel, beliebte beiträge, empfehlungen,
    siehe auch, aktuelle nachrichten, zum thema, vorheriger beitrag, nächster beitrag, vorheriger artikel, nächster artikel,
    à lire aussi, lire aussi, à lire, articles similaires, articles liés, sur le même sujet, sur le même thème, à découvrir, voir aussi,
    les plus lus, les plus lues, derniers articles, dernières actualités, plus d'articles, vous aimerez aussi, à la une,
    artículos relacionados, noticias relacionadas, relacionadas, relacionados, te puede interesar, puede interesarte, también te puede, más noticias,
    más leídas, más leídos, lo más leído, lo más visto, últimas noticias, entradas relacionadas, entradas recientes, lee también, leer también, ver también,
    articoli correlati, leggi anche, potrebbe interessarti, ti potrebbe interessare, articoli recenti, ultime notizie, più letti, i più letti, vedi anche, altri articoli,
    artigos relacionados, notícias relacionadas, leia também, veja também, mais lidas, últimas notícias, posts relacionados, você também pode, saiba mais,
    gerelateerde artikelen, gerelateerd, lees ook, meer over, meer nieuws, meest gelezen, laatste nieuws, aanbevolen, zie ook, recente berichten,
    czytaj także, czytaj też, przeczytaj także, zobacz także, zobacz też, zobacz również, powiązane, powiązane artykuły, podobne artykuły, polecane, najnowsze, najpopularniejsze, najczęściej czytane,
    читайте также, читать также, похожие статьи, похожие записи, по теме, материалы по теме, ещё по теме, другие новости, последние новости, популярное, рекомендуем, смотрите также, самое читаемое,
    читайте також, схожі статті, останні новини, популярне, související články, související, čtěte také, mohlo by vás zajímat, nejčtenější, další články, další zprávy,
    súvisiace články, čítajte aj, prečítajte si, läs också, läs även, läs mer, relaterade artiklar, mest lästa, senaste nytt, les også, relaterte artikler, mest lest, siste nytt,
    læs også, relaterede artikler, mest læste, seneste nyt, lue myös, luetuimmat, uusimmat, benzer haberler, ilgili haberler, ilginizi çekebilir, son haberler, en çok okunanlar, ayrıca bakınız,
    kapcsolódó cikkek, kapcsolódó, olvasta már, ezek is érdekelhetik, articole similare, citește și, vezi și, citiți și, cele mai citite, știri similare,
    σχετικά άρθρα, διαβάστε επίσης, διαβάστε ακόμα, δείτε επίσης, δημοφιλή, τελευταία νέα, baca juga, artikel terkait, berita terkait, terpopuler, bài viết liên quan, tin liên quan, xem thêm, đọc thêm,
    関連記事, 関連, おすすめ, 人気記事, 新着記事, 最新記事, ランキング, 次の記事, 前の記事, 相关, 相关文章, 相关阅读, 推荐阅读, 推荐, 热门, 最新文章, 上一篇, 下一篇, 延伸阅读, 延伸閱讀, 相關文章, 相關新聞, 熱門,
    관련 기사, 관련기사, 관련 글, 추천, 인기 기사, 많이 본 뉴스, مقالات ذات صلة, اقرأ أيضا, اقرأ أيضاً, الأكثر قراءة, آخر الأخبار, مطالب مرتبط, अन्य खबरें, यह भी पढ़ें`,
  comments: `comments, comment, leave a reply, leave a comment, post a comment, add a comment, add comment, write a comment, join the conversation,
    join the discussion, responses, replies, reply, thoughts on, view comments, show comments, no comments, comments are closed, reader comments, discussion, pingbacks, trackbacks,
    kommentare, kommentar, kommentieren, kommentar schreiben, kommentar verfassen, schreibe einen kommentar, schreiben sie einen kommentar, antworten, keine kommentare, antwort hinterlassen, leserkommentare, diskussion,
    commentaires, commentaire, laisser un commentaire, ajouter un commentaire, réagir, répondre, vos commentaires, comentarios, comentario, deja un comentario, deja una respuesta, dejar un comentario, comentar, responder,
    commenti, lascia un commento, commenta, rispondi, comentários, comentário, deixe um comentário, deixe uma resposta, reacties, reactie, geef een reactie, plaats een reactie, reageer, reageren,
    komentarze, komentarz, dodaj komentarz, skomentuj, odpowiedz, комментарии, комментарий, добавить комментарий, оставить комментарий, написать комментарий, ответить, обсуждение, коментарі, коментар,
    komentáře, komentář, přidat komentář, diskuse, diskuze, komentáre, kommentarer, kommentera, lämna en kommentar, lämna ett svar, skriv en kommentar, legg igjen en kommentar, skriv kommentar, svar, kommentit, kommentoi, vastaa,
    yorumlar, yorum yap, yorum yaz, hozzászólások, hozzászólás, komment, comentarii, lasă un comentariu, σχόλια, αφήστε μια απάντηση, komentar, tulis komentar, bình luận, để lại bình luận,
    コメント, コメントを残す, 评论, 发表评论, 留言, 回复, 評論, 留言板, 댓글, 댓글 쓰기, التعليقات, تعليقات, اترك تعليقا, اترك تعليقاً, نظرات`,
  author: `about the author, about the authors, about author, written by, posted by, author, the author, contributors, contributor, more from the author, view all posts, view all posts by, articles by, posts by,
    über den autor, über die autorin, zum autor, autor, autorin, von der redaktion, à propos de l'auteur, l'auteur, auteur, sobre el autor, acerca del autor, escrito por, autore, l'autore, sull'autore, sobre o autor, escrito por,
    over de auteur, geschreven door, o autorze, автор, об авторе, о авторе, o autorovi, om författaren, om forfatteren, tietoa kirjoittajasta, yazar hakkında, szerző, despre autor, penulis, tác giả, 作者, この記事を書いた人, 著者, 글쓴이, 기자, الكاتب, نبذة عن الكاتب`,
  subscription: `newsletter, newsletters, subscribe, subscribe to, subscribe now, subscription, sign up, sign up for, join our, get the latest, follow us, follow us on, stay connected, stay up to date, register now, log in, login, sign in, become a member, support us, donate, donate now,
    newsletter abonnieren, abonnieren, jetzt abonnieren, anmelden, folgen sie uns, folge uns, spenden, abonnez-vous, s'abonner, inscrivez-vous, suivez-nous, se connecter, suscríbete, suscribirse, síguenos, regístrate, boletín, iscriviti, abbonati, seguici, assine, inscreva-se, siga-nos, cadastre-se,
    schrijf je in, abonneer, inschrijven, volg ons, inloggen, zapisz się, subskrybuj, zaloguj się, подписаться, подписывайтесь, подпишитесь, подписка, войти, přihlásit se, odebírat, prenumerera, logga in, abonner, tilmeld, tilaa, kirjaudu, abone ol, üye ol, feliratkozás, abonează-te, εγγραφή, langganan, đăng ký, 登録, フォロー, 订阅, 关注, 訂閱, 구독, اشترك`,
  sharing: `share, share this, share on, share this article, share this post, share this story, share via, tweet, facebook, twitter, linkedin, whatsapp, pinterest, reddit, telegram, print, print this, email this, copy link, like this, save,
    teilen, artikel teilen, beitrag teilen, drucken, weitersagen, partager, partager sur, partagez, imprimer, compartir, comparte, compartir en, imprimir, condividi, stampa, compartilhar, compartilhe, partilhar, delen, deel dit, udostępnij, drukuj, поделиться, поделитесь, распечатать, sdílet, zdieľať, dela, del, del på, jaa, paylaş, megosztás, distribuie, κοινοποίηση, bagikan, chia sẻ, シェア, シェアする, ツイート, 分享, 分享到, 공유, 공유하기, مشاركة, شارك`,
  topics: `tags, tagged, tagged with, tagged as, filed under, posted in, categories, category, topics, keywords, archives, archive, related topics, in this article, labels,
    schlagwörter, schlagworte, kategorien, kategorie, themen, stichworte, archiv, étiquettes, catégories, mots-clés, thèmes, etiquetas, categorías, temas, archivos, categorie, etichette, argomenti, categorias, assuntos, categorieën, trefwoorden, kategorie, tagi, рубрики, рубрика, метки, теги, тэги, категории, štítky, rubriky, kategorier, taggar, etiketter, kategoriat, avainsanat, etiketler, kategoriler, címkék, etichete, categorii, ετικέτες, κατηγορίες, kategori, chủ đề, タグ, カテゴリー, カテゴリ, 标签, 分类, 標籤, 分類, 태그, 카테고리, الوسوم, التصنيفات`,
  advertising: `advertisement, advertisements, advertising, ad, ads, sponsored, sponsored content, promoted, promotion, partner content, affiliate, shop now, buy now,
    anzeige, werbung, publicité, publicidad, pubblicità, publicidade, advertentie, reklama, реклама, inzerce, annons, annonse, annonce, mainos, reklam, hirdetés, publicitate, διαφήμιση, iklan, quảng cáo, 広告, スポンサー, 广告, 廣告, 광고, إعلان`,
  legal: `copyright, all rights reserved, privacy policy, privacy, terms of use, terms of service, terms and conditions, cookie policy, cookies, disclaimer, contact us, about us, imprint,
    impressum, datenschutz, datenschutzerklärung, alle rechte vorbehalten, nutzungsbedingungen, kontakt, agb, mentions légales, tous droits réservés, politique de confidentialité, aviso legal, todos los derechos reservados, política de privacidad, tutti i diritti riservati, informativa, todos os direitos reservados, alle rechten voorbehouden, privacyverklaring, wszelkie prawa zastrzeżone, polityka prywatności, все права защищены, política de cookies, tüm hakları saklıdır, 版权所有, 無断転載, プライバシーポリシー`,
};

const tableBits = 20;
const mask = (1 << tableBits) - 1;
/** Maximum number of words of a phrase; each character of a script without spaces is a word. */
const maxPhraseWords = 4;
/** Maximum number of words of a leaf that is classified. */
const maxLeafWords = 10;
/** Maximum number of words of a leaf in which a phrase of one word counts at any position, not only at the start. */
const maxWordsAroundWord = 4;

/** Splits text into words as the word counter does, for the few characters that phrases contain. */
function phraseWords(phrase: string): string[] {
  return phrase.match(/[\u2e80-\u9fff]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function hashWord(word: string): number {
  let hash = hashStart;
  for (let i = 0; i < word.length; i++) hash = updateHash(hash, word.charCodeAt(i));
  return finishHash(hash);
}

function combine(hash: number, word: number): number {
  return finishHash(Math.imul(hash, 31) ^ word);
}

/** Capitals outside ASCII are not folded when words are counted, so a phrase is also stored with such an initial. */
function withInitial(words: readonly string[]): string[] {
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
}

function createTable(): Uint8Array {
  const table = new Uint8Array(mask + 1);
  for (const [name, value] of Object.entries(phraseClass)) {
    for (const phrase of phrases[name as keyof typeof phraseClass].split(',')) {
      const words = phraseWords(phrase).slice(0, maxPhraseWords);
      for (const variant of [words, withInitial(words)]) {
        if (variant.length === 0) continue;
        const isAsciiInitial = (variant[0] ?? '').charCodeAt(0) < 128;
        const list = isAsciiInitial ? words : variant;
        table[list.reduce((hash, word) => combine(hash, hashWord(word)), 0) & mask] = value;
      }
    }
  }
  return table;
}

const table = createTable();

/** Returns the {@link phraseClass} of a short leaf that begins with or contains a phrase, or 0; longer phrases win. */
export function classifyPhrase(leaves: Leaves, leaf: number): number {
  const words = wordsOf(leaves, leaf);
  if (words === 0 || words > maxLeafWords) return 0;
  const base = leaf * maxHashedWords;
  const count = Math.min(words, maxHashedWords);
  let found = 0;
  let foundLength = 0;
  for (let from = 0; from < count; from++) {
    let hash = 0;
    const end = Math.min(count, from + maxPhraseWords);
    for (let at = from; at < end; at++) {
      hash = combine(hash, integerAt(leaves.words, base + at));
      const value = byteAt(table, hash & mask);
      const length = at - from + 1;
      if (value === 0 || length <= foundLength) continue;
      if (length === 1 && from > 0 && words > maxWordsAroundWord) continue;
      found = value;
      foundLength = length;
    }
  }
  return found;
}

let sharingPhrases: readonly string[] | null = null;

/** Returns true for the label of a control that shares, prints or saves a page: `Share`, `Share this page`, `Teilen`. */
export function isSharingPhrase(label: string): boolean {
  sharingPhrases ??= phrases.sharing.split(',').map((phrase) => phrase.trim());
  const text = label.toLowerCase();
  return sharingPhrases.some(
    (phrase) => text === phrase || (phrase.includes(' ') && text.startsWith(`${phrase} `)),
  );
}
