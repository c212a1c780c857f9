import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Bit, Category, Database } from "#db/schema.ts";
import { earlierBy, instantOf, wallClockAt } from "#app/domain/core/time.ts";
import { isWhose } from "./whose.server.ts";
import { orderInDays } from "../due/due.server.ts";
import {
  type DayGroup,
  dayGroups,
  groupKey,
  homeCards,
  maxCounted,
  type HomePlace,
} from "./home-input.ts";

export interface HomeGroup {
  count: number;
  /** True if there are more than that. */
  isMore: boolean;
  /** False if it shows only what is new. */
  isOpen: boolean;
}

/** Says where a card stands. */
interface PlacedTask {
  id: string;
  group: DayGroup;
}

interface HomeRow {
  id: string;
  category: Category;
  due_date: string | null;
  due_has_time: Bit;
  created_at: string;
}

interface Choice {
  /** By their keys; empty ones are absent. */
  groups: Record<string, HomeGroup>;
  shown: PlacedTask[];
  /** Everyone's open tasks due today, also those that are overdue; null if only some are listed. */
  dueToday: number | null;
}

const alwaysOpen: readonly DayGroup[] = ["overdue", "today", "tomorrow"];
const doneAtFirst = 3;
const doneAtMost = 50;

/**
 * Groups the tasks by their days in the viewer's zone, and chooses those that Home shows. A folded
 * group shows what was added a moment ago, so that nothing seems lost, or the last ones that were
 * completed.
 */
export async function chooseTasks(
  db: Kysely<Database>,
  { householdId, timeZone }: { householdId: string; timeZone: string },
  now: string,
  { view, open, whose }: HomePlace,
): Promise<Choice> {
  const list = whose === null ? everyones : listsOf(whose);
  const dated = await list.dated(db, householdId);
  const undated = await list.undated(db, householdId);
  const rows = [...inOrder(dated, timeZone), ...undated];
  const days = daysAround(now, timeZone);
  const newest = findNewest(rows, now);
  const lastGroup = dated.length < maxCounted ? "no-date" : groupOf(dated.at(-1)!, days);
  const isMoreOf = (group: DayGroup) =>
    group === "no-date"
      ? undated.length === maxCounted
      : group !== "done" && dayGroups.indexOf(group) >= dayGroups.indexOf(lastGroup);
  const groups: Record<string, HomeGroup> = {};
  const shown: PlacedTask[] = [];
  const place = (row: HomeRow, group: DayGroup, isShownFolded: (count: number) => boolean) => {
    const key = groupKey(view, row.category, group);
    const isOpen = key in open || alwaysOpen.includes(group);
    const found = (groups[key] ??= { count: 0, isMore: isMoreOf(group), isOpen });
    const most = open[key] ?? homeCards.group;
    const isShown = isOpen ? found.count < most : isShownFolded(found.count);
    found.count += 1;
    if (isShown && shown.length < homeCards.all) shown.push({ id: row.id, group });
  };
  for (const row of rows) place(row, groupOf(row, days), () => newest.has(row.id));
  for (const row of await list.done(db, householdId))
    place(row, "done", (count) => count < doneAtFirst);
  const order = ({ group }: PlacedTask) => dayGroups.indexOf(group);
  return {
    groups,
    shown: shown.toSorted((one, other) => order(one) - order(other)),
    dueToday: whose === null ? rows.filter((row) => isDueToday(row, days)).length : null,
  };
}

const datedIn = (rows: Rows) =>
  rows
    .where("is_completed", "=", 0)
    .where("due_date", "is not", null)
    .orderBy("due_date")
    .orderBy("id")
    .limit(maxCounted);

/** The newest come first. */
const undatedIn = (rows: Rows) =>
  rows
    .where("is_completed", "=", 0)
    .where("due_date", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxCounted);

const doneIn = (rows: Rows) =>
  rows
    .where("is_completed", "=", 1)
    .orderBy("done_at", "desc")
    .orderBy("id", "desc")
    .limit(doneAtMost);

type Rows = ReturnType<typeof rowsOf>;

const everyones = {
  dated: compileOnce((db, householdId: string) => datedIn(rowsOf(db, householdId))),
  undated: compileOnce((db, householdId: string) => undatedIn(rowsOf(db, householdId))),
  done: compileOnce((db, householdId: string) => doneIn(rowsOf(db, householdId))),
};

function listsOf(whose: string): typeof everyones {
  const own = (db: Kysely<Database>, householdId: string) =>
    rowsOf(db, householdId).where((eb) => isWhose(eb, whose));
  return {
    dated: (db, householdId) => datedIn(own(db, householdId)).execute(),
    undated: (db, householdId) => undatedIn(own(db, householdId)).execute(),
    done: (db, householdId) => doneIn(own(db, householdId)).execute(),
  };
}

function rowsOf(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("tasks")
    .select(["id", "category", "due_date", "due_has_time", "created_at"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null);
}

function inOrder(rows: readonly HomeRow[], timeZone: string): HomeRow[] {
  const orderOf = orderInDays(timeZone);
  const keys = new Map(rows.map((row) => [row, orderOf(row.due_date!, row.due_has_time)]));
  return rows.toSorted((one, other) => (keys.get(one)! < keys.get(other)! ? -1 : 1));
}

type Days = ReturnType<typeof daysAround>;

/** The instants at which the groups end. */
function daysAround(now: string, timeZone: string) {
  const date = wallClockAt(now, timeZone).toPlainDate();
  const startIn = (days: number) => instantOf(date.add({ days }).toPlainDateTime(), timeZone);
  return {
    startOfToday: startIn(0),
    overdue: now,
    today: startIn(1),
    tomorrow: startIn(2),
    "next-7-days": startIn(8),
  };
}

const isDueToday = ({ due_date }: HomeRow, { startOfToday, today }: Days) =>
  due_date !== null && due_date >= startOfToday && due_date < today;

const dated = ["overdue", "today", "tomorrow", "next-7-days"] as const;

function groupOf({ due_date, due_has_time }: HomeRow, days: Days): DayGroup {
  if (due_date === null) return "no-date";
  // Without a said time, a task is overdue when its day is over.
  const ends = due_has_time ? days : { ...days, overdue: days.startOfToday };
  return dated.find((group) => due_date < ends[group]) ?? "later";
}

function findNewest(rows: readonly HomeRow[], now: string): Set<string> {
  const since = earlierBy(now, { hours: 1 });
  const added = rows
    .filter(({ created_at }) => created_at >= since)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
  return new Set(added.slice(0, homeCards.new).map(({ id }) => id));
}
