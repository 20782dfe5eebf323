/** Product of the shop. */
export interface Product {
  id: number;
  name: string;
  cents: number;
}

/** Enough for three pages of eight products. */
export const products: readonly Product[] = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  name: `${['Copper', 'Walnut', 'Linen', 'Slate'][at % 4]} ${['kettle', 'stool', 'apron', 'board', 'lamp'][at % 5]} ${at + 1}`,
  cents: 950 + at * 125,
}));

/** Formats cents as a price. */
export function price(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

function layout(title: string, body: string): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${title} - Harbour Shop</title></head><body>
<header><nav><a href="/">Shop</a> <a href="/cart">Cart</a> <a href="/account">Account</a> <a href="/returns">Returns</a></nav></header>
<main><h1>${title}</h1>${body}</main></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Returns the listing, which shows more when its button is clicked. */
export function listingPage(): string {
  return layout(
    'All products',
    `<ul id="list"></ul><button id="more">Load more</button><p id="count"></p><script>
let shown = 0;
async function more() {
  const { products, total } = await (await fetch('/api/products?offset=' + shown)).json();
  for (const { id, name, price } of products) {
    const li = document.createElement('li');
    li.innerHTML = '<a href="/product/' + id + '">' + name + '</a> <span class="price">' + price + '</span>';
    list.append(li);
  }
  shown += products.length;
  count.textContent = shown + ' of ' + total + ' products';
  document.getElementById('more').hidden = shown >= total;
}
document.getElementById('more').onclick = more;
more();
</script>`,
  );
}

/** Returns a product page; the quantity is chosen in a component with a shadow tree. */
export function productPage({ id, name, cents }: Product): string {
  return layout(
    name,
    `<p class="price">${price(cents)}</p>
<label>Colour <select id="colour"><option value="n">Natural</option><option value="b">Black</option></select></label>
<quantity-picker></quantity-picker><button id="add">Add to cart</button><p id="note" role="status"></p><script>
customElements.define('quantity-picker', class extends HTMLElement {
  connectedCallback() {
    this.amount = 1;
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = '<button id="less">Fewer</button> <output>1</output> <button id="plus">One more</button>';
    const show = (by) => { this.amount = Math.max(1, this.amount + by); root.querySelector('output').textContent = this.amount; };
    root.getElementById('less').onclick = () => show(-1);
    root.getElementById('plus').onclick = () => show(1);
  }
});
add.onclick = async () => {
  const amount = document.querySelector('quantity-picker').amount;
  const body = new URLSearchParams({ id: ${id}, amount, colour: colour.selectedOptions[0].text });
  await fetch('/api/cart', { method: 'POST', body });
  add.textContent = 'Added';
  note.textContent = amount + ' in the cart';
};
</script>`,
  );
}

/** Returns the login form; with `action` `/login/two-step`, a code is requested next. */
export function loginPage(action: string, fault: string): string {
  return layout(
    'Log in',
    `${fault === '' ? '' : `<p role="alert">${fault}</p>`}<form method="post" action="${action}">
<label>E-mail <input name="email" type="email"></label> <label>Password <input name="password" type="password"></label>
<button>Log in</button></form>`,
  );
}

/** Returns the form for the code of the second step. */
export function codePage(fault: string): string {
  return layout(
    'Enter the code',
    `<p>${fault || 'We have sent you a code.'}</p><form method="post" action="/login/code">
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code"></label> <button>Continue</button></form>`,
  );
}

/** Returns the account page of a customer. */
export function accountPage(email: string, orders: readonly number[]): string {
  const listed = orders.map((order) => `<li><a href="/order/${order}">Order ${order}</a></li>`).join('');
  return layout(
    'Your account',
    `<p>Logged in as ${escaped(email)}</p><ul>${listed}</ul><p id="kept"></p><script>
localStorage.seen = Number(localStorage.seen ?? 0) + 1;
kept.textContent = 'Seen ' + localStorage.seen + ' times';
</script><form method="post" action="/logout"><button>Log out</button></form>`,
  );
}

/** One line of a cart. */
export interface CartLine {
  product: Product;
  amount: number;
  colour: string;
}

/** Returns the cart; removing a line opens a confirmation. */
export function cartPage(lines: readonly CartLine[]): string {
  const rows = lines.map(
    ({ product, amount, colour }, at) =>
      `<tr><td>${product.name}</td><td>${colour}</td><td>${amount}</td><td>${price(product.cents * amount)}</td><td><button onclick="if (confirm('Remove ${product.name}?')) fetch('/api/cart?line=${at}', { method: 'DELETE' }).then(() => location.reload())">Remove ${product.name}</button></td></tr>`,
  );
  const total = lines.reduce((sum, { product, amount }) => sum + product.cents * amount, 0);
  const body =
    lines.length === 0
      ? '<p>Your cart is empty.</p>'
      : `<table><tr><th>Product</th><th>Colour</th><th>Amount</th><th>Sum</th><th></th></tr>${rows.join('')}</table><p>Total ${price(total)}</p><a href="/checkout">Check out</a>`;
  return layout('Your cart', body);
}

/** Returns the checkout page; the card form is in a frame of another site. */
export function checkoutPage(paymentOrigin: string): string {
  return layout(
    'Check out',
    `<form id="order" method="post" action="/order"><label>Name <input name="name" required></label>
<label>Street <input name="street" required></label><label><input type="checkbox" name="terms" required> I accept the terms</label>
<input type="hidden" name="payment" id="payment"><iframe title="Payment" src="${paymentOrigin}/payment"></iframe>
<button id="place" disabled>Place order</button></form><script>
addEventListener('message', ({ data, origin }) => {
  if (origin !== '${paymentOrigin}') return;
  payment.value = data;
  place.disabled = false;
});
</script>`,
  );
}

/** Returns the payment page, which the shop shows in a frame. */
export function paymentPage(): string {
  return `<!DOCTYPE html><title>Payment</title><label>Card number <input id="card"></label> <button id="pay">Use this card</button>
<p id="said"></p><script>
pay.onclick = () => { parent.postMessage('paid with ' + card.value.slice(-4), '*'); said.textContent = 'Card accepted'; };
</script>`;
}

/** Placed order. */
export interface Order {
  number: number;
  name: string;
  payment: string;
  lines: readonly CartLine[];
}

/** Returns the confirmation with the invoice to download. */
export function orderPage({ number, name, payment, lines }: Order): string {
  const items = lines.map(({ product, amount }) => `<li>${amount} × ${product.name}</li>`).join('');
  return layout(
    'Thank you',
    `<p>Order ${number} for ${escaped(name)} was placed (${escaped(payment)}).</p><ul>${items}</ul><a href="/order/${number}/invoice.csv">Download invoice</a>`,
  );
}

/** Returns the page for returning goods, with a photograph to upload. */
export function returnsPage(received: string): string {
  return layout(
    'Returns',
    `<p id="received">${escaped(received)}</p><form method="post" action="/returns" enctype="multipart/form-data">
<label>Photograph <input type="file" name="photo"></label> <button>Send</button></form>`,
  );
}

/** Returns a page with everything that opens a dialog or a window or crashes the renderer process. */
export function oddPage(): string {
  return layout(
    'Odd corners',
    `<button onclick="alert('Only so that you know'); said.textContent = 'told'">Tell me</button>
<button onclick="said.textContent = confirm('Sure?') ? 'sure' : 'not sure'">Are you sure</button>
<button onclick="said.textContent = 'hello ' + prompt('Your name?')">Ask my name</button>
<a href="/cart" target="_blank">Cart in a window</a> <p id="said"></p>
<button onclick="const held = []; setInterval(() => { for (let n = 0; n < 10; n++) held.push(new Uint8Array(2e7).fill(1)); }, 10)">Break</button>
<button onclick="for (;;) {}">Hang</button>`,
  );
}
