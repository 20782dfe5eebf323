import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenAlone } from './listen-alone.ts';
import {
  accountPage,
  type CartLine,
  cartPage,
  checkoutPage,
  codePage,
  listingPage,
  loginPage,
  type Order,
  oddPage,
  orderPage,
  paymentPage,
  price,
  productPage,
  products,
  returnsPage,
} from './web-shop-pages.ts';

/** Shop on a loopback address with login, cart and orders. The card form is in a frame of another site. */
export interface WebShop {
  readonly origin: string;
  readonly paymentOrigin: string;
  url(path: string): string;
  /** Placed orders, oldest first. */
  readonly orders: readonly Order[];
  /** Code of the second login step, as it would be sent to the customer. */
  readonly code: string;
  /** Ends all login sessions. */
  logEverybodyOut(): void;
  close(): Promise<void>;
}

/** Customer who can log in. */
export const shopper = { email: 'ada@example.com', password: 'correct horse battery' };

const pageSize = 8;
const maxBody = 5_000_000;

interface Visitor {
  email: string | null;
  isHalfway: boolean;
  cart: CartLine[];
}

interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBody) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const page = (body: string): Answer => ({ body });
const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) });
const leadTo = (location: string): Answer => ({ status: 303, headers: { location }, body: '' });

/** Returns the only file of a multipart form. */
function fileOf(body: Buffer): string {
  const text = body.toString('latin1');
  const name = /filename="([^"]*)"/.exec(text)?.[1] ?? '';
  const start = text.indexOf('\r\n\r\n') + 4;
  const end = text.lastIndexOf('\r\n--');
  const bytes = body.subarray(
    start,
    Math.max(start, text.lastIndexOf('\r\n--', end - 1) > start ? end : end),
  );
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `Received ${name}, ${bytes.length} bytes, ${digest}`;
}

async function listen(
  address: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  // On a busy machine the pause between two steps is longer than the usual five seconds.
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  await listenAlone(server, address);
  return server;
}

function originOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address}:${port}`;
}

/** Starts the shop on one address and its payment site on another. */
export async function startWebShop(address = '127.0.0.11', paymentAddress = '127.0.0.12'): Promise<WebShop> {
  const visitors = new Map<string, Visitor>();
  const orders: Order[] = [];
  const code = '482913';
  let received = '';
  let loginsSince = 0;

  function visitorOf(request: IncomingMessage): { id: string; visitor: Visitor } {
    const known = /visitor=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const id = known !== undefined && visitors.has(known) ? known : `v${visitors.size + 1}-${loginsSince}`;
    const visitor = visitors.get(id) ?? { email: null, isHalfway: false, cart: [] };
    visitors.set(id, visitor);
    return { id, visitor };
  }

  function logIn(visitor: Visitor, form: URLSearchParams, hasSecondStep: boolean): Answer {
    if (form.get('email') !== shopper.email || form.get('password') !== shopper.password) {
      return page(loginPage(hasSecondStep ? '/login/two-step' : '/login', 'Wrong e-mail or password.'));
    }
    if (hasSecondStep) {
      visitor.isHalfway = true;
      return page(codePage(''));
    }
    visitor.email = shopper.email;
    return leadTo('/account');
  }

  function placeOrder(visitor: Visitor, form: URLSearchParams): Answer {
    const number = 7001 + orders.length;
    const { cart: lines } = visitor;
    orders.push({ number, name: form.get('name') ?? '', payment: form.get('payment') ?? '', lines });
    visitor.cart = [];
    return leadTo(`/order/${number}`);
  }

  function ordered(path: string): Answer | null {
    const [, number, invoice] = /^\/order\/(\d+)(\/invoice\.csv)?$/.exec(path) ?? [];
    const order = orders.find((one) => one.number === Number(number));
    if (order === undefined) return null;
    if (invoice === undefined) return page(orderPage(order));
    const rows = order.lines.map(
      ({ product, amount }) => `${product.name},${amount},${price(product.cents)}`,
    );
    return {
      type: 'text/csv',
      headers: { 'content-disposition': `attachment; filename="invoice-${number}.csv"` },
      body: ['product,amount,price', ...rows, ''].join('\n'),
    };
  }

  async function post(path: string, request: IncomingMessage, visitor: Visitor): Promise<Answer | null> {
    const body = await bodyOf(request);
    const form = new URLSearchParams(body.toString());
    switch (path) {
      case '/login':
      case '/login/two-step':
        return logIn(visitor, form, path !== '/login');
      case '/login/code':
        if (!visitor.isHalfway || form.get('code') !== code) return page(codePage('That is not the code.'));
        visitor.email = shopper.email;
        return leadTo('/account');
      case '/logout':
        visitor.email = null;
        return leadTo('/');
      case '/api/cart': {
        const product = products.find(({ id }) => id === Number(form.get('id')));
        if (product === undefined) return null;
        visitor.cart.push({ product, amount: Number(form.get('amount')), colour: form.get('colour') ?? '' });
        return json({ lines: visitor.cart.length });
      }
      case '/order':
        return placeOrder(visitor, form);
      case '/returns':
        received = fileOf(body);
        return leadTo('/returns');
    }
    return null;
  }

  function get(url: URL, visitor: Visitor): Answer | null {
    const product = products.find(({ id }) => url.pathname === `/product/${id}`);
    if (product !== undefined) return page(productPage(product));
    switch (url.pathname) {
      case '/':
        return page(listingPage());
      case '/api/products': {
        const offset = Number(url.searchParams.get('offset'));
        const shown = products.slice(offset, offset + pageSize);
        const listed = shown.map(({ id, name, cents }) => ({ id, name, price: price(cents) }));
        return json({ products: listed, total: products.length });
      }
      case '/login':
      case '/login/two-step':
        return page(loginPage(url.pathname, ''));
      case '/account':
        if (visitor.email === null) return { status: 401, body: loginPage('/login', 'Please log in.') };
        return page(
          accountPage(
            visitor.email,
            orders.map(({ number }) => number),
          ),
        );
      case '/account/orders.csv':
        if (visitor.email === null) return { status: 401, body: loginPage('/login', 'Please log in.') };
        return { type: 'text/csv', body: 'order,total\n7001,12.00\n' };
      case '/cart':
        return page(cartPage(visitor.cart));
      case '/checkout':
        return visitor.email === null ? leadTo('/login') : page(checkoutPage(originOf(payment)));
      case '/returns':
        return page(returnsPage(received));
      case '/odd':
        return page(oddPage());
    }
    return ordered(url.pathname);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    const { id, visitor } = visitorOf(request);
    let given: Answer | null = null;
    if (request.method === 'POST') given = await post(url.pathname, request, visitor);
    else if (request.method === 'DELETE') {
      visitor.cart.splice(Number(url.searchParams.get('line')), 1);
      given = json({ lines: visitor.cart.length });
    } else given = get(url, visitor);
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers = {},
      body,
    } = given ?? { status: 404, body: '<!DOCTYPE html><title>Not found</title><h1>Not found</h1>' };
    response.writeHead(status, {
      'content-type': type,
      'set-cookie': `visitor=${id}; Path=/; HttpOnly`,
      ...headers,
    });
    response.end(body);
  }

  const shop = await listen(address, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const payment = await listen(paymentAddress, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(paymentPage());
  });
  return {
    origin: originOf(shop),
    paymentOrigin: originOf(payment),
    url: (path) => `${originOf(shop)}${path}`,
    orders,
    code,
    logEverybodyOut() {
      loginsSince += 1;
      visitors.clear();
    },
    async close() {
      for (const server of [shop, payment]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}
