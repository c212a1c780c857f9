import { expect, test } from "vitest";
import { createDueAlarm } from "#jobs/due-alarm.ts";

const hour = 3_600_000;
const tickedAt = "2030-01-01T00:00:00.000Z";
const never = new AbortController().signal;

test("the worker's wait ends when the next message is due, not before", async () => {
  const dueAt = Date.now() + 150;
  const alarm = createDueAlarm(async () => new Date(dueAt).toISOString());
  await alarm.wait(hour, never);
  expect(Date.now()).toBeGreaterThan(dueAt);
});

test("the wait ends when it is told of a message, also during the tick before", async () => {
  const alarm = createDueAlarm(async () => undefined);
  alarm.set(tickedAt);
  const waiting = alarm.wait(hour, never);
  alarm.ring();
  await waiting;
  alarm.set(tickedAt);
  alarm.ring();
  await expect(alarm.wait(hour, never)).resolves.toBeUndefined();
});

test("the wait ends when the worker stops", async () => {
  const stopping = new AbortController();
  const waiting = createDueAlarm(async () => undefined).wait(hour, stopping.signal);
  stopping.abort();
  await expect(waiting).resolves.toBeUndefined();
});

test("without an answer from the database, the worker waits as long as between two ticks", async () => {
  const alarm = createDueAlarm(() => Promise.reject(new Error("database is locked")));
  const startedAt = performance.now();
  await alarm.wait(100, never);
  expect(performance.now() - startedAt).toBeGreaterThan(95);
});
