import type { Kysely } from "kysely";
import { instantOf, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import {
  findHouseholdPerson,
  listHouseholdPeople,
} from "#app/domain/household/members/people.server.ts";
import { findDoneByMembers } from "#app/domain/series/history/done-by-members.server.ts";
import { listDoneTasks } from "#app/domain/tasks/lists/done-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface Viewer {
  userId: string;
  householdId: string;
  timeZone: string;
}

interface DoneMonth {
  /** "November 2026". */
  name: string;
  /** YYYY-MM. */
  earlier: string;
  /** Null for this month. */
  later: string | null;
  /** By name; "" for tasks that nobody is known to have done. */
  people: { name: string; isViewer: boolean; done: { title: string; times: number }[] }[];
  isCut: boolean;
}

const maxTasks = 1_000;

/** By name, because an order by number would be a contest. @param month YYYY-MM, in the viewer's zone */
export async function findDoneMonth(
  db: Kysely<Database>,
  viewer: Viewer,
  month: string | null,
): Promise<DoneMonth> {
  const { householdId, timeZone, userId } = viewer;
  const thisMonth = wallClockAt(nowIso(), timeZone).toPlainDate().toPlainYearMonth();
  const asked = month ? Temporal.PlainYearMonth.from(month) : thisMonth;
  const shown = Temporal.PlainYearMonth.compare(asked, thisMonth) > 0 ? thisMonth : asked;
  const startOf = (first: Temporal.PlainYearMonth) =>
    instantOf(first.toPlainDate({ day: 1 }).toPlainDateTime(), timeZone);
  const next = shown.add({ months: 1 });
  const tasks = await listDoneTasks(db, householdId, {
    from: startOf(shown),
    before: startOf(next),
    max: maxTasks,
  });
  const people = await listHouseholdPeople(db, householdId);
  const members = await findDoneByMembers(
    db,
    tasks.map(({ id }) => id),
  );
  const doerOf = ({ id, marked_by, delegated_to, delegation_status }: (typeof tasks)[number]) => {
    const delegate = !marked_by && delegation_status === "accepted" ? delegated_to : null;
    const member = members.get(id);
    const member_id = member ?? delegate;
    return findHouseholdPerson(people, {
      user_id: member_id || member === null ? null : marked_by,
      member_id,
    });
  };
  const byPerson = Map.groupBy(tasks, doerOf);
  return {
    name: shown.toPlainDate({ day: 1 }).toLocaleString("en-US", { month: "long", year: "numeric" }),
    earlier: shown.subtract({ months: 1 }).toString(),
    later: Temporal.PlainYearMonth.compare(shown, thisMonth) < 0 ? next.toString() : null,
    people: [...byPerson]
      .map(([person, own]) => ({
        name: person?.name ?? "",
        isViewer: person?.userId === userId,
        done: [...Map.groupBy(own, ({ title }) => title)].map(([title, { length }]) => ({
          title,
          times: length,
        })),
      }))
      .toSorted(
        (one, other) =>
          Number(one.name === "") - Number(other.name === "") || one.name.localeCompare(other.name),
      ),
    isCut: tasks.length === maxTasks,
  };
}
