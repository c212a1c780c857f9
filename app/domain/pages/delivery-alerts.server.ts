import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { readDismissedAt } from "#app/domain/instance/dismissed-notices.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { hasPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { waitingChannels, wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import {
  alertInWords,
  type DeliveryAlert,
  isProviderTrouble,
} from "#app/domain/outbox/views/alert-words.ts";
import { hadNoChannel } from "#app/domain/outbox/views/without-channel.server.ts";
import { findAlerts, type Reader } from "#app/domain/outbox/views/alerts.server.ts";
import { isTroubleSince } from "#app/domain/outbox/views/provider-trouble.server.ts";
import type { Channel, Database } from "#db/schema.ts";

interface AlertReader {
  userId: string;
}

export async function findOwnAlerts(
  db: Kysely<Database>,
  viewer: AlertReader,
  isSetUp: (channel: Channel) => boolean,
): Promise<DeliveryAlert[]> {
  return (await readOwnAlerts(db, viewer, isSetUp)).alerts;
}

async function readOwnAlerts(
  db: Kysely<Database>,
  viewer: AlertReader,
  isSetUp: (channel: Channel) => boolean,
) {
  const preferences = await findPreferences(db, viewer.userId);
  const { email, isOwner } = await findPerson(db, viewer.userId);
  const connection = preferences.google_calendar_enabled
    ? await findConnection(db, viewer.userId)
    : undefined;
  const channels: Channel[] = wantedChannels(preferences);
  if (connection) channels.push("calendar");
  const reader: Reader = {
    userId: viewer.userId,
    addressOf: (channel) => ownAddress(channel, email, preferences),
    isOwner,
    channels,
    calendarAlert: calendarAlerts[connection?.problem ?? "none"],
    isWaiting: async () =>
      preferences.daily_summary_enabled === 1 ||
      preferences.school_mail_enabled === 1 ||
      hasPendingReminders(db, viewer.userId),
  };
  const alerts = await findAlerts(db, reader, isSetUp);
  if (isRecent(preferences.telegram_lost_at)) alerts.push(chatTaken);
  if (isRecent(preferences.phone_lost_at)) alerts.push(numberTaken);
  return { alerts, preferences, isOwner };
}

const chatTaken = alertInWords({
  type: "chat taken",
  channel: "telegram",
  address: "",
  isOwner: false,
});
const numberTaken = alertInWords({
  type: "number taken",
  channel: "sms",
  address: "",
  isOwner: false,
});
const daysShown = 7;

function isRecent(lostAt: string | null): boolean {
  return lostAt !== null && lostAt > earlierBy(nowIso(), { hours: 24 * daysShown });
}

/**
 * Includes a number that waits for its code, as its own page does. Shows troubles with providers
 * only to Mila's owner, until dismissed.
 */
export async function findDashboardAlerts(
  db: Kysely<Database>,
  viewer: AlertReader,
  isSetUp: (channel: Channel) => boolean,
): Promise<DeliveryAlert[]> {
  const { alerts: found, preferences, isOwner } = await readOwnAlerts(db, viewer, isSetUp);
  const alerts: DeliveryAlert[] = [];
  for (const alert of found)
    if (await isForDashboard(db, { ...viewer, isOwner }, alert)) alerts.push(alert);
  if (alerts.length === 0 && (await hadNoChannel(db, viewer.userId, nowIso())))
    alerts.push(alertInWords({ type: "no way", channel: "push", address: "", isOwner: false }));
  const [channel] = preferences.phone_number ? waitingChannels(preferences) : [];
  if (!channel) return alerts;
  const address = formatPhoneNumber(preferences.phone_number ?? "");
  return [alertInWords({ type: "unconfirmed", channel, address, isOwner: false }), ...alerts];
}

async function isForDashboard(
  db: Kysely<Database>,
  { userId, isOwner }: AlertReader & { isOwner: boolean },
  { type, channel }: DeliveryAlert,
): Promise<boolean> {
  if (!isProviderTrouble(type)) return true;
  if (!isOwner) return false;
  const dismissedAt = await readDismissedAt(db, { type, channel });
  return dismissedAt === undefined || isTroubleSince(db, { userId, type, channel }, dismissedAt);
}

const calendarAlerts = {
  none: null,
  grant_gone: "grant gone",
  calendar_gone: "calendar gone",
} as const;
