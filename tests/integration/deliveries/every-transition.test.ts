import type { Kysely, Selectable } from "kysely";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { changeState } from "#app/domain/outbox/change-state.server.ts";
import { statesIn, type TransitionName, transitions } from "#app/domain/outbox/state.ts";
import { same, type TransitionRule } from "#app/domain/outbox/transition-rule.ts";
import type { Database } from "#db/schema.ts";
import { depth } from "../../support/runner/depth.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";

type Row = Selectable<Database["deliveries"]>;

const names = Object.keys(transitions) as TransitionName[];
const states = statesIn("waiting", "sent", "failed", "not-sent");
const fallbacks = [null, "wanted", "taken", "none"] as const;
const [before, now] = ["2031-06-01T16:00:00.000Z", "2031-06-01T17:00:00.000Z"];

/** The values that a change brings, for the columns that it takes. */
const values: Record<string, unknown> = {
  not_before: "2031-06-02T16:00:00.000Z",
  lease_until: "2031-06-01T17:00:30.000Z",
  expires_at: "2031-06-03T16:00:00.000Z",
  reason: "refused",
  merged_into: "target",
  device_id: "phone",
  provider_id: "SM1",
  retry_count: 7,
  channel: "email",
  stands_in_for: "sms",
  user_id: "another",
};

const ruleOf = (name: TransitionName): TransitionRule => transitions[name];

function mayStart(name: TransitionName, row: Row): boolean {
  const { from, fallback, hold } = ruleOf(name);
  return (
    from.includes(row.state) &&
    (fallback.from?.includes(row.other_way) ?? true) &&
    (hold.from ?? row.held_at !== null) === (row.held_at !== null)
  );
}

function change(db: Kysely<Database>, name: TransitionName) {
  const columns = Object.fromEntries(ruleOf(name).takes.map((column) => [column, values[column]]));
  return changeState(db, { transition: name, columns } as never, now);
}

async function addRows(db: Kysely<Database>, userId: string, rows: Partial<Row>[]) {
  const common = { kind: "test", channel: "sms", user_id: userId, subject_id: userId } as const;
  const times = { due_at: before, not_before: before, created_at: before };
  await db
    .insertInto("deliveries")
    .values(
      rows.map((row, id) => ({ id: `${id}`, dedupe_key: `${id}`, ...common, ...times, ...row })),
    )
    .execute();
}

const allRows = (db: Kysely<Database>) =>
  db.selectFrom("deliveries").selectAll().orderBy("id").execute();

test("each transition starts only where the table says, and sets only what it says", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  values.user_id = (await newFamily(own.db)).userId;
  await addRows(own.db, userId, [
    { id: "target", state: "ready" },
    ...states.flatMap((state) =>
      fallbacks.flatMap((other_way) =>
        [null, before].map((held_at) => ({ state, other_way, held_at })),
      ),
    ),
  ]);
  const rows = await allRows(own.db);
  for (const name of names) {
    const { to, takes, fallback, hold, sets } = ruleOf(name);
    const trx = await own.db.startTransaction().execute();
    await change(trx, name).where("id", "!=", "target").execute();
    const after = await allRows(trx);
    await trx.rollback().execute();
    const expected = rows.map((row, at) => {
      if (row.id === "target" || !mayStart(name, row)) return row;
      const changed = Object.entries(after[at]!).filter(([column]) => column in sets(now));
      return {
        ...row,
        ...Object.fromEntries(changed),
        ...Object.fromEntries(takes.map((column) => [column, values[column]])),
        ...(to !== same && { state: to }),
        ...(fallback.to !== undefined && { other_way: fallback.to }),
        ...(hold.to !== undefined && { held_at: hold.to ? now : null }),
      };
    });
    expect({ name, rows: after }).toEqual({ name, rows: expected });
  }
});

test("whatever happens to a message, its columns agree with its state", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  values.user_id = userId;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 20, maxLength: 40 }), async (choices) => {
      const trx = await own.db.startTransaction().execute();
      try {
        await addRows(trx, userId, [{ id: "target" }, { id: "message" }]);
        let row = (await allRows(trx)).find(({ id }) => id === "message")!;
        for (const choice of choices) {
          const possible = names.filter((name) => mayStart(name, row));
          if (possible.length === 0) break;
          const name = possible[choice % possible.length]!;
          const changed = change(trx, name).where("id", "=", "message");
          row = await changed.returningAll().executeTakeFirstOrThrow();
          expect({ name, wrong: findContradictions(row) }).toEqual({ name, wrong: [] });
        }
      } finally {
        await trx.rollback().execute();
      }
    }),
    depth({ full: 5_000, part: 100 }),
  );
});

function findContradictions(row: Row): string[] {
  const { state, other_way } = row;
  const isOpen = statesIn("waiting").includes(state);
  const facts = {
    "ended and open": isOpen === (row.ended_at !== null),
    "merged into nothing": state === "merged" && row.merged_into === null,
    "sending without a lease": state === "sending" && row.lease_until === null,
    "unknown since never": state === "unknown" && row.unknown_since === null,
    "the fallback is wanted too early": other_way === "wanted" && (isOpen || state === "sent"),
    "it goes out beside its fallback":
      other_way === "taken" && (state === "sending" || state === "unknown"),
  };
  return Object.entries(facts).flatMap(([name, isTrue]) => (isTrue ? name : []));
}
