import type { ClientBase } from 'pg';
import type { WebhookReceiver } from '../../world/webhook-receiver.ts';

/** Compares the events that a receiver got with the database, repeatedly. */
export interface DeliveryCheck {
  /** Returns the violations of all events up to now. */
  check(client: ClientBase): Promise<string[]>;
}

/**
 * Creates the check of one receiver: every received event was sent, every delivered event was received, and an event
 * received twice has the same id and content.
 */
export function createDeliveryCheck(receiver: WebhookReceiver): DeliveryCheck {
  const contents = new Map<string, string>();
  let looked = 0;

  /** Reads the messages received since the last call. */
  function look(): string[] {
    const messages = receiver.messages();
    const violations = messages.slice(looked).flatMap(({ id, body }) => {
      const content = JSON.stringify(body);
      const before = contents.get(id);
      contents.set(id, content);
      return before === undefined || before === content
        ? []
        : [`the event ${id} arrived with two contents: ${before} and ${content}`];
    });
    looked = messages.length;
    return violations;
  }

  return {
    async check(client) {
      const violations = look();
      const { rows } = await client.query<{ delivery_id: string; type: string; status: string }>(
        'select delivery_id, type, status from deliveries',
      );
      // More messages may have been delivered before the query.
      violations.push(...look());
      const sent = new Set(rows.map(({ delivery_id: id }) => id));
      const delivered = rows.filter(({ status }) => status === 'delivered');
      for (const { delivery_id: id, type } of delivered) {
        if (!contents.has(id))
          violations.push(`the event ${id} (${type}) counts as delivered and never arrived`);
      }
      const unsent = [...contents.keys()].filter((id) => !sent.has(id));
      return unsent.length === 0 ? violations : [...violations, ...(await findUnsent(client, unsent))];
    },
  };
}

/** Returns ids without a sent event. Events sent after the query are stored by now. */
async function findUnsent(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ delivery_id: string }>(
    'select delivery_id from deliveries where delivery_id = any($1::text[])',
    [ids],
  );
  const sent = new Set(rows.map(({ delivery_id: id }) => id));
  return ids.filter((id) => !sent.has(id)).map((id) => `the event ${id} arrived and was never sent`);
}
