import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import {
  listTaskPage,
  partQuery,
  partsOf,
  taskOrders,
  type TaskPage,
} from "#app/domain/tasks/lists/task-page.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, type TestFamily } from "../../support/records/family.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const values = {
  afterValue: "",
  afterId: "",
  dueBefore: "",
  dueAfter: "",
  changedSince: "",
  whose: "",
  aboutId: "",
};

const page = { isDescending: false, after: null, most: 50 } as const;

test.skipIf(skippedOnPostgres.plans)(
  "each part of a page has an index that has its order",
  async () => {
    await using own = newDatabase();
    const plans = [];
    for (const order of taskOrders) {
      for (const part of partsOf({ ...page, order })) {
        const query = partQuery(own.db, "any", part, values);
        const plan = withoutConstants(await query.explain(undefined, sql`query plan`));
        const details = plan.map(({ detail }) => String(detail));
        plans.push([order, details.filter((one) => /SCAN|TEMP B-TREE/.test(one))]);
      }
    }
    // Those of one instant, and those without a date, are few.
    const ties = ["USE TEMP B-TREE FOR LAST TERM OF ORDER BY"];
    const sorted = ["USE TEMP B-TREE FOR ORDER BY"];
    expect(plans).toEqual([
      ["created_at", []],
      ["created_at", []],
      ["due_date", ties],
      ["due_date", sorted],
      ["due_date", ties],
      ["due_date", sorted],
      ["updated_at", []],
    ]);
  },
);

/** Tasks with the same times, without a date, done and deleted. */
async function plant(own: ReturnType<typeof newDatabase>, family: TestFamily): Promise<void> {
  const rows = Array.from({ length: 24 }, (_, at) => {
    const instant = `2031-01-0${1 + (at % 4)}T12:00:00.000Z`;
    const due = { due_date: instant, due_local: instant.slice(0, 16), due_time_zone: "UTC" };
    return {
      id: newId(),
      household_id: family.householdId,
      user_id: family.userId,
      title: `Task ${at}`,
      category: "Kids" as const,
      created_at: instant,
      changed_at: instant,
      is_completed: at % 3 === 0 ? (1 as const) : (0 as const),
      ...(at % 5 === 0 ? { due_date: null, due_local: null, due_time_zone: null } : due),
    };
  });
  await own.db.insertInto("tasks").values(rows).execute();
}

const everyPage = taskOrders.flatMap((order) =>
  [false, true].flatMap((isDescending) =>
    [1, 2, 5, 24].map((most): TaskPage => ({ order, isDescending, after: null, most })),
  ),
);

test.for(everyPage)(
  "pages of $most by $order, descending: $isDescending, have each task once, in order",
  async (first) => {
    await using own = newDatabase();
    const family = await newFamily(own.db);
    await plant(own, family);
    await plant(own, await newFamily(own.db));
    const all = await listTaskPage(own.db, family, { ...first, most: 100 });
    expect(all).toHaveLength(24);
    const keyOfRow = (row: (typeof all)[number]) =>
      ({
        created_at: row.created_at,
        due_date: row.due_date ?? "9999-12-31T23:59:59.999Z",
        updated_at: row.changed_at!,
      })[first.order];
    const keys = all.map((row) => `${keyOfRow(row)} ${row.id}`);
    expect(keys).toEqual(first.isDescending ? keys.toSorted().toReversed() : keys.toSorted());
    const paged = [];
    let after: TaskPage["after"] = null;
    do {
      const found: typeof all = await listTaskPage(own.db, family, { ...first, after });
      const rows = found.slice(0, first.most);
      paged.push(...rows.map(({ id }) => id));
      const last = found.length > first.most ? rows.at(-1)! : null;
      after = last && { value: keyOfRow(last), id: last.id };
    } while (after);
    expect(paged).toEqual(all.map(({ id }) => id));
  },
);
