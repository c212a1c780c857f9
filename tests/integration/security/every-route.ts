import routes from "#app/routes.ts";
import type { Planted, RecordKind } from "./plant.ts";

interface RouteRow {
  /**
   * A caller is a program: it sends JSON, and is told instead of being sent to the sign-in page. A listener gets a
   * stream that does not end. A provider has a proof of its own (tests/integration/webhooks).
   */
  who: "anybody" | "signed-in" | "caller" | "listener" | "provider";
  /** Whether it has something to show; what has not answers 404 to GET. */
  hasPage: boolean;
  /** What the ids in its path and fields (":id") are of; a task unless said. */
  about?: RecordKind;
  /** A form post that works, ":id" standing for the record's; what takes none has none. */
  fields?: () => Record<string, string>;
}

let addresses = 0;
const newAddress = () => `new-${process.pid}-${(addresses += 1)}@example.com`;

/** Every URL of the product and what may be asked of it. One with ":id" is about a record. */
export const routeTable: Record<string, RouteRow> = {
  "/": { who: "anybody", hasPage: true },
  "/auth": {
    who: "anybody",
    hasPage: true,
    fields: () => ({ mode: "signup", email: newAddress(), password: "correct horse 7", timeZone: "Europe/Berlin" }),
  },
  "/auth/google": { who: "anybody", hasPage: false, fields: () => ({}) },
  "/auth/google/callback": { who: "anybody", hasPage: true },
  "/auth/google/link": { who: "anybody", hasPage: true, fields: () => ({ password: "correct horse 7" }) },
  "/auth/forgot": { who: "anybody", hasPage: true, fields: () => ({ email: newAddress() }) },
  "/auth/reset": { who: "anybody", hasPage: true, fields: () => ({ password: "correct horse 8" }) },
  "/auth/verify": { who: "anybody", hasPage: true, fields: () => ({}) },
  "/sign-out": { who: "anybody", hasPage: false, fields: () => ({}) },
  "/dashboard": { who: "signed-in", hasPage: true, fields: () => ({ text: "Buy milk", requestId: "abcdefgh-1" }) },
  "/tasks/confirm": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ "drafts[0].title": "Buy milk", "drafts[0].category": "Household", requestId: "abcdefgh-2" }),
  },
  "/overdue": { who: "signed-in", hasPage: true, fields: () => ({ taskId: ":id", choice: "done" }) },
  "/tasks/:id/complete": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/reopen": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/delete": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/restore": { who: "signed-in", hasPage: false, about: "deletedTask", fields: () => ({}) },
  "/tasks/:id/take-back": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/read-again": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/edit": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ title: "Changed", category: "Elders", description: "", dueDate: "", assignee: "", version: "1" }),
  },
  "/tasks/:id/date": { who: "signed-in", hasPage: true, fields: () => ({ date: "2027-03-01", time: "09:30" }) },
  "/family": { who: "signed-in", hasPage: true },
  "/events": { who: "listener", hasPage: false },
  "/tasks/:id/delegate": {
    who: "signed-in",
    hasPage: true,
    about: "taskAndSpouse",
    fields: () => ({ familyMemberId: ":spouse", method: "link" }),
  },
  "/tasks/:id/withdraw": { who: "signed-in", hasPage: false, about: "delegation", fields: () => ({}) },
  "/delegations/:token": {
    who: "anybody",
    hasPage: true,
    about: "delegation",
    fields: () => ({ answer: "accept", line: "At 3" }),
  },
  "/delegations/:token/calendar.ics": { who: "anybody", hasPage: true, about: "delegation" },
  "/tasks/:id/calendar": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/calendar.ics": { who: "signed-in", hasPage: true, about: "datedTask" },
  "/tasks/:id": { who: "signed-in", hasPage: true },
  "/tasks/:id/reminders": {
    who: "signed-in",
    hasPage: true,
    about: "datedTask",
    fields: () => ({ minutesBefore: "2", unit: "hours" }),
  },
  "/tasks/:id/reminders/:rid/snooze": {
    who: "signed-in",
    hasPage: false,
    about: "reminder",
    fields: () => ({ minutes: "60" }),
  },
  "/tasks/:id/reminders/:rid/cancel": { who: "signed-in", hasPage: false, about: "reminder", fields: () => ({}) },
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
  // Of the first account only: tests/integration/security/first-account.test.ts.
  "/preferences/instance": { who: "signed-in", hasPage: true },
  "/preferences/notifications/test": { who: "signed-in", hasPage: false, fields: () => ({ channel: "email" }) },
  "/api/parse-task": { who: "caller", hasPage: false },
  "/webhooks/twilio/status": { who: "provider", hasPage: false },
  "/webhooks/twilio/inbound": { who: "provider", hasPage: false },
  "/webhooks/postmark": { who: "provider", hasPage: false },
  "/accept-invitation": { who: "anybody", hasPage: true, about: "acceptance", fields: () => ({ token: ":token" }) },
  "/email-preview": { who: "signed-in", hasPage: true },
  "/email-preview/message": { who: "signed-in", hasPage: true },
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
  "/preferences/calendar": { who: "signed-in", hasPage: true },
  "/preferences/calendar/feed": { who: "signed-in", hasPage: true, fields: () => ({ categories: "Kids" }) },
  "/preferences/calendar/feed/renew": { who: "signed-in", hasPage: false, about: "calendarFeed", fields: () => ({}) },
  "/preferences/calendar/feed/end": { who: "signed-in", hasPage: false, about: "calendarFeed", fields: () => ({}) },
  "/calendar/:token.ics": { who: "anybody", hasPage: true, about: "calendarFeed" },
  "/preferences/account": { who: "signed-in", hasPage: true },
  "/preferences/account/email": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ email: newAddress(), password: ":password" }),
  },
  "/preferences/account/password": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ currentPassword: ":password", newPassword: "another horse 8" }),
  },
  "/preferences/account/sessions/:id/end": {
    who: "signed-in",
    hasPage: false,
    about: "session",
    fields: () => ({}),
  },
  "/preferences/account/export": { who: "signed-in", hasPage: true },
  "/preferences/account/delete": {
    who: "signed-in",
    hasPage: true,
    about: "password",
    fields: () => ({ password: ":password" }),
  },
  "/preferences/family": { who: "anybody", hasPage: true },
  "/preferences/family/members": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ name: "Sam", relation: "spouse", phone: "(201) 555-0123", email: newAddress() }),
  },
  "/preferences/family/members/:id/edit": {
    who: "signed-in",
    hasPage: true,
    about: "familyMember",
    fields: () => ({ name: "Samuel", relation: "partner", phone: "", email: newAddress() }),
  },
  "/preferences/family/members/:id/delete": {
    who: "signed-in",
    hasPage: false,
    about: "familyMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/remove": {
    who: "signed-in",
    hasPage: false,
    about: "householdMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/hand-over": {
    who: "signed-in",
    hasPage: false,
    about: "householdMember",
    fields: () => ({}),
  },
  "/preferences/family/household/:id/leave": {
    who: "signed-in",
    hasPage: false,
    about: "ownMembership",
    fields: () => ({}),
  },
  "/preferences/family/invite": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ inviteeEmail: newAddress() }),
  },
  "/preferences/family/invitations/:id/resend": {
    who: "signed-in",
    hasPage: false,
    about: "invitation",
    fields: () => ({}),
  },
  "/preferences/family/invitations/:id/revoke": {
    who: "signed-in",
    hasPage: false,
    about: "invitation",
    fields: () => ({}),
  },
  "/api/save-to-calendar": { who: "caller", hasPage: false },
  "/api/delegate-task": { who: "caller", hasPage: false },
  "/api/send-family-invitation": { who: "caller", hasPage: false },
  "/api/accept-family-invitation": { who: "caller", hasPage: false },
  "/theme": { who: "anybody", hasPage: false, fields: () => ({ theme: "dark" }) },
  "/health/live": { who: "anybody", hasPage: true },
  "/health/ready": { who: "anybody", hasPage: true },
  "/*": { who: "anybody", hasPage: false },
};

/** The paths of app/routes.ts, each with the file behind it. */
export function pathsInRoutes(): { path: string; file: string }[] {
  // A layout has no path of its own.
  const pages = routes.flatMap((route) => route.children ?? [route]);
  return pages.map(({ path = "", file }) => ({ path: `/${path}`, file }));
}

/** Routes with a row, as tests take them. */
export const everyRoute = Object.entries(routeTable).map(([path, { about = "task", ...row }]) => ({
  path,
  about,
  ...row,
}));

/** Those that write, each with fields that work. */
export const everyWritingRoute = everyRoute.flatMap((route) =>
  route.fields ? [{ ...route, fields: route.fields }] : [],
);

/** The form's fields for what was planted. */
export function fieldsOf(fields: Record<string, string>, planted: Planted): Record<string, string> {
  const filled = (value: string) => (value.startsWith(":") ? (planted[value.slice(1)] ?? value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value)]));
}

/** The address of the route for what was planted; an id that was not (":rid") is the record's own. */
export function addressOf(path: string, planted: Planted): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => planted[name] ?? planted.id).replace("*", "no-such-page");
}
