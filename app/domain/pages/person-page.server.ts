import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findChildFor } from "#app/domain/children/child-pages.server.ts";
import { findStars, type Stars } from "#app/domain/children/stars.server.ts";
import { listPendingRequests } from "#app/domain/delegation/views/pending-requests.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findFaces, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findAwayUntil } from "#app/domain/series/changing/away.server.ts";
import type { Database, Relation } from "#db/schema.ts";
import { countDoneThisMonth } from "./done-this-month.server.ts";
import { findWeekPage } from "./week-days.server.ts";

interface PersonPage {
  id: string;
  /** The name, with what distinguishes them from others of that name. */
  name: string;
  face: number;
  isYou: boolean;
  /** Null for an account that the family's list does not have. */
  relation: Relation | null;
  hasAccount: boolean;
  /** True for a child, to whom the viewer may give a page of their own. */
  mayHavePage: boolean;
  /** Null unless the family wants stars, and the person is a child. */
  stars: Stars | null;
  awayUntil: string | null;
  doneThisMonth: number;
  /** The days of this week that have open tasks of theirs. */
  days: {
    name: string;
    tasks: { id: string; href: string; title: string; time: string | null }[];
  }[];
  /** The open tasks without a date. */
  undated: { id: string; title: string }[];
  /** The open tasks that they were asked about and have not answered. */
  asked: { taskId: string; title: string }[];
}

/** Returns null for a person who is not in the viewer's household. */
export async function findPersonPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  now: string,
): Promise<PersonPage | null> {
  const people = await listHouseholdPeople(db, viewer.householdId);
  const person = people.find((each) => each.id === id);
  if (!person) return null;
  const { days, undated } = await findWeekPage(db, viewer, { day: null, who: id, now });
  const [row, faces] = [await findPeopleByIds(db, [id]), await findFaces(db, [id])];
  const { relation } = row.get(id)!;
  const { householdId } = viewer;
  return {
    id,
    name: person.label,
    face: faces.get(id)!,
    isYou: person.userId === viewer.userId,
    relation,
    hasAccount: person.userId !== null,
    mayHavePage: (await findChildFor(db, viewer, id)) !== null,
    stars: relation === "child" ? await findStars(db, { personId: id, householdId }) : null,
    awayUntil: (await findAwayUntil(db, viewer, now)).get(id) ?? null,
    doneThisMonth: (await countDoneThisMonth(db, viewer, now)).get(id) ?? 0,
    days: days.flatMap(({ weekday, name, isToday, tasks }) => {
      const open = tasks.filter(({ isCompleted }) => !isCompleted);
      const shown = open.map((task) => ({
        id: task.id,
        href: task.href,
        title: task.title,
        time: task.time,
      }));
      return open.length > 0
        ? [{ name: isToday ? "Today" : `${weekday}, ${name}`, tasks: shown }]
        : [];
    }),
    undated: undated.tasks,
    asked: await listPendingRequests(db, id),
  };
}
