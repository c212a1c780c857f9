import type { RouteRow } from "./row.ts";

let lists = 0;
/** No household has a list of this name yet. */
const listWord = () => `camping${String.fromCodePoint(97 + ((lists += 1) % 26))}`;

export const taskRoutes: Record<string, RouteRow> = {
  "/dashboard": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ text: "Buy milk", requestId: "abcdefgh-1" }),
  },
  "/tasks/news": { who: "signed-in", hasPage: true },
  "/tasks/confirm": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({
      "drafts[0].title": "Buy milk",
      "drafts[0].category": "Household",
      requestId: "abcdefgh-2",
    }),
  },
  "/share": {
    who: "anybody",
    hasPage: true,
    status: 200,
    isForAnySite: true,
    fields: () => ({ title: "Swimming", text: "Buy goggles", url: "https://pool.example/" }),
  },
  "/overdue": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ taskId: ":id", choice: "done" }),
  },
  "/remind-tonight": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ action: "/tasks/:id/complete", fields: '[["text","Buy milk"]]' }),
  },
  "/tasks/:id/complete": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/reopen": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/delete": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/restore": {
    who: "signed-in",
    hasPage: false,
    about: "deletedTask",
    fields: () => ({}),
  },
  "/tasks/:id/skip": {
    who: "signed-in",
    hasPage: false,
    about: "repeatingTask",
    fields: () => ({}),
  },
  "/tasks/:id/dates/:date": {
    who: "signed-in",
    hasPage: true,
    about: "dateOfSeries",
    fields: () => ({ change: "skip" }),
  },
  "/tasks/:id/dates/:date/restore": {
    who: "signed-in",
    hasPage: false,
    about: "dateOfSeries",
    fields: () => ({}),
  },
  "/tasks/:id/checklist": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ text: "Socks and tent" }),
  },
  ...Object.fromEntries(
    (["tick", "untick", "move", "delete", "restore"] as const).map((change) => [
      `/tasks/:id/checklist/:iid/${change}`,
      { who: "signed-in", hasPage: false, about: "checklistItem", fields: () => ({}) } as const,
    ]),
  ),
  "/tasks/:id/as-items": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ text: `add tent to the ${listWord()} list` }),
  },
  "/tasks/:id/checklist/copy": {
    who: "signed-in",
    hasPage: false,
    about: "checklistItem",
    fields: () => ({ requestId: "press-of-copy" }),
  },
  "/tasks/:id/checklist/from-list": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ list: "shopping", requestId: "press-of-list" }),
  },
  "/tasks/:id/list": { who: "signed-in", hasPage: true, fields: () => ({ list: "shopping" }) },
  "/tasks/:id/checklist/:iid/rename": {
    who: "signed-in",
    hasPage: true,
    about: "checklistItem",
    fields: () => ({ name: "Wool socks" }),
  },
  "/tasks/:id/repeat": {
    who: "signed-in",
    hasPage: true,
    about: "repeatingTask",
    fields: () => ({ interval: "2", unit: "week" }),
  },
  "/tasks/:id/repeat/end": {
    who: "signed-in",
    hasPage: false,
    about: "repeatingTask",
    fields: () => ({}),
  },
  "/tasks/:id/repeat/resume": {
    who: "signed-in",
    hasPage: false,
    about: "endedTask",
    fields: () => ({}),
  },
  "/tasks/:id/child": {
    who: "signed-in",
    hasPage: false,
    about: "childQuestion",
    fields: () => ({ answer: "yes" }),
  },
  "/tasks/:id/choose": {
    who: "signed-in",
    hasPage: false,
    fields: () => ({ dueDate: "2101-01-01T20:00" }),
  },
  "/tasks/:id/clear-date": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/who": { who: "signed-in", hasPage: true, fields: () => ({ personId: "" }) },
  "/tasks/:id/give-back": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/restore-date": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/edit": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({
      title: "Changed",
      category: "Elders",
      description: "",
      dueDate: "",
      assignee: "",
      version: "1",
    }),
  },
  "/tasks/:id/date": {
    who: "signed-in",
    hasPage: true,
    fields: () => ({ date: "2027-03-01", time: "09:30" }),
  },
  "/tasks/:id/delegate": {
    who: "signed-in",
    hasPage: true,
    about: "taskAndSpouse",
    fields: () => ({ familyMemberId: ":spouse", method: "link", shown: "nothing" }),
  },
  "/tasks/:id/withdraw": {
    who: "signed-in",
    hasPage: false,
    about: "delegation",
    fields: () => ({}),
  },
  "/delegations/:token": {
    who: "anybody",
    hasPage: true,
    about: "delegation",
    fields: () => ({ answer: "accept", line: "At 3" }),
  },
  "/reminder-actions/:token": {
    who: "anybody",
    hasPage: false,
    about: "reminderAction",
    status: 200,
    isForAnySite: true,
    fields: () => ({}),
  },
  "/delegations/:token/calendar.ics": { who: "anybody", hasPage: true, about: "delegation" },
  "/tasks/:id/calendar": { who: "signed-in", hasPage: false, fields: () => ({}) },
  "/tasks/:id/calendar.ics": { who: "signed-in", hasPage: true, about: "datedTask" },
  "/tasks/:id": { who: "signed-in", hasPage: true },
  "/tasks/:id/turns": {
    who: "signed-in",
    hasPage: true,
    about: "repeatingTask",
    fields: () => ({ who: "anyone" }),
  },
  "/tasks/:id/turns/take": {
    who: "signed-in",
    hasPage: false,
    about: "repeatingTask",
    fields: () => ({ from: "" }),
  },
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
  "/tasks/:id/reminders/:rid/seen": {
    who: "signed-in",
    hasPage: false,
    about: "reminder",
    fields: () => ({}),
  },
  "/tasks/:id/reminders/:rid/cancel": {
    who: "signed-in",
    hasPage: false,
    about: "reminder",
    fields: () => ({}),
  },
};
