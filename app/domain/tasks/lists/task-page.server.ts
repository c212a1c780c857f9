import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { compileOnce } from "#db/sql/compile-once.ts";
import { opaque } from "#db/sql/values.ts";
import type { Category, Database } from "#db/schema.ts";
import { aboutOfTask, assigneeOfTask, type Member } from "../find-tasks.server.ts";
import { isWhose } from "./whose.server.ts";
import { anyone } from "./whose-input.ts";

export const taskOrders = ["created_at", "due_date", "updated_at"] as const;

type Order = (typeof taskOrders)[number];

interface Place {
  value: string;
  id: string;
}

interface Filter {
  category?: Category | undefined;
  isCompleted?: boolean | undefined;
  /** Instants. */
  dueBefore?: string | undefined;
  dueAfter?: string | undefined;
  /** Lists deleted tasks as well. */
  changedSince?: string | undefined;
  /** The id of a person who does it, or whom it is about, or `anyone`. */
  whose?: string | undefined;
  aboutId?: string | undefined;
}

export interface TaskPage extends Filter {
  order: Order;
  isDescending: boolean;
  /** The place in that order after which the page begins. */
  after: Place | null;
  most: number;
}

export type PagedTask = Awaited<ReturnType<typeof listPart>>[number];

/** Lists a household's tasks, one more than `most` if there are more. */
export async function listTaskPage(
  db: Kysely<Database>,
  { householdId }: Member,
  page: TaskPage,
): Promise<PagedTask[]> {
  const parts = await Promise.all(partsOf(page).map((part) => listPart(db, householdId, part)));
  if (parts.length === 1) return parts[0]!;
  const sign = page.isDescending ? -1 : 1;
  const keys = new Map(parts.flat().map((row) => [row.id, `${keyOf(row, page.order)} ${row.id}`]));
  const inOrder = parts
    .flat()
    .toSorted((one, other) => (keys.get(one.id)! < keys.get(other.id)! ? -sign : sign));
  return inOrder.slice(0, page.most + 1);
}

/** Later than any date. */
const undated = "9999-12-31T23:59:59.999Z";

/** Returns a task's place in the order, in which those without a date are last. */
export function keyOf(
  row: Pick<PagedTask, "due_date" | "created_at" | "changed_at">,
  order: Order,
): string {
  if (order === "due_date") return row.due_date ?? undated;
  return order === "created_at" ? row.created_at : (row.changed_at ?? row.created_at);
}

/** A part of a list that an index has in its order. */
interface Part extends Filter {
  column: "created_at" | "due_date" | "changed_at" | "id";
  hasDate?: boolean;
  isDescending: boolean;
  after: Place | null;
  most: number;
}

export function partsOf({ order, ...page }: TaskPage): Part[] {
  // The index of changes has both the order and the condition.
  if (order === "updated_at") return [{ ...page, column: "changed_at" }];
  const states = page.isCompleted === undefined ? [false, true] : [page.isCompleted];
  return states.flatMap((isCompleted): Part[] => {
    if (order === "created_at") return [{ ...page, isCompleted, column: order }];
    const dated = { ...page, isCompleted, column: order, hasDate: true };
    return [dated, ...undatedPart({ ...page, isCompleted })];
  });
}

/** Descending, it comes first, so that a page that begins at a date has none of it. */
function undatedPart(page: Omit<TaskPage, "order">): Part[] {
  const part = { ...page, column: "id", hasDate: false } as const;
  if (page.after === null || page.after.value === undated) return [part];
  return page.isDescending ? [] : [{ ...part, after: null }];
}

const compiled = new LRUCache<string, ReturnType<typeof compilePart>>({ max: 500 });

async function listPart(db: Kysely<Database>, householdId: string, part: Part) {
  const { after, dueBefore, dueAfter, changedSince, whose, aboutId, ...shape } = part;
  const values = { dueBefore, dueAfter, changedSince, whose, aboutId };
  const given = Object.entries(values).map(([name, value]) => value !== undefined && name);
  // A condition on nobody's tasks is another query.
  const key = JSON.stringify([shape, after !== null, given, whose === anyone]);
  const list = compiled.get(key) ?? compilePart(part);
  compiled.set(key, list);
  return list(
    db,
    householdId,
    after?.value ?? "",
    after?.id ?? "",
    dueBefore ?? "",
    dueAfter ?? "",
    changedSince ?? "",
    whose ?? "",
    aboutId ?? "",
  );
}

/** `compileOnce` counts the arguments, so each has a name. */
const compilePart = (part: Part) =>
  compileOnce(
    (
      db,
      householdId: string,
      afterValue: string,
      afterId: string,
      dueBefore: string,
      dueAfter: string,
      changedSince: string,
      whose: string,
      aboutId: string,
    ) => {
      const values = { afterValue, afterId, dueBefore, dueAfter, changedSince, whose, aboutId };
      return partQuery(db, householdId, part, values);
    },
  );

type Values = Record<
  "afterValue" | "afterId" | "dueBefore" | "dueAfter" | "changedSince" | "whose" | "aboutId",
  string
>;

export function partQuery(
  db: Kysely<Database>,
  householdId: string,
  part: Part,
  { afterValue, afterId, dueBefore, dueAfter, changedSince, whose, aboutId }: Values,
) {
  const { column, isDescending } = part;
  const [direction, beyond] = isDescending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  return db
    .selectFrom("tasks")
    .select(["id", "title", "category", "description", "is_completed", "done_at"])
    .select(["due_date", "due_local", "due_time_zone", "due_has_time", "created_at"])
    .select(["assignee_id", assigneeOfTask, "about_id", aboutOfTask, "was_missed"])
    .select(["delegated_to", "delegation_status", "deleted_at", "changed_at"])
    .where("household_id", "=", opaque(householdId))
    .where("is_ahead", "=", 0)
    .$if(part.changedSince === undefined, (query) => query.where("deleted_at", "is", null))
    .$if(part.changedSince !== undefined, (query) => query.where("changed_at", ">=", changedSince))
    .$if(column === "changed_at", (query) => query.where("changed_at", "is not", null))
    .$if(part.hasDate !== undefined, (query) =>
      query.where("due_date", part.hasDate ? "is not" : "is", null),
    )
    .$if(part.category !== undefined, (query) => query.where("category", "=", part.category!))
    .$if(part.isCompleted !== undefined, (query) =>
      query.where(({ eb, lit }) => eb("is_completed", "=", lit(part.isCompleted ? 1 : 0))),
    )
    .$if(part.dueBefore !== undefined, (query) => query.where("due_date", "<", dueBefore))
    .$if(part.dueAfter !== undefined, (query) => query.where("due_date", ">=", dueAfter))
    .$if(part.whose !== undefined, (query) =>
      query.where((eb) => isWhose(eb, part.whose === anyone ? anyone : whose)),
    )
    .$if(part.aboutId !== undefined, (query) => query.where("about_id", "=", aboutId))
    .$if(part.after !== null && column === "id", (query) => query.where("id", beyond, afterId))
    .$if(part.after !== null && column !== "id", (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, "id"), beyond, tuple(afterValue, afterId)),
      ),
    )
    .orderBy(column, direction)
    .$if(column !== "id", (query) => query.orderBy("id", direction))
    .limit(part.most + 1);
}
