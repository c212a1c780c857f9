import { sql } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { dueQuery } from "#app/domain/webhooks/sending/claim.server.ts";
import { firstOfEachQuery } from "#app/domain/webhooks/sending/messages.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.plans)(
  "webhooks to call, and the messages that may go out, are found by indexes",
  async () => {
    await using own = newDatabase();
    const { db } = own;
    const due = await dueQuery(db, nowIso())
      .select("id")
      .explain(undefined, sql`query plan`);
    expect(JSON.stringify(due)).toContain("webhooks_to_send");
    const first = firstOfEachQuery(db, "one").select("message.id");
    const steps = await first.explain(undefined, sql`query plan`);
    const usesIndex = (step: object) => JSON.stringify(step).includes("webhook_messages_waiting");
    expect(steps.filter(usesIndex)).toHaveLength(2);
  },
);
