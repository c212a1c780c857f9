import { v7 as newId } from "uuid";
import type { RouteRow } from "./row.ts";

const newSubscription = () => ({
  endpoint: `https://push.example.com/${newId()}`,
  p256dh: `B${"A".repeat(86)}`,
  auth: "A".repeat(22),
});

export const preferenceRoutes: Record<string, RouteRow> = {
  "/preferences": { who: "signed-in", hasPage: true },
  "/preferences/data": { who: "signed-in", hasPage: true },
  "/preferences/data/assistant": { who: "signed-in", hasPage: true },
  // A form without a file; tests/integration/imports sends files.
  "/preferences/data/import": {
    who: "signed-in",
    hasPage: true,
    status: 400,
    fields: () => ({}),
  },
  "/preferences/data/import/:id": {
    who: "signed-in",
    hasPage: true,
    about: "import",
    fields: () => ({}),
  },
  "/preferences/data/import/:id/undo": {
    who: "signed-in",
    hasPage: false,
    about: "import",
    fields: () => ({}),
  },
  "/preferences/data/tokens": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ name: "Home Assistant", access: "write", days: "90" }),
  },
  "/preferences/data/tokens/:id/renew": {
    who: "signed-in",
    hasPage: false,
    about: "accessToken",
    fields: () => ({}),
  },
  "/preferences/data/tokens/:id/revoke": {
    who: "signed-in",
    hasPage: false,
    about: "accessToken",
    fields: () => ({}),
  },
  "/preferences/reminders": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({
      reminderOneHourBefore: "on",
      dailySummaryEnabled: "on",
      dailySummaryTime: "06:45",
    }),
  },
  "/preferences/notifications": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ phoneNumber: "(201) 555-0123", smsEnabled: "on" }),
  },
  "/preferences/notifications/push": {
    who: "signed-in",
    hasPage: true,
    fields: newSubscription,
  },
  "/preferences/notifications/push/off": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/notifications/push/renew": {
    who: "signed-in",
    hasPage: false,
    about: "pushDevice",
    status: 204,
    fields: () => ({ ...newSubscription(), replaces: ":endpoint" }),
  },
  "/preferences/notifications/push/:id/rename": {
    who: "signed-in",
    hasPage: false,
    about: "pushDevice",
    fields: () => ({ name: "Nora's phone" }),
  },
  "/preferences/notifications/push/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "pushDevice",
    fields: () => ({}),
  },
  "/preferences/notifications/ntfy": { who: "signed-in", hasPage: true, fields: () => ({}) },
  "/preferences/notifications/ntfy/renew": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/notifications/ntfy/off": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/notifications/telegram": { who: "signed-in", hasPage: true, fields: () => ({}) },
  "/preferences/notifications/telegram/off": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({}),
  },
  // Mila's owner only: tests/integration/security/households/owner.test.ts.
  "/preferences/instance": { who: "signed-in", hasPage: true },
  "/preferences/instance/two-step": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    // "yes" would change the next sign-in of every test:
    // tests/integration/security/sign-in/required-second-step.test.ts.
    fields: () => ({ required: "no" }),
  },
  "/dashboard/view": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ view: "day" }),
  },
  "/notices/dismiss": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    fields: () => ({ type: "paused", channel: "sms" }),
  },
  "/preferences/instance/activity": { who: "signed-in", hasPage: true },
  "/preferences/instance/deliveries": { who: "signed-in", hasPage: true },
  "/preferences/instance/deliveries/end-pause": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    fields: () => ({ channel: "sms" }),
  },
  "/preferences/instance/deliveries/send-held": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    fields: () => ({}),
  },
  "/preferences/instance/deliveries/leave-held": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    fields: () => ({}),
  },
  "/preferences/instance/deliveries/read-calendars": {
    who: "signed-in",
    hasPage: false,
    about: "ownership",
    fields: () => ({}),
  },
  "/preferences/instance/deliveries/:id/try-again": {
    who: "signed-in",
    hasPage: false,
    about: "failedDelivery",
    fields: () => ({}),
  },
  "/preferences/instance/deliveries/:id/cancel": {
    who: "signed-in",
    hasPage: false,
    about: "delivery",
    fields: () => ({}),
  },
  "/preferences/instance/accounts": { who: "signed-in", hasPage: true },
  "/preferences/instance/accounts/:id/reset-link": {
    who: "signed-in",
    hasPage: true,
    about: "account",
    fields: () => ({}),
  },
  "/preferences/instance/accounts/:id/end-sessions": {
    who: "signed-in",
    hasPage: false,
    about: "account",
    fields: () => ({}),
  },
  "/preferences/instance/accounts/:id/turn-off-two-step": {
    who: "signed-in",
    hasPage: false,
    about: "account",
    fields: () => ({}),
  },
  "/preferences/instance/accounts/:id/make-owner": {
    who: "signed-in",
    hasPage: false,
    about: "account",
    fields: () => ({}),
  },
  "/preferences/instance/accounts/:id/delete": {
    who: "signed-in",
    hasPage: false,
    about: "account",
    fields: () => ({}),
  },
  "/preferences/notifications/test": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ channel: "email" }),
  },
  "/preferences/notifications/code": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ code: "123456" }),
  },
  "/preferences/notifications/code/new": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ channel: "sms" }),
  },
  "/preferences/profile": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ firstName: "Nora", lastName: "", role: "mom", timeZone: "Europe/Berlin" }),
  },
  "/preferences/delegation": {
    who: "signed-in",
    hasPage: true,
    about: "familyMember",
    fields: () => ({ defaultSpouseId: ":id" }),
  },
  "/preferences/breaks": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ name: "School holidays", startsOn: "2027-07-01", endsOn: "2027-08-31" }),
  },
  "/preferences/breaks/:id/edit": {
    who: "signed-in",
    hasPage: true,
    about: "break",
    fields: () => ({ name: "Summer", startsOn: "2027-07-02", endsOn: "2027-08-30" }),
  },
  "/preferences/breaks/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "break",
    fields: () => ({}),
  },
  "/preferences/learned": { who: "signed-in", hasPage: true },
  "/preferences/learned/forget-all": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/learned/:id/forget": {
    who: "signed-in",
    hasPage: false,
    about: "learnedWord",
    fields: () => ({}),
  },
  "/preferences/calendar": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ autoSaveToCalendar: "on" }),
  },
  "/preferences/calendar/connect": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/calendar/callback": { who: "anybody", hasPage: true },
  "/preferences/calendar/disconnect": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/calendar/choose": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ calendarId: "primary" }),
  },
  "/preferences/calendar/google-in-week": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ show: "titles" }),
  },
  "/preferences/calendar/shown": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ address: "https://school.invalid/calendar.ics", name: "School" }),
  },
  "/preferences/calendar/shown/:id/read": {
    who: "signed-in",
    hasPage: false,
    about: "shownCalendar",
    fields: () => ({}),
  },
  "/preferences/calendar/shown/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "shownCalendar",
    fields: () => ({}),
  },
  // Nobody can reach the server of a name that does not exist.
  "/preferences/mail": {
    who: "signed-in",
    hasPage: true,
    status: 400,
    fields: () => ({ address: "nora@school.invalid", password: "secret", folder: "School" }),
  },
  "/preferences/mail/:id/read": {
    who: "signed-in",
    hasPage: false,
    about: "mailbox",
    fields: () => ({}),
  },
  "/preferences/mail/model": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ isOn: "yes" }),
  },
  "/preferences/mail/senders/:id/forget": {
    who: "signed-in",
    hasPage: false,
    about: "mailSender",
    fields: () => ({}),
  },
  "/preferences/mail/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "mailbox",
    fields: () => ({}),
  },
  "/preferences/mail/addresses": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({}),
  },
  "/preferences/mail/addresses/:id/renew": {
    who: "signed-in",
    hasPage: false,
    about: "mailAddress",
    fields: () => ({}),
  },
  "/preferences/mail/addresses/:id/end": {
    who: "signed-in",
    hasPage: false,
    about: "mailAddress",
    fields: () => ({}),
  },
  "/preferences/calendar/feed": { who: "signed-in", hasPage: true, fields: () => ({ kids: "on" }) },
  "/preferences/calendar/feed/renew": {
    who: "signed-in",
    hasPage: false,
    about: "calendarFeed",
    fields: () => ({}),
  },
  "/preferences/calendar/feed/end": {
    who: "signed-in",
    hasPage: false,
    about: "calendarFeed",
    fields: () => ({}),
  },
};
