import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  clockSettings,
  ownClockSeconds,
  setClock,
} from "../support/runner/clock/clock-settings.ts";
import type { Installation } from "./installation.ts";

/** An installation's clock, which can be set while its processes run (Debian's faketime). */
export interface FakeClock {
  settings: Record<string, string>;
  /** Sets it relative to this process's clock. */
  set: (minutes: number) => Promise<void>;
}

/** Null without faketime. */
export async function newFakeClock({
  folder,
}: Pick<Installation, "folder">): Promise<FakeClock | null> {
  const file = join(folder, "clock");
  const settings = clockSettings(file);
  if (!settings) return null;
  const set = async (minutes: number) => {
    setClock(file, ownClockSeconds + minutes * 60);
    // The library checks once a second.
    await pause(1_500);
  };
  await set(0);
  return { settings, set };
}
