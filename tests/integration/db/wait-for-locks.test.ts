import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseConnection, QueryResult } from "kysely";
import { expect, test } from "vitest";
import { waitForLocks } from "#db/dialects/sqlite/wait-for-locks.ts";

const maxWaitMs = 100;
const queueMs = 200;

test("waiting for the mutex does not count as waiting for a lock", async () => {
  const mutex = { acquire: () => pause(queueMs), release: () => undefined };
  const connection = waitForLocks(lockedFor(2), { mutex, maxWaitMs, isInTransaction: () => false });
  expect(await connection.executeQuery({} as never, {} as never)).toEqual({ rows: ["saved"] });
});

test("a lock that stays is reported", async () => {
  const mutex = { acquire: () => Promise.resolve(), release: () => undefined };
  const connection = waitForLocks(lockedFor(Infinity), {
    mutex,
    maxWaitMs,
    isInTransaction: () => false,
  });
  await expect(connection.executeQuery({} as never, {} as never)).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
});

function lockedFor(tries: number): DatabaseConnection {
  let left = tries;
  return {
    async executeQuery<Row>() {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      return { rows: ["saved"] } as QueryResult<Row>;
    },
    streamQuery: () => {
      throw new Error("It is not used");
    },
  };
}
