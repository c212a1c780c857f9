import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { hasPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { waitingChannels, wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { alertInWords, type DeliveryAlert } from "#app/domain/outbox/views/alert-words.ts";
import { findAlerts, type Reader } from "#app/domain/outbox/views/alerts.server.ts";
import type { Channel, Database } from "#db/schema.ts";

interface AlertReader {
  userId: string;
  householdRole: "owner" | "member";
}

export async function findOwnAlerts(
  db: Kysely<Database>,
  viewer: AlertReader,
  isSetUp: (channel: Channel) => boolean,
): Promise<DeliveryAlert[]> {
  const preferences = await findPreferences(db, viewer.userId);
  const { email } = await findPerson(db, viewer.userId);
  const connection = preferences.google_calendar_enabled ? await findConnection(db, viewer.userId) : undefined;
  const isWaiting = preferences.daily_summary_enabled === 1 || (await hasPendingReminders(db, viewer.userId));
  const channels: Channel[] = wantedChannels(preferences);
  if (connection) channels.push("calendar");
  const reader: Reader = {
    userId: viewer.userId,
    email,
    phoneNumber: preferences.phone_number,
    isOwner: viewer.householdRole === "owner",
    channels,
    calendarAlert: calendarAlerts[connection?.problem ?? "none"],
    isWaiting,
  };
  return findAlerts(db, reader, isSetUp);
}

/** With the number that is waiting for its code, which its own page shows. */
export async function findDashboardAlerts(
  db: Kysely<Database>,
  viewer: AlertReader,
  isSetUp: (channel: Channel) => boolean,
): Promise<DeliveryAlert[]> {
  const alerts = await findOwnAlerts(db, viewer, isSetUp);
  const preferences = await findPreferences(db, viewer.userId);
  const [channel] = preferences.phone_number ? waitingChannels(preferences) : [];
  if (!channel) return alerts;
  const address = formatPhoneNumber(preferences.phone_number ?? "");
  return [alertInWords({ type: "unconfirmed", channel, address, isOwner: false }), ...alerts];
}

const calendarAlerts = { none: null, grant_gone: "grant gone", calendar_gone: "calendar gone" } as const;
