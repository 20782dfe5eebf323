import type { Availability } from '../../domain/pages/offer.ts';
import { chromeOf } from '../../page/states/chrome.ts';
import { findPrimaryAction } from '../../page/states/primary-action.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { parseAvailability } from '../typed/availability.ts';

/** Availability that the primary action of a page states. */
export interface ActionAvailability {
  availability: Availability;
  /** Label of the action. */
  text: string;
  node: number;
}

/** Labels of actions that buy. */
const buyingLabel =
  /^(?:add to (?:cart|basket|bag|trolley)|buy(?: it)? now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter(?: maintenant)?|añadir (?:al carrito|a la cesta)|comprar(?: agora| ahora)?|adicionar ao carrinho|aggiungi al carrello|acquista ora|in winkelwagen|(?:dodaj )?do koszyka|kup teraz|lägg i (?:varukorg|kundvagn)(?:en)?|læg i kurv|do košíku|sepete ekle|カートに入れる|加入购物车|장바구니(?:에)? 담기)$/iu;

/**
 * Returns what the action that a page offers for its subject says about the stock: a button "Sold out", or one that buys and can
 * be used. A disabled button that buys says nothing, because it may wait for a choice. Null if there is no such action.
 */
export function readActionAvailability({ tree }: PageFacts): ActionAvailability | null {
  const action = findPrimaryAction(tree, chromeOf(tree));
  if (action === null) return null;
  const { label: text, node, isDisabled } = action;
  const stated = parseAvailability(text);
  if (stated !== null) return { availability: stated, text, node };
  return buyingLabel.test(text) && !isDisabled ? { availability: 'in_stock', text, node } : null;
}
