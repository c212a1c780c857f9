import { CompiledQuery, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { findIncomingRequests } from "#app/domain/delegation/views/incoming-requests.server.ts";
import { findDashboardAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { findDoneMonth } from "#app/domain/pages/done-this-month.server.ts";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { findWelcome } from "#app/domain/pages/welcome.server.ts";
import { listAssignees } from "#app/domain/tasks/lists/assignees.server.ts";
import { countOverdue, findNextOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import type { Database } from "#db/schema.ts";
import { addTask } from "../../support/people/say.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

/** All open tasks of a household, or all that are done. */
const wholeHousehold = /^SEARCH tasks USING INDEX \w+ \(household_id=\?( AND is_completed=\?)?\)$/;

const parts: Record<string, (db: Kysely<Database>, nora: TestFamily) => Promise<unknown>> = {
  "the week": (db, nora) => readWeek(db, nora),
  assignees: (db, nora) => listAssignees(db, nora.householdId),
  "the list": (db, nora) => listTaskCards(db, nora),
  "one category": (db, nora) => listTaskCards(db, nora, nowIso(), { category: "Kids" }),
  "overdue tasks": (db, nora) => Promise.all([countOverdue(db, nora), findNextOverdue(db, nora)]),
  requests: (db, nora) => findIncomingRequests(db, nora),
  alerts: (db, nora) => findDashboardAlerts(db, nora, () => true),
  "what was done": (db, nora) => findDoneMonth(db, nora, null),
  welcome: (db, nora) => findWelcome(db, nora),
};

test.skipIf(skippedOnPostgres.plans).each(Object.keys(parts))(
  "%s does not read a household's tasks one by one",
  async (name) => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    await addTask(own.db, nora, { text: "Buy milk or bread tomorrow or on Friday" });
    const queries = await captureQueries(own.db, (db) => parts[name]!(db, nora));
    const reading = [];
    for (const { sql: text, parameters } of queries) {
      const query = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await own.db.executeQuery<{ detail: string }>(query);
      const isSorted = rows.some(({ detail }) => detail.startsWith("USE TEMP B-TREE"));
      const isWhole = rows.some(({ detail }) => wholeHousehold.test(detail));
      if (isWhole && (isSorted || !/ limit /.test(text))) reading.push(text);
    }
    expect(queries.length).toBeGreaterThan(0);
    expect(reading).toEqual([]);
  },
);
