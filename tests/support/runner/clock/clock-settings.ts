import { globSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Returns settings with which processes add the seconds in the file to the system's clock, or stop
 * at its instant. Null without Debian's faketime.
 */
export function clockSettings(file: string): Record<string, string> | null {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  if (!library) return null;
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    // The file may contain an instant, in seconds since 1970.
    FAKETIME_FMT: "%s",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Otherwise, waits with a timeout would end at once, and Chromium's threads would spin.
    FAKETIME_FORCE_MONOTONIC_FIX: "0",
    // The folder contains a `redis-server` that keeps the real time.
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

/** The settings for programs that do not inherit all of this process's environment. */
export const ownClockSettings: Record<string, string> = (ownFile && clockSettings(ownFile)) || {};

/** The seconds by which this process's clock is ahead of the system's. */
export const ownClockSeconds: number = ownFile ? Number(readFileSync(ownFile, "utf8")) : 0;
