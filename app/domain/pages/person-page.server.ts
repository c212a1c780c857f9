import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findChildFor } from "#app/domain/children/child-pages.server.ts";
import { findStars, type Stars } from "#app/domain/children/stars.server.ts";
import { listPendingRequests } from "#app/domain/delegation/views/pending-requests.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { findFaces, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import type { Database, Relation } from "#db/schema.ts";
import { describeAway } from "./lasting.server.ts";
import { countDoneThisMonth } from "./done-this-month.server.ts";
import { findWeekPage, type WeekPage } from "./week-days.server.ts";

interface Open {
  /** The days of this week that have open tasks. */
  days: {
    name: string;
    tasks: OpenTask[];
  }[];
  /** The open tasks without a date. */
  undated: Pick<OpenTask, "id" | "title" | "who">[];
}

interface OpenTask {
  id: string;
  href: string;
  title: string;
  time: string | null;
  /** "until Dec 8" if it was said to last for several days. */
  until: string | null;
  /** The name of who does it. */
  who: string | null;
}

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
  /** "Away until Dec 8", "Away Dec 5 to 8". */
  away: string[];
  doneThisMonth: number;
  /** The tasks that they do this week. */
  own: Open;
  /** This week's tasks about them that somebody else does. */
  about: Open;
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
  const week = await findWeekPage(db, viewer, { day: null, who: id, now });
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
    away: await describeAway(db, viewer, id, now),
    doneThisMonth: (await countDoneThisMonth(db, viewer, now)).get(id) ?? 0,
    own: findOpen(week, ({ personId }) => personId === id),
    about: findOpen(week, ({ personId }) => personId !== id),
    asked: await listPendingRequests(db, id),
  };
}

function findOpen(
  { days, undated }: Pick<WeekPage, "days" | "undated">,
  isShown: (task: { personId: string | null }) => boolean,
): Open {
  const open = days.map(({ weekday, name, isToday, tasks }) => ({
    name: isToday ? "Today" : `${weekday}, ${name}`,
    tasks: tasks
      .filter((task) => !task.isCompleted && isShown(task))
      .map(({ id, href, title, time, until, who }) => ({ id, href, title, time, until, who })),
  }));
  return {
    days: open.filter(({ tasks }) => tasks.length > 0),
    undated: undated.tasks.filter(isShown).map(({ id, title, who }) => ({ id, title, who })),
  };
}
