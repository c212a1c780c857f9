import { sql } from "kysely";
import { expect, test } from "vitest";
import { messageLogQuery } from "#app/domain/outbox/views/message-log.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const id = "019ab000-0000-7000-8000-000000000000";

test.skipIf(skippedOnPostgres.plans).for([
  ["all", "sqlite_autoindex_deliveries_1"],
  ["failed", "deliveries_failed"],
  ["not-sent", "deliveries_not_sent"],
] as const)("the owner's list of messages (%s) reads only its page", async ([group, index]) => {
  await using own = newDatabase();
  const plan = await messageLogQuery(own.db, group, id).explain<{ detail: string }>(
    undefined,
    sql`query plan`,
  );
  expect(plan.map(({ detail }) => detail).join()).toContain(`USING INDEX ${index} (id<?)`);
});
