import type { Kysely } from "kysely";
import { findAddress } from "#app/domain/accounts/email/verification.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { listDevices } from "#app/domain/outbox/channels/push/devices.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Channel, Database } from "#db/schema.ts";
import { findPreferences, type Preferences } from "./preferences.server.ts";

type ListedChannel = Exclude<Channel, "calendar">;

interface ChannelState {
  channel: ListedChannel;
  state: string;
  isOn: boolean;
  canTest: boolean;
  /** Has a page of its own. */
  hasPage: boolean;
}

const bestFirst: ListedChannel[] = ["push", "ntfy", "telegram", "sms", "whatsapp", "email"];
const withPage: ListedChannel[] = ["push", "ntfy", "telegram"];

/** Best first. @param canPush false on plain HTTP, where browsers allow no push */
export async function listChannels(
  db: Kysely<Database>,
  userId: string,
  { isSetUp, canPush }: { isSetUp: (channel: Channel) => boolean; canPush: boolean },
): Promise<ChannelState[]> {
  const preferences = await findPreferences(db, userId);
  const { email } = await findAddress(db, userId);
  const devices = await listDevices(db, [userId]);
  const states = describeChannels(preferences, { email, devices: devices.map(({ name }) => name) });
  const order = canPush
    ? bestFirst
    : [...bestFirst.filter((channel) => channel !== "push"), "push" as const];
  const shown = order.filter((channel) => isSetUp(channel) || channel === "email");
  return shown.map((channel) => {
    const { isOn, state } = states[channel];
    const hasPage = withPage.includes(channel);
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

function describeChannels(preferences: Preferences, { email, devices }: Facts) {
  const { ntfy_topic, telegram_chat, email_enabled } = preferences;
  const isEmailFirst = wantedChannels(preferences).includes("email");
  return {
    push: describePush(preferences, devices),
    ntfy: onOrOff(ntfy_topic !== null),
    telegram: onOrOff(telegram_chat !== null),
    sms: describeText(preferences, preferences.sms_enabled === 1),
    whatsapp: describeText(preferences, preferences.whatsapp_enabled === 1),
    email: {
      isOn: email_enabled === 1,
      state: email_enabled ? `${isEmailFirst ? "On" : "When nothing else works"}: ${email}` : "Off",
    },
  };
}

function describePush({ push_enabled }: Preferences, devices: string[]) {
  if (!push_enabled) return { isOn: false, state: "Off" };
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

function onOrOff(isOn: boolean) {
  return { isOn, state: isOn ? "On" : "Off" };
}
