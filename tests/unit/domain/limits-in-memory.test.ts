import { afterEach, expect, test, vi } from "vitest";
import { allowInMemory, isUsedUp } from "#app/domain/core/rate-limits/allow.server.ts";

afterEach(() => void vi.useRealTimers());

test("events count until the window has passed, and what is refused does not count", () => {
  vi.useFakeTimers({ now: 0 });
  const quarterHour = 15 * 60_000;
  const tries = () => Array.from({ length: 20 }, () => allowInMemory("guesses", "a"));
  expect(tries()).toEqual(Array.from({ length: 20 }, () => true));
  vi.setSystemTime(quarterHour / 2);
  expect(tries().filter(Boolean)).toHaveLength(10);
  expect([isUsedUp("guesses", "a"), isUsedUp("guesses", "b")]).toEqual([true, false]);
  expect(allowInMemory("changes", "a")).toBe(true);
  vi.setSystemTime(quarterHour);
  expect([isUsedUp("guesses", "a"), tries().filter(Boolean).length]).toEqual([false, 20]);
  vi.setSystemTime(3 * quarterHour);
  expect(isUsedUp("guesses", "a")).toBe(false);
});

test("a stranger of many networks makes counting no slower, and fills no memory", () => {
  const startedAt = process.cpuUsage();
  for (let time = 1; time <= 30; time += 1) allowInMemory("guesses", "network 0");
  expect(isUsedUp("guesses", "network 0")).toBe(true);
  for (let network = 1; network < 20_000; network += 1) {
    isUsedUp("guesses", `network ${network}`);
    allowInMemory("guesses", `network ${network}`);
  }
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(2_000);
  // The first one was forgotten.
  expect(isUsedUp("guesses", "network 0")).toBe(false);
});
