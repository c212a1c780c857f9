import type { Kysely } from "kysely";
import { instantOf, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findWhoDid } from "#app/domain/delegation/views/doers.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { listDoneTasks } from "#app/domain/tasks/lists/done-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface DoneMonth {
  /** "November 2026". */
  name: string;
  /** The month before, YYYY-MM. */
  earlier: string;
  /** The month after, null for this month. */
  later: string | null;
  /** Sorted by name; "" stands for tasks that nobody is known to have done. */
  people: {
    id: string | null;
    name: string;
    isViewer: boolean;
    done: { title: string; times: number }[];
  }[];
  isCut: boolean;
}

const maxTasks = 1_000;

/**
 * Sorts by name, because an order by number would be a contest.
 * @param month YYYY-MM, in the viewer's zone
 */
export async function findDoneMonth(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  month: string | null,
): Promise<DoneMonth> {
  const { householdId, timeZone, userId } = viewer;
  const thisMonth = monthAt(nowIso(), timeZone);
  const asked = month ? Temporal.PlainYearMonth.from(month) : thisMonth;
  const shown = Temporal.PlainYearMonth.compare(asked, thisMonth) > 0 ? thisMonth : asked;
  const { isCut, byPerson } = await findDoneBy(db, viewer, shown);
  const household = await listHouseholdPeople(db, householdId);
  const people = await findPeopleByIds(
    db,
    [...byPerson.keys()].filter((id) => id !== null),
  );
  return {
    name: shown.toPlainDate({ day: 1 }).toLocaleString("en-US", { month: "long", year: "numeric" }),
    earlier: shown.subtract({ months: 1 }).toString(),
    later:
      Temporal.PlainYearMonth.compare(shown, thisMonth) < 0
        ? shown.add({ months: 1 }).toString()
        : null,
    people: [...byPerson]
      .map(([id, own]) => ({
        id,
        name:
          household.find((person) => person.id === id)?.label ?? people.get(id ?? "")?.name ?? "",
        isViewer: people.get(id ?? "")?.user_id === userId,
        done: [...Map.groupBy(own, ({ title }) => title)].map(([title, { length }]) => ({
          title,
          times: length,
        })),
      }))
      .toSorted(
        (one, other) =>
          Number(one.name === "") - Number(other.name === "") || one.name.localeCompare(other.name),
      ),
    isCut,
  };
}

/** Counts what each person has done this month. Omits what nobody is known to have done. */
export async function countDoneThisMonth(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  now: string,
): Promise<Map<string, number>> {
  const { byPerson } = await findDoneBy(db, viewer, monthAt(now, viewer.timeZone));
  return new Map(
    [...byPerson].flatMap(([id, tasks]): [string, number][] => (id ? [[id, tasks.length]] : [])),
  );
}

const monthAt = (now: string, timeZone: string) =>
  wallClockAt(now, timeZone).toPlainDate().toPlainYearMonth();

async function findDoneBy(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  month: Temporal.PlainYearMonth,
) {
  const startOf = (first: Temporal.PlainYearMonth) =>
    instantOf(first.toPlainDate({ day: 1 }).toPlainDateTime(), timeZone);
  const tasks = await listDoneTasks(db, householdId, {
    from: startOf(month),
    before: startOf(month.add({ months: 1 })),
    max: maxTasks,
  });
  const whoDid = await findWhoDid(db, householdId, tasks);
  const byPerson = Map.groupBy(tasks, ({ id }) => whoDid.get(id) ?? null);
  return { isCut: tasks.length === maxTasks, byPerson };
}
