import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { waitForLocks } from "#db/dialects/sqlite/wait-for-locks.ts";

const maxWaitMs = 100;
const queueMs = 200;

test("waiting for the mutex does not count as waiting for a lock", async () => {
  const mutex = { acquire: () => pause(queueMs), release: () => undefined, isWanted: () => true };
  expect(await waitForLocks(lockedFor(2), { mutex, maxWaitMs })).toBe("saved");
});

test("a lock that stays is reported", async () => {
  await expect(waitForLocks(lockedFor(Infinity), { maxWaitMs })).rejects.toMatchObject({
    code: "SQLITE_BUSY",
  });
});

function lockedFor(tries: number): () => string {
  let left = tries;
  return () => {
    left -= 1;
    if (left >= 0) throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    return "saved";
  };
}
