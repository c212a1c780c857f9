import { afterEach, expect, test, vi } from "vitest";
import { slidingWindow } from "#app/domain/core/sliding-window.ts";

afterEach(() => void vi.useRealTimers());

test("events count until the window has passed", () => {
  vi.useFakeTimers({ now: 0 });
  const window = slidingWindow(1_000);
  window.add("a");
  vi.setSystemTime(600);
  window.add("a");
  expect([window.count("a"), window.count("b")]).toEqual([2, 0]);
  vi.setSystemTime(1_100);
  expect(window.count("a")).toBe(1);
  vi.setSystemTime(1_700);
  expect(window.count("a")).toBe(0);
});

test("a stranger of many networks makes counting no slower, and fills no memory", () => {
  const window = slidingWindow(60_000);
  const startedAt = process.cpuUsage();
  for (let network = 0; network < 20_000; network += 1) {
    window.count(`network ${network}`);
    window.add(`network ${network}`);
  }
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(2_000);
  expect([window.count("network 0"), window.count("network 19999")]).toEqual([0, 1]);
});
