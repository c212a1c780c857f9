import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findAwayUntil } from "#app/domain/series/changing/away.server.ts";
import type { Database } from "#db/schema.ts";
import { countDoneThisMonth } from "./done-this-month.server.ts";
import { countWeekByPerson } from "./week-days.server.ts";
import { findWhose, type WhoseChoice } from "./whose.server.ts";

type Listed = WhoseChoice["people"][number];

export interface FamilyPeople {
  /** The viewer comes first. */
  people: FamilyPerson[];
  /** The number of people who are not shown. */
  others: number;
}

interface FamilyPerson extends Listed {
  /** The number of open tasks that they do this week. */
  thisWeek: number;
  /** The number of those about them that others do. */
  aboutThisWeek: number;
  doneThisMonth: number;
  /** The last day away, such as "Jun 12"; null if they are here. */
  awayUntil: string | null;
}

const maxShown = 12;

/** Makes the same number of queries for any number of people. */
export async function findFamilyPeople(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { showsAll, now }: { showsAll: boolean; now: string },
): Promise<FamilyPeople> {
  const { people } = await findWhose(db, viewer, null);
  const ordered = people.toSorted((one, other) => Number(other.isYou) - Number(one.isYou));
  const shown = showsAll ? ordered : ordered.slice(0, maxShown);
  const week = await countWeekByPerson(db, viewer, now);
  const done = await countDoneThisMonth(db, viewer, now);
  const away = await findAwayUntil(db, viewer, now);
  return {
    people: shown.map((person) => ({
      ...person,
      thisWeek: week.get(person.id)?.own ?? 0,
      aboutThisWeek: week.get(person.id)?.about ?? 0,
      doneThisMonth: done.get(person.id) ?? 0,
      awayUntil: away.get(person.id) ?? null,
    })),
    others: ordered.length - shown.length,
  };
}
