import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";

/** A yes to all lies over the turns of its series. Before, it took their place and kept them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("series")
    .addColumn("yes_person_id", "text", (added) =>
      added.references("people.id").onDelete("set null"),
    )
    .execute();
  await db.schema
    .createIndex("series_by_yes_person")
    .on("series")
    .column("yes_person_id")
    .where("yes_person_id", "is not", null)
    .execute();
  await db.schema.alterTable("delegations").addColumn("continues_id", "text").execute();
  await db.schema
    .createIndex("delegations_by_continued")
    .on("delegations")
    .columns(["continues_id", "asked_at"])
    .where("continues_id", "is not", null)
    .execute();
  for (const request of await listYesToAll(db)) await layOverTurns(db, request);
  await db.schema.dropIndex("delegations_with_turns").execute();
  await db.schema.alterTable("delegations").dropColumn("turns_before").execute();
}

async function listYesToAll(db: Kysely<any>): Promise<any[]> {
  return db
    .selectFrom("delegations as request")
    .innerJoin("series_occurrences as asked", "asked.task_id", "request.task_id")
    .innerJoin("series", "series.id", "asked.series_id")
    .selectAll("request")
    .select(["asked.series_id", "series.household_id"])
    .where("request.turns_before", "is not", null)
    .where("request.person_id", "is not", null)
    .where("request.state", "=", "accepted")
    .orderBy("request.answered_at")
    .execute();
}

/** Turns that were changed since stay. */
async function layOverTurns(db: Kysely<any>, request: any): Promise<void> {
  const { series_id, person_id } = request;
  const inTurns = await db
    .selectFrom("series_turn_people")
    .select("person_id")
    .where("series_id", "=", series_id)
    .execute();
  if (inTurns.length !== 1 || inTurns[0]?.person_id !== person_id) return;
  await restoreTurns(db, request);
  await db
    .updateTable("series")
    .set({ yes_person_id: person_id, plans_at: new Date().toISOString() })
    .where("id", "=", series_id)
    .execute();
  await continueYes(db, request);
}

async function restoreTurns(
  db: Kysely<any>,
  { series_id, household_id, turns_before }: any,
): Promise<void> {
  await db.deleteFrom("series_turns").where("series_id", "=", series_id).execute();
  const saved = JSON.parse(turns_before);
  const people = await db
    .selectFrom("people")
    .select(["id", "user_id", "former_user_id", "left_at"])
    .where("household_id", "=", household_id)
    .execute();
  const rows = [...new Set<string>(saved?.people ?? [])].flatMap((id) => {
    // Older rows name accounts.
    const person = people.find((one) => [one.id, one.user_id, one.former_user_id].includes(id));
    const hasLeft = person?.user_id === null && person.former_user_id !== null;
    return person && (hasLeft || person.left_at === null)
      ? [{ series_id, person_id: person.id, has_left: hasLeft ? 1 : 0 }]
      : [];
  });
  if (!saved || (saved.order !== "anyone" && rows.length === 0)) return;
  await db.insertInto("series_turns").values({ series_id, turn_order: saved.order }).execute();
  for (const [position, row] of rows.entries())
    await db
      .insertInto("series_turn_people")
      .values({ ...row, position })
      .execute();
}

/** The person has the open one by their yes, which was a turn of theirs. Whose turn it is is found when the yes ends. */
async function continueYes(db: Kysely<any>, request: any): Promise<void> {
  const { series_id, person_id } = request;
  const open = await db
    .selectFrom("series_occurrences")
    .innerJoin("tasks", "tasks.id", "series_occurrences.task_id")
    .select(["tasks.id", "tasks.due_date"])
    .where("series_id", "=", series_id)
    .where("state", "=", "open")
    .where("turn_person_id", "=", person_id)
    .where("assignee_id", "=", person_id)
    .where("delegation_status", "=", "none")
    .executeTakeFirst();
  if (!open) return;
  await db
    .updateTable("series_occurrences")
    .set({ turn_person_id: null })
    .where("task_id", "=", open.id)
    .execute();
  await db
    .updateTable("tasks")
    .set({ delegated_to: person_id, delegation_status: "accepted" })
    .where("id", "=", open.id)
    .execute();
  const { asked_by, delegate_name, method, is_handed_over, asked_at, answered_at } = request;
  const asked = { asked_by, person_id, delegate_name, method, is_handed_over, asked_at };
  const answered = { state: "accepted", answer: "accepted", answered_at, is_for_all: 1 };
  const own = { id: randomUUID(), task_id: open.id, continues_id: request.id };
  await db
    .insertInto("delegations")
    .values({ ...own, ...asked, ...answered, agreed_due: open.due_date })
    .execute();
}
