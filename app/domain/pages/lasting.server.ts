import type { Kysely } from "kysely";
import { Temporal } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  findAwayFrom,
  findLasting,
  untilWords,
} from "#app/domain/inbox/meant/whereabouts.server.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { findAwayBetween } from "#app/domain/series/changing/away.server.ts";
import type { Database } from "#db/schema.ts";

/** A line of the week's day. */
export interface LastingLine {
  /** Its key in the list. */
  id: string;
  href: string;
  title: string;
  /** "until Dec 8". */
  until: string;
  who: string | null;
  personId: string | null;
  aboutId: string | null;
}

interface Between {
  from: string;
  before: string;
}

/** Finds who is away on these days, and what goes on from a day before. */
export async function findLastingByDay(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { dates, between, now }: { dates: Temporal.PlainDate[]; between: Between; now: string },
) {
  const tasks = await findLasting(db, viewer, between);
  const [firstOn, lastOn] = [dates[0]!.toString(), dates.at(-1)!.toString()];
  const away = await findAwayBetween(db, viewer, { firstOn, lastOn });
  const labels = await findLabels(
    db,
    tasks.flatMap(({ personId }) => personId ?? []),
  );
  return {
    untilOf: new Map(tasks.map(({ id, lastOn: last }) => [id, untilWords(last, now)])),
    on: (date: Temporal.PlainDate): LastingLine[] => {
      const day = date.toString();
      return [
        ...away
          .filter((one) => one.firstOn <= day && day <= one.lastOn)
          .map(({ personId, name, lastOn: last }) => ({
            id: `away ${personId}`,
            href: "/family/away",
            title: `${name} is away`,
            until: untilWords(Temporal.PlainDate.from(last), now),
            who: name,
            personId,
            aboutId: null,
          })),
        ...tasks
          .filter((task) => task.firstOn.toString() < day && day <= task.lastOn.toString())
          .map(({ id, title, personId, aboutId, lastOn: last }) => ({
            id,
            href: `/tasks/${id}`,
            title,
            until: untilWords(last, now),
            who: labels.get(personId ?? "") ?? null,
            personId,
            aboutId,
          })),
      ];
    },
  };
}

/** Says when a person is away from now on: "Away until Dec 8", "Away Dec 5 to Dec 8". */
export async function describeAway(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  personId: string,
  now: string,
): Promise<string[]> {
  const away = await findAwayFrom(db, viewer, now);
  return away.filter((one) => one.personId === personId).map(({ days }) => `Away ${days}`);
}
