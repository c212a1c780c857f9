/** Every kind of message, and what the row's subject_id is the id of. */
export const deliveryKinds = {
  reminder: "reminders.id",
  late_reminders: "the worker's; what was merged into it points to it",
  daily_summary: "the user's local date, YYYY-MM-DD",
  test: "the user's id",
  password_reset: "password_resets.id",
  email_verification: "email_verifications.id",
  email_changed: "email_verifications.id: told to the old address",
  invitation: "family_invitations.id",
  welcome: "family_members.id",
  delegation_request: "delegations.id",
  delegation_answer: "delegations.id",
  delegation_release: "delegations.id: told to whoever said yes and need not do it any more",
  calendar_event: "calendar_entries.id",
} as const;

export type DeliveryKind = keyof typeof deliveryKinds;
