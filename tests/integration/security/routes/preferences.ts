import type { RouteRow } from "./row.ts";

export const preferenceRoutes: Record<string, RouteRow> = {
  "/preferences": { who: "signed-in", hasPage: true },
  "/preferences/reminders": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ reminderOneHourBefore: "on", dailySummaryEnabled: "on", dailySummaryTime: "06:45" }),
  },
  "/preferences/notifications": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ phoneNumber: "(201) 555-0123", smsEnabled: "on" }),
  },
  // The first account only: tests/integration/security/first-account.test.ts.
  "/preferences/instance": { who: "signed-in", hasPage: true },
  "/preferences/instance/two-step": {
    who: "signed-in",
    hasPage: false,
    about: "firstAccount",
    // "yes" would change the next sign-in of every test: tests/integration/security/required-second-step.test.ts.
    fields: () => ({ required: "no" }),
  },
  "/preferences/notifications/test": { who: "signed-in", hasPage: false, fields: () => ({ channel: "email" }) },
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
  "/preferences/calendar": { who: "signed-in", hasPage: true, fields: () => ({ autoSaveToCalendar: "on" }) },
  "/preferences/calendar/connect": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/calendar/callback": { who: "anybody", hasPage: true },
  "/preferences/calendar/disconnect": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/preferences/calendar/choose": { who: "signed-in", hasPage: false, fields: () => ({ calendarId: "primary" }) },
  "/preferences/calendar/feed": { who: "signed-in", hasPage: true, fields: () => ({ kids: "on" }) },
  "/preferences/calendar/feed/renew": { who: "signed-in", hasPage: false, about: "calendarFeed", fields: () => ({}) },
  "/preferences/calendar/feed/end": { who: "signed-in", hasPage: false, about: "calendarFeed", fields: () => ({}) },
};
