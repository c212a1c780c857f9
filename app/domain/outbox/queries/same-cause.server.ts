import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import { lastMessageId } from "./last-message.ts";

/** The same message by other channels, with the state of the one that it went out with. */
export function findOthersOfCause(trx: Transaction<Database>, { id, cause }: Pick<Delivery, "id" | "cause">) {
  return (
    trx
      .selectFrom("deliveries")
      .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
      .select(["deliveries.id", "deliveries.channel", "last.state"])
      .where("deliveries.id", "!=", id)
      .where("deliveries.cause", "=", cause)
      // A prefix search that uses the unique index: ";" follows ":" in ASCII.
      .where("deliveries.dedupe_key", ">", `${cause}:`)
      .where("deliveries.dedupe_key", "<", `${cause};`)
      .execute()
  );
}
