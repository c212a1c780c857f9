const tasks = (...names: string[]) => names.map((name) => `routes/tasks/${name}`);
const family = (...names: string[]) => names.map((name) => `routes/preferences/family/${name}`);

export const cardRoutes = [
  ...tasks("confirm", "complete", "reopen", "delete", "restore", "child", "calendar/add"),
  ...tasks("repeat/skip", "date/choose", "date/clear-date", "date/restore-date"),
  ...tasks("reminders/reminders", "reminders/snooze", "reminders/cancel", "reminders/seen", "turns/take"),
];

export const taskRoutes = [
  ...tasks("complete", "reopen", "delete", "repeat/skip", "repeat/end", "repeat/resume"),
  ...tasks("calendar/add", "reminders/snooze", "reminders/cancel"),
];

export const deletedTaskRoutes = tasks("restore");

export const familyRoutes = [
  ...family("remove", "hand-over", "leave", "delete-member"),
  ...family("resend-invitation", "revoke-invitation"),
];

export const signOutRoutes = ["routes/auth/sign-out/action"];
