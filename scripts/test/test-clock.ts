import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { Temporal } from "temporal-polyfill";
import { clockSettings, setClock } from "../../tests/support/runner/clock/clock-settings.ts";
import { installTools } from "./steps.ts";

const usual = { time: "T12:00", zone: "America/New_York" };
const file = resolve("test-results/clock");

/**
 * With MILA_TEST_NOW, every process started from now on (tests, product, browser) has that time,
 * which runs on from there. A zone in it becomes the machine's; the tests' families keep theirs.
 */
export function setTestClock(): void {
  const { MILA_TEST_NOW: text } = process.env;
  if (!text) return;
  const now = readTestNow(text);
  if (!now)
    fail(
      `MILA_TEST_NOW must be like 2026-12-31 or 2027-03-14T23:30[America/New_York], not ${text}`,
    );
  const [program = "", ...args] = installTools.command;
  if (!clockSettings(file)) spawnSync(program, args, { stdio: "inherit" });
  const settings = clockSettings(file);
  if (!settings) fail("MILA_TEST_NOW needs Debian's faketime: apt-get install faketime");
  mkdirSync("test-results", { recursive: true });
  setClock(file, Math.round((now.epochMilliseconds - Date.now()) / 1_000));
  Object.assign(process.env, settings, { TZ: now.timeZoneId });
  // Programs that tests start have the clock already.
  delete process.env.MILA_TEST_NOW;
  console.log(`It is ${now.toString()}`);
}

/** Defaults to noon and to New York. Returns null if the text has no date. */
export function readTestNow(text: string): Temporal.ZonedDateTime | null {
  const [, date, time = usual.time, zone = usual.zone] =
    /^([\d-]+)(T[\d:]+)?(?:\[(.+)\])?$/.exec(text) ?? [];
  try {
    return Temporal.ZonedDateTime.from(`${date}${time}[${zone}]`);
  } catch {
    return null;
  }
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
