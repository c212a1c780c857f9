import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import { listTaskIdsDue } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { addMessages } from "../record-events.server.ts";

const secondsUntilMovedOn = 60;

/** Adds messages about tasks that have become due. */
export async function tickDueTasks(db: Kysely<Database>, now: string): Promise<void> {
  const listening = await db
    .selectFrom("webhooks")
    .select(["id", "household_id", "kinds", "due_until"])
    .where("off_at", "is", null)
    .where("due_until", "<", now)
    .execute();
  for (const webhook of listening) {
    if (!webhook.kinds.split(" ").includes("task.due")) continue;
    const isOld = webhook.due_until <= earlierBy(now, { seconds: secondsUntilMovedOn });
    // Most seconds nothing is due, and then nothing is written.
    if (isOld || (await listDue(db, webhook, now)).length > 0) await tickOne(db, webhook.id, now);
  }
}

async function tickOne(db: Kysely<Database>, id: string, now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Another worker may have been first, or somebody has changed it.
    const webhook = await trx
      .selectFrom("webhooks")
      .select(["household_id", "due_until"])
      .where("id", "=", id)
      .where("off_at", "is", null)
      .where("due_until", "<", now)
      .executeTakeFirst();
    if (!webhook) return;
    const subjectIds = await listDue(trx, webhook, now);
    if (subjectIds.length > 0)
      await addMessages(trx, [{ id }], { kind: "task.due", subjectIds, now });
    await trx.updateTable("webhooks").set({ due_until: now }).where("id", "=", id).execute();
  });
}

const listDue = (
  db: Kysely<Database>,
  { household_id, due_until }: { household_id: string; due_until: string },
  now: string,
) => listTaskIdsDue(db, household_id, { after: due_until, until: now });
