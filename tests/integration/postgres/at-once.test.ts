import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { notify, dueNotice } from "#db/sql/notices.ts";
import { listen } from "#db/dialects/postgres/listen.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { emptyDatabase } from "../../support/postgres/databases.ts";
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
  "a notice is heard once its transaction is saved, also after the connection broke",
  async () => {
    await using own = await emptyDatabase();
    await migratePostgres(own.db);
    let heard = 0;
    const stop = listen(own.url, dueNotice, () => (heard += 1));
    await expect.poll(() => heard).toBe(1);
    await own.db.transaction().execute(async (trx) => {
      await notify(trx, dueNotice);
      await pause(100);
      expect(heard).toBe(1);
    });
    await expect.poll(() => heard).toBe(2);
    const failed = own.db.transaction().execute(async (trx) => {
      await notify(trx, dueNotice);
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    await endOthers.execute(own.db);
    // It rings after a break, because it may have missed something.
    await expect.poll(() => heard).toBe(3);
    await notify(own.db, dueNotice);
    await expect.poll(() => heard).toBe(4);
    stop();
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
