/**
 * Words that a page addresses to a model rather than to a reader. A text with one of them is neither shown to the model nor
 * believed as the place of a value. This catches the usual forms only; what protects is that a model has no tools here, that
 * its answer is data of a fixed shape, and that each value is looked for on the page.
 */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|directions|guidelines|context)\b/i,
  /\b(?:previous|prior|above|earlier|system)\s+(?:instructions?|prompts?)\b/i,
  /\b(?:you are|act as|pretend to be|as) an? (?:ai|llm|language model|assistant|chatbot|extraction)\b/i,
  /\b(?:attention|note|message|instructions?|important|notice) (?:to|for) (?:all )?(?:the )?(?:ai|llms?|language models?|assistants?|chatbots?|bots?|crawlers?|scrapers?|agents?|models?)\b/i,
  /\b(?:ai|llm|language models?|assistants?|agents?)\b.{0,30}\b(?:must|should|shall|have to)\b.{0,60}\b(?:output|answer|respond|return|reply|report|say|write|set|extract)\b/i,
  /\b(?:respond|reply|answer|output|return)\b.{0,30}\b(?:only|instead|exactly|with the following|json)\b.{0,60}\b(?:price|value|field|name|word|json|text)\b/i,
  /\b(?:new|updated|override) (?:system )?instructions?\s*:/i,
  /<\|?\/?(?:im_start|im_end|system|assistant|endoftext|inst)\|?>|\[\/?INST\]|<<\/?SYS>>/i,
  /\b(?:ignorier|vergiss|missachte)\w*\b.{0,40}\b(?:anweisung|anleitung|vorgabe|prompt)/i,
  /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:consignes?|instructions?)\b/i,
  /\b(?:ignor[ae]|olvida)\w*\b.{0,40}\b(?:instrucciones|indicaciones|istruzioni|instruções)\b/i,
];

/** Longer texts are read by parts: an order is a sentence. */
const partLength = 4_000;

/** Whether a text gives orders to a model. */
export function givesOrders(text: string): boolean {
  const said = text
    .slice(0, partLength)
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ');
  return orders.some((order) => order.test(said));
}
