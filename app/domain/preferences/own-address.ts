import { ownWays } from "#app/domain/outbox/channels/own-ways.ts";
import type { Channel } from "#db/schema.ts";
import type { Preferences } from "./preferences.server.ts";

/** Returns null if the user hasn't given one. */
export function ownAddress(
  channel: Channel,
  email: string | undefined,
  preferences: Preferences,
): string | null {
  return ownWays[channel].address(preferences, email ?? null);
}
