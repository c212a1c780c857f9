/** Follows "Not sent: ". */
const whyNotSent = {
  task_done: "the task was done by then",
  task_deleted: "the task was deleted",
  task_back: "the task is theirs again",
  task_moved: "the task has another date now",
  snoozed: "you snoozed it",
  reminder_cancelled: "you cancelled this reminder",
  not_wanted: "this is switched off",
  nothing_to_say: "there was nothing to say",
  no_address: "there is no number or address to send it to",
  no_provider: "no provider is set up",
  limit: "the limit for one day is reached",
  country: "texts to that country are not allowed here",
  withdrawn: "it was taken back",
  answered: "it was answered before",
  not_a_member: "they are not in the household any more",
  superseded: "a newer one took its place",
  opted_out: "messages to this number or address were stopped",
  refused: "the provider refused it",
  unclear: "the provider did not say whether it went out",
  crashed: "it went wrong three times",
  not_connected: "the calendar is not connected",
  not_allowed: "the calendar does not let Mila write in it",
  taken_out: "you took it out of your calendar",
  task_past: "its time had passed by then",
} as const;

/** Stands by itself: somebody has to do something. */
const whatToDo = {
  bad_address: "That number is not reachable: check it",
  bad_email_address: "That address is not reachable: check it",
  bad_former_number: "That number was not reachable; you have another one now",
  bad_former_email_address: "That address was not reachable; you have another one now",
} as const;

export const reasons = { ...whyNotSent, ...whatToDo } as const;

export type Reason = keyof typeof reasons;

/** Another version may have written a reason that this one does not know. */
export function reasonInWords(reason: string | null): string {
  if (reason && Object.hasOwn(whatToDo, reason)) return whatToDo[reason as keyof typeof whatToDo];
  if (reason && Object.hasOwn(whyNotSent, reason)) return `Not sent: ${whyNotSent[reason as keyof typeof whyNotSent]}`;
  return "Not sent";
}
