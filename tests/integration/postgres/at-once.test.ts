import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newDatabase } from "../../support/records/database.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { newFamily } from "../../support/records/family.ts";

const endOthers = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test.skipIf(!isOnPostgres)(
  "changes at the same time, in transactions or alone, are all kept",
  async () => {
    await using own = newDatabase();
    const { householdId } = await newFamily(own.db);
    const revision = own.db
      .selectFrom("households")
      .select("revision")
      .where("id", "=", householdId);
    const before = (await revision.executeTakeFirstOrThrow()).revision;
    const readAndWrite = () =>
      own.db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("households")
          .select("revision")
          .where("id", "=", householdId)
          .executeTakeFirstOrThrow();
        await pause(5);
        await trx
          .updateTable("households")
          .set({ revision: row.revision + 1 })
          .where("id", "=", householdId)
          .execute();
      });
    const add = () =>
      own.db
        .updateTable("households")
        .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
        .where("id", "=", householdId)
        .execute();
    await Promise.all(Array.from({ length: 15 }, () => [readAndWrite(), add()]).flat());
    expect((await revision.executeTakeFirstOrThrow()).revision).toBe(before + 30);
  },
);

test.skipIf(!isOnPostgres)(
  "what was not saved because the server went away says so, and the next works",
  async () => {
    await using own = newDatabase();
    const { householdId } = await newFamily(own.db);
    const cut = own.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("households")
        .set({ revision: 99 })
        .where("id", "=", householdId)
        .execute();
      await endOthers.execute(own.db);
      await trx.updateTable("households").set({ revision: 100 }).execute();
    });
    await expect(cut).rejects.toMatchObject({ code: "DATABASE_AWAY" });
    const { revision } = await own.db
      .selectFrom("households")
      .select("revision")
      .where("id", "=", householdId)
      .executeTakeFirstOrThrow();
    expect(revision).toBeLessThan(99);
  },
);
