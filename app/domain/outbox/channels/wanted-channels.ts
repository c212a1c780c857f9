import { carries, channelsOf } from "#app/channels.ts";
import type { Bit, Channel } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import type { Reason } from "../reasons.ts";
import { ownWays, type Wishes } from "./own-ways.ts";
import { chosenChannel } from "./use-channel.server.ts";

/** Email is the fallback: used only when all others are off, or wait for the number's code. */
export function wantedChannels(wishes: Wishes): Channel[] {
  const direct = directChannels(wishes);
  if (direct.length > 0) return direct;
  return wishes.email_enabled ? ["email"] : [];
}

/** Lists them in the order in which they stand in for each other. */
export function otherWays(wishes: Wishes & { other_way_enabled: Bit }): Channel[] {
  if (!wishes.other_way_enabled) return [];
  const direct = directChannels(wishes);
  return wishes.email_enabled ? [...direct, "email"] : direct;
}

/** All that are on, best first: the next one is used when the ones before have shown nothing. */
export function escalationWays(wishes: Wishes): Channel[] {
  return otherWays({ ...wishes, other_way_enabled: 1 });
}

/** Lists the channels that are on, but whose number is not confirmed yet. */
export function waitingChannels(wishes: Wishes): Channel[] {
  return wishes.phone_confirmed_at
    ? []
    : channelsOf("text").filter((channel) => ownWays[channel].isOn(wishes));
}

/** Null if messages still go by this channel, or by the one that it stands in for. */
export function unwantedReason(
  route: Pick<Delivery, "channel" | "stands_in_for">,
  wishes: Wishes,
  wanted: readonly Channel[] = wantedChannels(wishes),
): Extract<Reason, "not_wanted" | "unconfirmed"> | null {
  const chosen = chosenChannel(route);
  if (wanted.includes(route.channel) || wanted.includes(chosen)) return null;
  return waitingChannels(wishes).includes(chosen) ? "unconfirmed" : "not_wanted";
}

/** Lists the channels that reach the phone right away. */
function directChannels(wishes: Wishes): Channel[] {
  return channelsOf("push", "notification", "text").filter(
    (channel) =>
      ownWays[channel].isOn(wishes) &&
      (!carries(channel, "text") || wishes.phone_confirmed_at !== null),
  );
}
