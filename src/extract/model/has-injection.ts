/**
 * Patterns of text that addresses a model instead of a reader. A matching text is not shown to the model and
 * grounds no value. This catches common forms only. The protection is that the model has no tools, that its
 * answer has a fixed schema, and that each value is checked against the page.
 */
const injectionPatterns: readonly RegExp[] = [
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

/** Maximum number of characters that are checked. */
const maxCheckedLength = 4_000;

/** Returns true if a text contains instructions to a model. */
export function hasInjection(text: string): boolean {
  const normalized = text
    .slice(0, maxCheckedLength)
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ');
  return injectionPatterns.some((pattern) => pattern.test(normalized));
}
