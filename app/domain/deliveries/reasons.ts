/** Why a delivery did not go out, or not yet, as the list of deliveries says it. */
export const reasons = {
  task_done: "the task was done by then",
  task_deleted: "the task was deleted",
  task_moved: "the task has another date now",
  reminder_cancelled: "you cancelled this reminder",
  not_wanted: "this is switched off",
  nothing_to_say: "there was nothing to say",
  no_address: "there is no number or address to send it to",
  no_provider: "no provider is set up",
  limit: "the limit for one day is reached",
  withdrawn: "it was taken back",
  not_a_member: "they are not in the household any more",
  superseded: "a newer one took its place",
  bad_address: "That number is not reachable: check it",
  bad_email_address: "That address is not reachable: check it",
  opted_out: "they have asked not to get messages",
  refused: "the provider refused it",
  unclear: "the provider did not say whether it went out",
  crashed: "sending it went wrong three times",
  not_connected: "the calendar is not connected",
} as const;

export type Reason = keyof typeof reasons;
