import { globSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Processes with these settings add the seconds in the file to the system's clock, or stand at its
 * instant. Null without Debian's faketime.
 */
export function clockSettings(file: string): Record<string, string> | null {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  if (!library) return null;
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    // Lets the file hold an instant, in seconds since 1970.
    FAKETIME_FMT: "%s",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Otherwise, waits with a timeout end at once, and Chromium's threads spin.
    FAKETIME_FORCE_MONOTONIC_FIX: "0",
    // Its folder has a `redis-server`.
    PATH: `${import.meta.dirname}:${process.env.PATH ?? ""}`,
  };
}

export function setClock(file: string, seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
}

/** Stops the clock of processes with these settings at an instant. */
export function stopClock(file: string, instant: string): void {
  writeFileSync(file, `${Date.parse(instant) / 1_000}\n`);
}

const { FAKETIME_TIMESTAMP_FILE: ownFile } = process.env;

/** For programs that do not inherit all of this process's environment. */
export const ownClockSettings: Record<string, string> = (ownFile && clockSettings(ownFile)) || {};

/** What this process's clock is ahead of the system's. */
export const ownClockSeconds: number = ownFile ? Number(readFileSync(ownFile, "utf8")) : 0;
