import type { DeliveryState } from "#db/schema.ts";

/** Follows "Not sent: ". */
const notSentReasons = {
  task_done: "the task was already done",
  task_deleted: "the task was deleted",
  task_back: "they have the task again",
  task_moved: "the task has a new date",
  snoozed: "you snoozed it",
  seen: "you had already seen it",
  reminder_cancelled: "you cancelled this reminder",
  not_wanted: "this is turned off",
  nothing_to_say: "there was nothing to report",
  no_address: "there is no number or address to send it to",
  no_device: "no device is set up for notifications",
  device_gone: "the device no longer takes notifications from here",
  no_provider: "it isn't set up here",
  limit: "the daily limit was reached",
  own_limit: "more messages this way today than one person can get",
  recipient_limit:
    "they got enough messages today from people they haven't answered. Try again tomorrow",
  new_account_limit:
    "on its first day, an account can only write to a few people. Once they answer, or tomorrow, you can write to more",
  instance_limit: "too many messages went to new people today. Try again tomorrow",
  unconfirmed: "this number is waiting for its code",
  unconfirmed_email: "until you confirm your email address, I send 10 emails a day at most",
  country: "texting that country isn't allowed here",
  withdrawn: "it was withdrawn",
  answered: "it was already answered",
  not_a_member: "they're no longer in the household",
  superseded: "a newer one replaced it",
  together: "it went with another one",
  stopped: "Mila's owner cancelled it",
  restored: "Mila was restored from a backup, and this had probably gone out before",
  opted_out: "this number or address opted out",
  refused: "the provider rejected it",
  crashed: "it failed three times",
  not_connected: "the calendar isn't connected",
  not_allowed: "Mila isn't allowed to add events to the calendar",
  taken_out: "you removed it from your calendar",
  task_past: "its time had already passed",
} as const;

const addressProblems = {
  bad_address: "That number can't be reached. Please check it",
  bad_email_address: "That address can't be reached. Please check it",
  bad_former_number: "That number couldn't be reached. You've changed it since",
  bad_former_email_address: "That address couldn't be reached. You've changed it since",
} as const;

/** Follows "Sent": even after the last copy, the provider's answer was unclear. */
export const unclear = "unclear";
export const unconfirmedInWords = "unconfirmed: the provider didn't answer";

const reasons = { ...notSentReasons, ...addressProblems, unclear: unconfirmedInWords } as const;

/** Used for a number or address that the user hasn't confirmed yet. */
const reasonsToOneself: Partial<Record<Reason, string>> = {
  recipient_limit: "I've sent enough messages there today. Please try again tomorrow",
  new_account_limit:
    "a new account can only try a few numbers and addresses a day. Please try again tomorrow",
  instance_limit: "too many messages went to new people today. Please try again tomorrow",
};

export type Reason = keyof typeof reasons;

/** Reasons for which a channel cannot carry a message that should go out. */
const impassable: readonly Reason[] = [
  "limit",
  "own_limit",
  "opted_out",
  "bad_email_address",
  "unconfirmed_email",
  "country",
  "no_address",
  "no_device",
  "no_provider",
];

/** Reasons that come from the user's settings: the channel is off, or its number is unconfirmed. */
export const unwantedReasons: readonly Reason[] = ["not_wanted", "unconfirmed"];

export function isUnwantedReason(reason: string | null): boolean {
  return unwantedReasons.some((one) => one === reason);
}

export function canGoOtherwise(reason: Reason): boolean {
  return impassable.includes(reason) || isUnwantedReason(reason);
}

export function isUnconfirmed({
  state,
  reason,
}: {
  state: DeliveryState;
  reason: string | null;
}): boolean {
  return state === "sent" && reason === unclear;
}

/** Handles unknown reasons, which a newer version may have written. */
export function reasonInWords(reason: string | null, { isToOneself = false } = {}): string {
  const toOneself = isToOneself ? reasonsToOneself[reason as Reason] : undefined;
  if (toOneself) return `Not sent: ${toOneself}`;
  if (reason && Object.hasOwn(addressProblems, reason))
    return addressProblems[reason as keyof typeof addressProblems];
  if (reason && Object.hasOwn(notSentReasons, reason))
    return `Not sent: ${notSentReasons[reason as keyof typeof notSentReasons]}`;
  return "Not sent";
}
