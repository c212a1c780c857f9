import { userChannels } from "#app/domain/outbox/channels/user-channels.ts";
import type { Channel } from "#db/schema.ts";
import type { Preferences } from "./preferences.server.ts";

/** Returns null if the user hasn't given one. */
export function ownAddress(
  channel: Channel,
  email: string | undefined,
  preferences: Preferences,
): string | null {
  return userChannels[channel].address(preferences, email ?? null);
}
