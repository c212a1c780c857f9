import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./installation.ts";

const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");

/** An installation's clock, which can be set while its processes run (Debian's faketime). */
export interface FakeClock {
  settings: Record<string, string>;
  /** Sets it relative to the real clock. */
  set: (minutes: number) => Promise<void>;
}

/** Null without faketime. */
export async function newFakeClock({ folder }: Pick<Installation, "folder">): Promise<FakeClock | null> {
  if (!library) return null;
  const file = join(folder, "clock");
  const set = async (minutes: number) => {
    writeFileSync(file, `${minutes < 0 ? "" : "+"}${minutes * 60}\n`);
    // The library checks once a second.
    await pause(1_500);
  };
  await set(0);
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    set,
  };
}
