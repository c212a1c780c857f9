import type { Kysely } from "kysely";
import { carries, channelFacts, channelsOf } from "#app/channels.ts";
import { findAddress } from "#app/domain/accounts/email/verification.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { listDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { userChannels } from "#app/domain/outbox/channels/user-channels.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";
import { findPreferences, type Preferences } from "./preferences.server.ts";

const bestFirst = channelsOf("push", "notification", "text", "email");
type ListedChannel = (typeof bestFirst)[number];

interface ChannelState {
  channel: ListedChannel;
  state: string;
  isOn: boolean;
  canTest: boolean;
  /** True if it has a page of its own. */
  hasPage: boolean;
}

/** Best first. @param canPush false on plain HTTP, where browsers allow no push */
export async function listChannels(
  db: Kysely<Database>,
  userId: string,
  { isSetUp, canPush }: { isSetUp: (channel: Channel) => boolean; canPush: boolean },
): Promise<ChannelState[]> {
  const preferences = await findPreferences(db, userId);
  const { email } = await findAddress(db, userId);
  const devices = await listDevices(db, [userId]);
  const facts = { email, devices: devices.map(({ name }) => name) };
  const order = canPush
    ? bestFirst
    : [...bestFirst.filter((channel) => channel !== "push"), "push" as const];
  const shown = order.filter((channel) => isSetUp(channel) || channel === "email");
  return shown.map((channel) => {
    const { isOn, state } = describeChannel(channel, preferences, facts);
    const hasPage = carries(channel, "push", "notification");
    if (!isSetUp(channel)) return { channel, isOn: false, state: notSetUp, canTest: true, hasPage };
    return { channel, isOn, state, canTest: isOn || channel === "email", hasPage };
  });
}

const notSetUp = "This Mila can't send it yet";

interface Facts {
  email: string;
  /** Names of the devices. */
  devices: string[];
}

function describeChannel(channel: ListedChannel, preferences: Preferences, facts: Facts) {
  const isOn = userChannels[channel].isOn(preferences);
  switch (channelFacts[channel].carries) {
    case "push":
      return describePush(isOn, facts.devices);
    case "notification":
      return { isOn, state: isOn ? "On" : "Off" };
    case "text":
      return describeText(preferences, isOn);
    case "email":
      return describeEmail(isOn, wantedChannels(preferences).includes("email"), facts.email);
  }
}

function describePush(isWanted: boolean, devices: string[]) {
  if (!isWanted) return { isOn: false, state: "Off" };
  if (devices.length === 0)
    return { isOn: false, state: "No device is left. Please turn one on again" };
  return { isOn: true, state: `On: ${devices.join(", ")}` };
}

function describeText(
  { phone_number, phone_confirmed_at, phone_lost_at }: Preferences,
  isWanted: boolean,
) {
  if (!phone_number && phone_lost_at)
    return { isOn: false, state: "Off: your number is another account's now" };
  if (!phone_number) return { isOn: false, state: "Off: needs your phone number" };
  if (!isWanted) return { isOn: false, state: "Off" };
  if (!phone_confirmed_at) return { isOn: false, state: "Waiting for the code" };
  return { isOn: true, state: `On: ${formatPhoneNumber(phone_number)}` };
}

function describeEmail(isOn: boolean, isFirst: boolean, email: string) {
  if (!isOn) return { isOn, state: "Off" };
  return { isOn, state: `${isFirst ? "On" : "When nothing else works"}: ${email}` };
}
