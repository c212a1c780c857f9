import { carries, channelsOf } from "#app/channels.ts";
import type { Bit, Channel } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import type { Reason } from "../reasons.ts";
import { userChannels, type ChannelSettings } from "./user-channels.ts";
import { chosenChannel } from "./use-channel.server.ts";

/** Uses email only when all others are off, or wait for the number's code. */
export function wantedChannels(settings: ChannelSettings): Channel[] {
  const direct = directChannels(settings);
  if (direct.length > 0) return direct;
  return settings.email_enabled ? ["email"] : [];
}

/** Lists the channels in the order in which they replace each other. */
export function fallbackChannels(
  settings: ChannelSettings & { other_way_enabled: Bit },
): Channel[] {
  if (!settings.other_way_enabled) return [];
  const direct = directChannels(settings);
  return settings.email_enabled ? [...direct, "email"] : direct;
}

/**
 * Lists all channels that are on, best first: a later one is used when nobody has seen the earlier
 * ones.
 */
export function escalationChannels(settings: ChannelSettings): Channel[] {
  return fallbackChannels({ ...settings, other_way_enabled: 1 });
}

/** Lists the channels that are on, but whose number is not confirmed yet. */
export function waitingChannels(settings: ChannelSettings): Channel[] {
  return settings.phone_confirmed_at
    ? []
    : channelsOf("text").filter((channel) => userChannels[channel].isOn(settings));
}

/** Returns null if messages still go out by this channel, or by the one that it replaces. */
export function unwantedReason(
  route: Pick<Delivery, "channel" | "stands_in_for">,
  settings: ChannelSettings,
  wanted: readonly Channel[] = wantedChannels(settings),
): Extract<Reason, "not_wanted" | "unconfirmed"> | null {
  const chosen = chosenChannel(route);
  if (wanted.includes(route.channel) || wanted.includes(chosen)) return null;
  return waitingChannels(settings).includes(chosen) ? "unconfirmed" : "not_wanted";
}

/** Lists the channels that reach the phone right away. */
function directChannels(settings: ChannelSettings): Channel[] {
  return channelsOf("push", "notification", "text").filter(
    (channel) =>
      userChannels[channel].isOn(settings) &&
      (!carries(channel, "text") || settings.phone_confirmed_at !== null),
  );
}
