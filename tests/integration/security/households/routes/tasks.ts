import type { RouteRow } from "./row.ts";

export const taskRoutes: Record<string, RouteRow> = {
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
  "/tasks/:id/choose": { who: "signed-in", hasPage: false, fields: () => ({ dueDate: "2101-01-01T20:00" }) },
  "/tasks/:id/clear-date": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/restore-date": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/edit": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ title: "Changed", category: "Elders", description: "", dueDate: "", assignee: "", version: "1" }),
  },
  "/tasks/:id/date": { who: "signed-in", hasPage: true, fields: () => ({ date: "2027-03-01", time: "09:30" }) },
  "/tasks/:id/delegate": {
    who: "signed-in",
    hasPage: true,
    about: "taskAndSpouse",
    fields: () => ({ familyMemberId: ":spouse", method: "link", shown: "nothing" }),
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
};
