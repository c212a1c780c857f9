import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createConcurrencyLimit } from "#app/server/fair-use/concurrency-limit.server.ts";

afterEach(() => void vi.useRealTimers());

test.each([
  { workMs: 40, restMs: 40 },
  { workMs: 5_000, restMs: 250 },
])("after $workMs ms of work, a place rests for $restMs ms", async ({ workMs, restMs }) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const enter = createConcurrencyLimit(1);
  const first = await enter("one");
  const started: string[] = [];
  void enter("one").then(() => started.push("second"));
  vi.advanceTimersByTime(workMs);
  first.leave();
  vi.advanceTimersByTime(restMs - 1);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual([]);
  vi.advanceTimersByTime(1);
  await nextTurn();
  await nextTurn();
  expect(started).toEqual(["second"]);
});
