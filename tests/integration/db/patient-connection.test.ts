import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseConnection, QueryResult } from "kysely";
import { expect, test } from "vitest";
import { waitForLocks } from "#db/sqlite/patient-connection.ts";

const maxWaitMs = 100;
const turnMs = 200;

test("waiting for others' turns does not count as waiting for a lock", async () => {
  const turns = { take: () => pause(turnMs), end: () => undefined };
  const connection = waitForLocks(lockedFor(2), { turns, maxWaitMs, isInTransaction: () => false });
  expect(await connection.executeQuery({} as never, {} as never)).toEqual({ rows: ["saved"] });
});

test("a lock that stays is reported", async () => {
  const turns = { take: () => Promise.resolve(), end: () => undefined };
  const connection = waitForLocks(lockedFor(Infinity), {
    turns,
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
