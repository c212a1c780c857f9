import { expect, test } from "vitest";
import type { Change, KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { nextChange } from "#app/service-worker/queue/send.ts";

const now = Date.parse("2031-06-10T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const nobody = new Set<string>();

function kept(
  changeId: string,
  taskId: string | null,
  about: Partial<KeptChange> = {},
): KeptChange {
  const change: Change = taskId ? { type: "complete", taskId } : { type: "add", text: changeId };
  return { changeId, userId: "nora", madeAt: secondsAgo(60), change, title: changeId, ...about };
}

const next = (all: KeptChange[], others = nobody) => nextChange(all, others, now)?.changeId;

test("changes are sent in the order in which they were made", () => {
  expect(next([kept("first", "vet"), kept("second", "milk")])).toBe("first");
  expect(next([kept("first", "vet", { refused: "It's gone" }), kept("second", "milk")])).toBe(
    "second",
  );
  expect(
    next([kept("first", "vet"), kept("second", "milk", { userId: "emma" })], new Set(["nora"])),
  ).toBe("second");
  expect(next([kept("first", null, { isElsewhere: true }), kept("second", null)])).toBe("second");
  expect(next([])).toBeUndefined();
});

test("one that failed twice is tried again before all others", () => {
  const failed = { times: 2, at: secondsAgo(0) };
  expect(next([kept("first", "vet", { failed }), kept("second", "milk")])).toBe("first");
});

test("after three failures, only later changes to the same task wait for it", () => {
  const stuck = kept("first", "vet", { failed: { times: 3, at: secondsAgo(1) } });
  expect(next([stuck, kept("second", "vet"), kept("third", "milk"), kept("fourth", null)])).toBe(
    "third",
  );
  expect(next([stuck, kept("second", "vet"), kept("third", null)])).toBe("third");
  expect(next([stuck, kept("second", "vet")])).toBeUndefined();
  expect(next([kept("add", null, { failed: stuck.failed }), kept("other", null)])).toBe("other");
});

test("words over the server's limit hold up other words for a moment, but no ticks", () => {
  const limited = (seconds: number) => kept("first", null, { limitedAt: secondsAgo(seconds) });
  expect(next([limited(1), kept("second", null), kept("third", "vet")])).toBe("third");
  expect(next([limited(1), kept("second", null)])).toBeUndefined();
  expect(next([limited(5), kept("second", null), kept("third", "vet")])).toBe("first");
  expect(next([limited(-60), kept("second", null)])).toBe("first");
  expect(
    next([kept("first", "vet", { limitedAt: secondsAgo(1) }), kept("second", "milk")]),
  ).toBeUndefined();
});

test.each([
  [3, 31, undefined],
  [3, 33, "first"],
  [20, 3_590, undefined],
  [20, 3_601, "first"],
  [20, -60, "first"],
])("a change that failed %i times pauses: %i seconds later", (times, seconds, expected) => {
  expect(next([kept("first", "vet", { failed: { times, at: secondsAgo(seconds) } })])).toBe(
    expected,
  );
});
