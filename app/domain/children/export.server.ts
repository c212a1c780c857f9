import type { ExportPart } from "#app/domain/core/export.ts";
import { listNamesEver } from "#app/domain/people/people.server.ts";
import { idList } from "#db/sql/values.ts";

export const childrenExport = {
  child_pages: async (db, { householdId }) => {
    const people = await listNamesEver(db, householdId);
    return db
      .selectFrom("child_pages")
      .select(["person_id", "made_at", "last_used_at"])
      .where("person_id", "in", idList(people.map(({ id }) => id)))
      .orderBy("id")
      .execute();
  },
  star_households: (db, { householdId }) =>
    db
      .selectFrom("star_households")
      .select("turned_on_at")
      .where("household_id", "=", householdId)
      .execute(),
  child_stars: async (db, { householdId }) => {
    const people = await listNamesEver(db, householdId);
    return db
      .selectFrom("child_stars")
      .select(["person_id", "stars", "task_id", "reason", "given_at"])
      .where("person_id", "in", idList(people.map(({ id }) => id)))
      .orderBy("id")
      .execute();
  },
  child_goals: async (db, { householdId }) => {
    const people = await listNamesEver(db, householdId);
    return db
      .selectFrom("child_goals")
      .select(["person_id", "words", "stars", "set_at"])
      .where("person_id", "in", idList(people.map(({ id }) => id)))
      .orderBy("person_id")
      .execute();
  },
} satisfies Record<string, ExportPart>;
