import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

export type Follower<Facts> = (
  trx: Transaction<Database>,
  facts: Facts,
  now: string,
) => Promise<void>;

/** An event that other rooms may have to react to: app/domain/wiring/rules.server.ts says how. */
export interface DomainEvent<Facts> {
  /**
   * Calls the followers in order.
   * @throws if app/domain/wiring/rules.server.ts was never imported
   */
  announce: Follower<Facts>;
  isFollowedBy(...all: Follower<Facts>[]): void;
}

export function createEvent<Facts>(name: string): DomainEvent<Facts> {
  let followers: Follower<Facts>[] | undefined;
  return {
    async announce(trx, facts, now) {
      if (!followers)
        throw new Error(
          `${name} was announced before app/domain/wiring/rules.server.ts was imported`,
        );
      for (const follow of followers) await follow(trx, facts, now);
    },
    isFollowedBy(...all) {
      followers = all;
    },
  };
}
