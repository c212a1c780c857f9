import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTestNow } from "../../../scripts/test/test-clock.ts";
import {
  clockSettings,
  ownClockSeconds,
  setClock,
} from "../../support/runner/clock/clock-settings.ts";

test.for([
  ["2026-12-31", "2026-12-31T17:00:00Z"],
  ["2027-03-14T23:30", "2027-03-15T03:30:00Z"],
  ["2027-10-31T00:30[Europe/Berlin]", "2027-10-30T22:30:00Z"],
  ["2028-02-29[Pacific/Auckland]", "2028-02-28T23:00:00Z"],
])("MILA_TEST_NOW=%s is %s", ([text, instant]) => {
  expect(readTestNow(text!)?.toInstant().toString()).toBe(instant);
});

test.for([
  "tomorrow",
  "2027-02-30",
  "2027-03-14 23:30",
  "2027-03-14T25:30",
  "2027-03-14[Nowhere/City]",
])("MILA_TEST_NOW=%s is refused", (text) => {
  expect(readTestNow(text)).toBeNull();
});

const day = 86_400;

test.runIf(clockSettings(""))(
  "a program with a test's clock runs at its time, and so does what it starts",
  ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), "mila-clock-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "clock");
    setClock(file, ownClockSeconds + 400 * day);
    const script = `process.stdout.write(Date.now() + " "); child_process.spawnSync("date", ["+%s%3N"], { stdio: "inherit" })`;
    const { stdout } = spawnSync(process.execPath, ["-e", script], {
      env: { ...process.env, ...clockSettings(file) },
    });
    const daysAhead = String(stdout)
      .split(" ")
      .map((time) => Math.round((Number(time) - Date.now()) / 1_000 / day));
    expect(daysAhead).toEqual([400, 400]);
  },
);
