import type { Kysely } from "kysely";
import { categories } from "#app/domain/core/limits.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { addList, deleteList, listLists, renameList } from "#app/domain/lists/lists.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import type { Category, Database } from "#db/schema.ts";

/** A category's tasks, a list's items, or events for tasks that have a time. */
type Holds =
  | { type: "tasks"; category: Category }
  | { type: "events" }
  | { type: "items"; listId: string; isShopping: boolean };

export interface Calendar {
  /** Its part of addresses. */
  segment: string;
  name: string;
  holds: Holds;
  color: string | null;
  order: number;
}

type Household = Pick<Viewer, "householdId">;

export const eventsSegment = "events";

/** Categories come first, then lists. */
export async function listCalendars(
  db: Kysely<Database>,
  { householdId }: Household,
): Promise<Calendar[]> {
  const rows = await db
    .selectFrom("dav_calendars")
    .selectAll()
    .where("household_id", "=", householdId)
    .execute();
  const made = new Map(
    rows.flatMap(({ list_id, segment }) => (list_id ? [[list_id, segment]] : [])),
  );
  const lists = await listLists(db, { householdId });
  const all = [
    ...categories.map((category) => ({
      segment: category.toLowerCase(),
      name: category,
      holds: { type: "tasks" as const, category },
    })),
    ...lists.map(({ id: listId, name, isShopping }) => ({
      segment: made.get(listId) ?? `list-${listId}`,
      name,
      holds: { type: "items" as const, listId, isShopping },
    })),
    { segment: eventsSegment, name: "Tasks with a time", holds: { type: "events" as const } },
  ];
  return all.map((each, at) => {
    const set = rows.find(({ segment }) => segment === each.segment);
    return { ...each, color: set?.color ?? null, order: set?.display_order ?? at + 1 };
  });
}

export async function findCalendar(
  db: Kysely<Database>,
  household: Household,
  segment: string,
): Promise<Calendar | null> {
  const calendars = await listCalendars(db, household);
  return calendars.find((each) => each.segment === segment) ?? null;
}

const segmentForm = /^[\w.@-]{1,100}$/;
/** A list that a client makes must not take an address of Mila's own. */
const isOwn = (segment: string) =>
  segment.startsWith("list-") ||
  segment === eventsSegment ||
  /^(kids|household|elders)$/.test(segment);

/** Makes a list, whose calendar has the segment that the client chose. */
export async function makeCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  { segment, name }: { segment: string; name: string },
): Promise<"made" | "taken" | "too_many" | "bad_address"> {
  if (!segmentForm.test(segment) || isOwn(segment)) return "bad_address";
  return inTransaction(db, async (trx) => {
    if (await findCalendar(trx, viewer, segment)) return "taken";
    const added = await addList(trx, viewer, name);
    if (added === "too_many") return "too_many";
    if (!added.isNew) return "taken";
    const row = { household_id: viewer.householdId, segment, list_id: added.id };
    await trx
      .insertInto("dav_calendars")
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(["household_id", "segment"]).doUpdateSet({ list_id: added.id }),
      )
      .execute();
    return "made";
  });
}

interface CalendarChange {
  color?: string | null;
  order?: number | null;
}

export async function setCalendar(
  db: Kysely<Database>,
  { householdId }: Household,
  { segment }: Pick<Calendar, "segment">,
  { color, order }: CalendarChange,
): Promise<void> {
  const set = {
    ...(color !== undefined && { color }),
    ...(order !== undefined && { display_order: order }),
  };
  if (Object.keys(set).length === 0) return;
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto("dav_calendars")
      .values({ household_id: householdId, segment, ...set })
      .onConflict((conflict) => conflict.columns(["household_id", "segment"]).doUpdateSet(set))
      .execute();
    await bumpRevision(trx, householdId);
  });
}

/** Returns false for a calendar that keeps its name, and for a name that another list has. */
export async function renameCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  { holds, name: before }: Calendar,
  name: string,
): Promise<boolean> {
  if (name === before) return true;
  if (holds.type !== "items" || holds.isShopping) return false;
  return (await renameList(db, viewer, holds.listId, name)) === "saved";
}

/** Deletes the list, which its page can restore. Returns false for a calendar that stays. */
export async function deleteCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  { holds }: Calendar,
): Promise<boolean> {
  if (holds.type !== "items" || holds.isShopping) return false;
  return (await deleteList(db, viewer, holds.listId)) !== null;
}
