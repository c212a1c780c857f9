import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { renameSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { SharedCommits } from "#db/dialects/sqlite/shared-commits.ts";
import type { Database } from "#db/schema.ts";
import { dueNotice, notify } from "#db/sql/notices.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const add = (db: Kysely<Database>, id: string) =>
  db.insertInto("households").values({ id, created_at: "2026" }).execute();

/** Adds a household in a transaction of its own, which other work may overtake. */
const addSlowly = (db: Kysely<Database>, id: string) =>
  db.transaction().execute(async (trx) => {
    await pause(5);
    await add(trx, id);
  });

async function listIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("households").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

const letters = (from: string) => Array.from(from);

test.skipIf(skippedOnPostgres.file)(
  "transactions that wait for each other share a commit",
  async () => {
    await using own = newDatabase();
    const commands: string[] = [];
    const verbose = (command: unknown) => void commands.push(String(command));
    await using db = openDatabase(own.file, { verbose });
    await Promise.all(letters("abcde").map((id) => addSlowly(db, id)));
    expect(commands.filter((command) => command === "begin immediate")).toHaveLength(1);
    expect(commands.filter((command) => command === "commit")).toHaveLength(1);
    expect(await listIds(own.db)).toEqual(letters("abcde"));
  },
);

test.skipIf(skippedOnPostgres.file)("many transactions are saved in several commits", async () => {
  await using own = newDatabase();
  const commands: string[] = [];
  const verbose = (command: unknown) => void commands.push(String(command));
  await using db = openDatabase(own.file, { verbose });
  const ids = Array.from({ length: 40 }, (_, index) => `household-${index}`);
  await Promise.all(ids.map((id) => addSlowly(db, id)));
  expect(commands.filter((command) => command === "commit")).toHaveLength(3);
  expect(await listIds(own.db)).toEqual(ids.toSorted());
});

for (const failing of letters("abc"))
  test.skipIf(skippedOnPostgres.file)(
    `of three transactions at once, only ${failing} is undone`,
    async () => {
      await using own = newDatabase();
      const saving = letters("abc").map((id) =>
        own.db.transaction().execute(async (trx) => {
          await pause(5);
          await add(trx, id);
          if (id === failing) throw new Error("It changed its mind");
        }),
      );
      const outcomes = await Promise.allSettled(saving);
      const undone = letters("abc").filter((_, at) => outcomes[at]?.status === "rejected");
      expect(undone).toEqual([failing]);
      expect(await listIds(own.db)).toEqual(letters("abc").filter((id) => id !== failing));
    },
  );

test.skipIf(skippedOnPostgres.file)(
  "one change between transactions waits for them, and holds",
  async () => {
    await using own = newDatabase();
    const changes = [addSlowly(own.db, "a"), add(own.db, "b"), addSlowly(own.db, "c")];
    await Promise.all(changes);
    expect(await listIds(own.db)).toEqual(letters("abc"));
  },
);

test.skipIf(skippedOnPostgres.file)(
  "what is read outside a transaction is saved already",
  async () => {
    await using own = newDatabase();
    const began = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const saving = own.db.transaction().execute(async (trx) => {
      await add(trx, "a");
      expect(await listIds(trx)).toEqual(["a"]);
      began.resolve();
      await read.promise;
    });
    await began.promise;
    expect(await listIds(own.db)).toEqual([]);
    read.resolve();
    await saving;
    expect(await listIds(own.db)).toEqual(["a"]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "a notice of a transaction comes once it is saved",
  async () => {
    await using own = newDatabase();
    await using elsewhere = openDatabase(own.file);
    const seen: Promise<string[]>[] = [];
    const look = () => void seen.push(listIds(elsewhere));
    subscribe(dueNotice, look);
    const saving = letters("ab").map((id) =>
      own.db.transaction().execute(async (trx) => {
        await notify(trx, dueNotice);
        await add(trx, id);
        await pause(5);
        if (id === "b") throw new Error("It changed its mind");
      }),
    );
    await Promise.allSettled(saving);
    unsubscribe(dueNotice, look);
    expect(await Promise.all(seen)).toEqual([["a"]]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "no transaction is said to be saved when their commit fails",
  async () => {
    await using own = newDatabase();
    const kept = `${own.file}.kept`;
    const saving = letters("abc").map((id) =>
      own.db.transaction().execute(async (trx) => {
        await pause(5);
        await add(trx, id);
        if (id === "c") renameSync(own.file, kept);
      }),
    );
    const outcomes = await Promise.allSettled(saving);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    renameSync(kept, own.file);
    expect(await listIds(own.db)).toEqual([]);
    await addSlowly(own.db, "d");
    expect(await listIds(own.db)).toEqual(["d"]);
  },
);

test.skipIf(skippedOnPostgres.file)(
  "a full disk undoes a whole commit, and nothing of it is saved",
  async () => {
    await using own = newDatabase();
    await sql`vacuum`.execute(own.db);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(own.db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(own.db);
    const small = addSlowly(own.db, "a");
    const large = own.db.transaction().execute(async (trx) => {
      for (let at = 0; at < 1_000; at += 1)
        await add(trx, `household-${at}`).catch(() => undefined);
    });
    const outcomes = await Promise.allSettled([small, large]);
    const reason = new Error("An error has undone the transaction");
    expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason })));
    expect(await listIds(own.db)).toEqual([]);
  },
);

for (const failing of ["commit", "release one_of_batch"])
  test(`after “${failing}” has failed, all of the batch hear of it, and others begin`, async () => {
    let isIn = false;
    let fails = true;
    const execute = (command: string) => {
      if (fails && command === failing) throw new Error("disk I/O error");
      if (command === "begin immediate") isIn = true;
      if (command === "rollback" || command === "commit") isIn = false;
    };
    const isInTransaction = () => isIn;
    const requireFile = () => undefined;
    const commits = new SharedCommits({ execute, isInTransaction, requireFile, maxWaitMs: 0 });
    const change = async () => {
      await commits.begin();
      await commits.commit();
    };
    const outcomes = await Promise.allSettled([change(), change()]);
    const reason = new Error("disk I/O error");
    expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason })));
    fails = false;
    await change();
  });
