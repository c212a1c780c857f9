import { v7 as newId } from "uuid";
import { readSettings } from "#app/config/env.server.ts";
import { type Providers, createProviders } from "#app/services/providers.server.ts";
import type {
  CalendarMessage,
  EmailMessage,
  NotificationMessage,
  TextMessage,
} from "#app/services/sending.ts";

export function providersBy(settings: Record<string, string>): Providers {
  return createProviders(readSettings(settings));
}

/** A unique text, identified by its link. */
export function newText(change: Partial<TextMessage> = {}): TextMessage {
  const deliveryId = newId();
  const link = `https://mila.example.com/r/${deliveryId}`;
  return {
    deliveryId,
    channel: "sms",
    to: "+4915112345678",
    text: `Mila: dentist at 3:00 PM. ${link}`,
    templateVariables: ["dentist at 3:00 PM", link],
    statusCallback: null,
    ...change,
  };
}

export function newEmail(change: Partial<EmailMessage> = {}): EmailMessage {
  return {
    deliveryId: newId(),
    channel: "email",
    to: "anna@example.com",
    subject: "Dentist at 3:00 PM",
    text: "Dentist at 3:00 PM",
    html: "<p>Dentist at 3:00 PM</p>",
    ...change,
  };
}

export function newNotification(change: Partial<NotificationMessage> = {}): NotificationMessage {
  return {
    deliveryId: newId(),
    channel: "ntfy",
    to: "mila-a-long-random-word",
    title: "Dentist",
    text: "Today at 3:00 PM.",
    url: "https://mila.example.com/tasks/1",
    buttons: [{ type: "done", label: "Done", url: "https://mila.example.com/reminder-actions/1" }],
    ...change,
  };
}

/** For lookups of a test's own messages. */
export const aMomentAgo = (): string => new Date(Date.now() - 60_000).toISOString();

/** A task for the calendar of this token's owner. */
export function newEntry(
  refreshToken: string | null,
  change: Partial<CalendarMessage> = {},
): CalendarMessage {
  const at = (time: string) => ({
    dateTime: `2031-06-10T${time}:00.000Z`,
    timeZone: "America/New_York",
  });
  const eventId = newId().replaceAll("-", "");
  return {
    deliveryId: newId(),
    channel: "calendar",
    refreshToken,
    calendarId: "primary",
    eventId,
    isThere: false,
    event: {
      summary: "Dentist",
      description: "https://mila.example.com/tasks/1",
      start: at("19:00"),
      end: at("20:00"),
      reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 60 }] },
      extendedProperties: { private: { milaState: eventId.slice(-8), milaInstance: "ours" } },
    },
    ...change,
  };
}
