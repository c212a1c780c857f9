import { afterEach, expect, test, vi } from "vitest";
import { showProgress } from "../../../scripts/start/build.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the first build says every 5 seconds that it still works, and how long it took", async () => {
  vi.useFakeTimers();
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { promise: built, resolve: finish } = Promise.withResolvers<void>();
  const shown = showProgress(() => built);
  await vi.advanceTimersByTimeAsync(11_000);
  finish();
  await shown;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(print.mock.calls.flat()).toEqual([
    "Building Mila, once for each version …",
    "… still building after 5 s",
    "… still building after 10 s",
    "Built in 11 s",
  ]);
});
