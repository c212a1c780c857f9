import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product. */
export default [
  index("routes/index.ts"),
  route("auth", "routes/auth/sign-in.tsx"),
  route("auth/google", "routes/auth/google.ts"),
  route("auth/forgot", "routes/auth/forgot.tsx"),
  route("auth/reset", "routes/auth/reset.tsx"),
  route("auth/verify", "routes/auth/verify.tsx"),
  route("sign-out", "routes/sign-out.ts"),

  // What stands in here opens over the dashboard in a dialog, where there is JavaScript.
  layout("routes/dashboard-layout.tsx", [
    route("dashboard", "routes/dashboard.tsx"),
    route("tasks/confirm", "routes/tasks/confirm.tsx"),
    route("overdue", "routes/overdue.tsx"),
    route("tasks/:id/edit", "routes/tasks/edit.tsx"),
    route("tasks/:id/date", "routes/tasks/date.tsx"),
  ]),
  route("tasks/:id/complete", "routes/tasks/complete.ts"),
  route("tasks/:id/reopen", "routes/tasks/reopen.ts"),
  route("tasks/:id/delete", "routes/tasks/delete.ts"),
  route("tasks/:id/restore", "routes/tasks/restore.ts"),
  route("tasks/:id/take-back", "routes/tasks/take-back.ts"),
  route("tasks/:id/read-again", "routes/tasks/read-again.ts"),

  route("family", "routes/family.tsx"),
  route("events", "routes/events.ts"),
  route("accept-invitation", "routes/accept-invitation.tsx"),
  route("email-preview", "routes/email-preview/page.tsx"),
  route("email-preview/message", "routes/email-preview/message.ts"),
  route("preferences/profile", "routes/preferences/profile.tsx"),
  route("preferences/delegation", "routes/preferences/delegation.tsx"),
  route("preferences/account", "routes/preferences/account/page.tsx"),
  route("preferences/account/email", "routes/preferences/account/email.tsx"),
  route("preferences/account/password", "routes/preferences/account/password.tsx"),
  route("preferences/account/sessions/:id/end", "routes/preferences/account/end-session.ts"),
  route("preferences/account/export", "routes/preferences/account/export.ts"),
  route("preferences/account/delete", "routes/preferences/account/delete.tsx"),
  route("preferences/family", "routes/preferences/family/index.ts"),
  route("preferences/family/members", "routes/preferences/family/members.tsx"),
  route("preferences/family/members/:id/edit", "routes/preferences/family/edit-member.tsx"),
  route("preferences/family/members/:id/delete", "routes/preferences/family/delete-member.ts"),
  route("preferences/family/household/:id/remove", "routes/preferences/family/remove.ts"),
  route("preferences/family/household/:id/hand-over", "routes/preferences/family/hand-over.ts"),
  route("preferences/family/household/:id/leave", "routes/preferences/family/leave.ts"),
  route("preferences/family/invite", "routes/preferences/family/invite.tsx"),
  route("preferences/family/invitations/:id/resend", "routes/preferences/family/resend-invitation.ts"),
  route("preferences/family/invitations/:id/revoke", "routes/preferences/family/revoke-invitation.ts"),

  route("tasks/:id", "routes/tasks/task.tsx"),
  route("tasks/:id/reminders", "routes/tasks/reminders.tsx"),
  route("tasks/:id/reminders/:rid/snooze", "routes/tasks/snooze-reminder.ts"),
  route("tasks/:id/reminders/:rid/cancel", "routes/tasks/cancel-reminder.ts"),

  route("preferences", "routes/preferences/menu.tsx"),
  route("preferences/reminders", "routes/preferences/reminders.tsx"),
  route("preferences/notifications", "routes/preferences/notifications.tsx"),
  route("preferences/notifications/test", "routes/preferences/send-test.ts"),

  route("api/parse-task", "routes/api/parse-task.ts"),
  route("api/send-family-invitation", "routes/api/send-family-invitation.ts"),
  route("api/accept-family-invitation", "routes/api/accept-family-invitation.ts"),

  route("webhooks/twilio/status", "routes/webhooks/twilio-status.ts"),
  route("webhooks/twilio/inbound", "routes/webhooks/twilio-inbound.ts"),
  route("webhooks/postmark", "routes/webhooks/postmark.ts"),

  route("theme", "routes/theme.ts"),
  route("health/live", "routes/health/live.ts"),
  route("health/ready", "routes/health/ready.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
