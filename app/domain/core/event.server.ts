import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

type Listener<Facts> = (trx: Transaction<Database>, facts: Facts, now: string) => Promise<void>;

export function createEvent<Facts>(name: string) {
  let listeners: Listener<Facts>[] | undefined;
  return {
    /** Calls the listeners in order. @throws if app/domain/wiring/listeners.server.ts was never imported */
    async announce(trx: Transaction<Database>, facts: Facts, now: string): Promise<void> {
      if (!listeners)
        throw new Error(
          `${name} was announced before app/domain/wiring/listeners.server.ts was imported`,
        );
      for (const listener of listeners) await listener(trx, facts, now);
    },
    listen(...all: Listener<Facts>[]): void {
      listeners = all;
    },
  };
}
