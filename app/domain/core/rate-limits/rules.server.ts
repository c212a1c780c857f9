import type { LimitSettings } from "#app/services/shares.server.ts";

interface Rule {
  /** Events are counted by this key. */
  per:
    | "account"
    | "address"
    | "household"
    | "instance"
    | "link"
    | "mailbox"
    | "network"
    | "recipient"
    | "request";
  /** The time for which an event counts. */
  window: { minutes: number } | { hours: number };
  most: number | keyof LimitSettings;
  /** Multiplies `most`. */
  times?: number;
  /** Delays what goes beyond `most` instead of refusing it. */
  slows?: true;
  /**
   * "events" are counted in `limit_events`, in the transaction that saves what is counted.
   * "messages" and "records" count the rows that record messages, requests and answers, so that the
   * two cannot differ. "memory" counts in this process, where a write for each event would be the
   * load that the rule protects from; a restart resets it.
   */
  kept: "events" | "messages" | "records" | "memory";
}

const [minute, quarterHour, hour] = [{ minutes: 1 }, { minutes: 15 }, { hours: 1 }];
const day = { hours: 24 };

/** Every limit that counts events within a window. docs/security.md lists them for readers. */
export const rules = {
  sign_ins: { per: "network", window: quarterHour, most: 30, kept: "events" },
  wrong_passwords: { per: "address", window: quarterHour, most: 10, slows: true, kept: "events" },
  // Only someone who knows the password gets this far, so the limit locks nobody else out.
  wrong_codes: { per: "address", window: quarterHour, most: 10, kept: "events" },
  sign_ups: { per: "network", window: hour, most: 5, kept: "events" },
  sign_ups_to_mailbox: { per: "mailbox", window: hour, most: 5, kept: "events" },
  // Each sign-up may cause an email to anyone, and a stranger can use any number of networks.
  sign_ups_of_strangers: {
    per: "instance",
    window: hour,
    most: "SIGN_UPS_AN_HOUR",
    kept: "events",
  },
  reset_emails: { per: "account", window: hour, most: 3, kept: "events" },
  confirmation_emails: { per: "account", window: hour, most: 3, kept: "events" },
  // Counts by recipient outlive the sender's account.
  invitation_emails: { per: "recipient", window: hour, most: 3, kept: "events" },
  welcome_emails: { per: "recipient", window: hour, most: 3, kept: "events" },
  adds_a_minute: { per: "account", window: minute, most: "ADDS_A_MINUTE", kept: "events" },
  adds_a_day: { per: "account", window: day, most: "ADDS_A_DAY", kept: "events" },
  // Each is read to its end, and an import may be large.
  imports: { per: "account", window: hour, most: 20, kept: "events" },
  mails: { per: "household", window: day, most: 100, kept: "events" },
  // Each lets somebody make Mila call an address of their choice.
  calendar_reads: { per: "household", window: hour, most: 30, kept: "events" },
  mailbox_tries: { per: "household", window: hour, most: 20, kept: "events" },
  webhook_tries: { per: "household", window: hour, most: 30, kept: "events" },
  webhook_messages: { per: "household", window: hour, most: 1_000, slows: true, kept: "records" },
  // An answer by text costs money, and one in a chat does not.
  answers_to_unknown_sender: {
    per: "recipient",
    window: { hours: 180 * 24 },
    most: 1,
    kept: "events",
  },
  answers_to_unknown_numbers: { per: "instance", window: day, most: 20, kept: "events" },
  answers_to_unknown_chats: { per: "instance", window: day, most: 100, kept: "events" },
  // Counts SMS and WhatsApp. Some replies only answer a question or a request, and so don't count
  // as requests by text.
  replies: { per: "recipient", window: day, most: "TEXTS_A_DAY", times: 2, kept: "events" },
  // Strangers can ask for help as well, and each answer costs.
  help_replies: { per: "recipient", window: day, most: 1, kept: "events" },
  requests_by_text: { per: "account", window: day, most: "TEXTS_A_DAY", kept: "records" },
  // Chat requests cost nothing, but a chat must not fill the family's list.
  requests_by_chat: { per: "account", window: day, most: 200, kept: "records" },
  // The asker hears of each answer.
  answers_to_request: { per: "request", window: day, most: "ANSWERS_A_DAY", kept: "records" },

  // Counts SMS and WhatsApp messages.
  texts: { per: "account", window: day, most: "TEXTS_A_DAY", kept: "messages" },
  // Leaves the other half to messages that the user causes.
  texts_caused_by_others: {
    per: "account",
    window: day,
    most: "TEXTS_A_DAY",
    times: 0.5,
    kept: "messages",
  },
  household_texts: {
    per: "household",
    window: day,
    most: "TEXTS_A_DAY_A_HOUSEHOLD",
    kept: "messages",
  },
  pushes: { per: "account", window: day, most: "PUSHES_A_DAY", kept: "messages" },
  ntfy_messages: { per: "account", window: day, most: "NTFY_A_DAY", kept: "messages" },
  telegram_messages: { per: "account", window: day, most: "TELEGRAM_A_DAY", kept: "messages" },
  emails: { per: "account", window: day, most: "EMAILS_A_DAY", kept: "messages" },
  texts_to_others: {
    per: "account",
    window: day,
    most: "TEXTS_A_DAY_TO_OTHERS",
    kept: "messages",
  },
  emails_to_others: {
    per: "account",
    window: day,
    most: "EMAILS_A_DAY_TO_OTHERS",
    kept: "messages",
  },
  household_texts_to_others: {
    per: "household",
    window: day,
    most: "TEXTS_A_DAY_A_HOUSEHOLD",
    kept: "messages",
  },
  household_emails_to_others: {
    per: "household",
    window: day,
    most: "EMAILS_A_DAY_A_HOUSEHOLD",
    kept: "messages",
  },
  // First messages come from senders whom the recipient has not answered.
  first_messages: {
    per: "recipient",
    window: day,
    most: "FIRST_MESSAGES_A_DAY_TO_ONE",
    kept: "messages",
  },
  first_messages_in_all: {
    per: "instance",
    window: day,
    most: "FIRST_MESSAGES_A_DAY",
    kept: "messages",
  },
  new_recipients: { per: "account", window: day, most: "PEOPLE_ON_FIRST_DAY", kept: "messages" },
  // Counts the emails from all accounts that claim the address.
  emails_to_unconfirmed: { per: "recipient", window: day, most: 10, kept: "messages" },
  emails_to_unconfirmed_in_all: {
    per: "instance",
    window: day,
    most: "FIRST_MESSAGES_A_DAY",
    kept: "messages",
  },

  guesses: { per: "network", window: quarterHour, most: 30, kept: "memory" },
  feed_answers: { per: "link", window: quarterHour, most: "FEED_ANSWERS", kept: "memory" },
  child_page: { per: "link", window: minute, most: 60, kept: "memory" },
  // Allows more than a phone's offline queue holds.
  changes: { per: "account", window: minute, most: 240, kept: "memory" },
  api_calls: { per: "account", window: minute, most: "API_CALLS_A_MINUTE", kept: "memory" },
  model_calls: { per: "account", window: hour, most: 30, kept: "memory" },
  // Each completed task changes a week's facts. The limit saves the model for requests.
  week_summaries: { per: "household", window: { minutes: 5 }, most: 1, kept: "memory" },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

/** The names of the rules whose counts are in one place. */
export type KeptIn<Place extends Rule["kept"]> = {
  [Name in RuleName]: (typeof rules)[Name]["kept"] extends Place ? Name : never;
}[RuleName];

export const ruleOf = (name: RuleName): Rule => rules[name];

/** Called before an event is counted. */
export function isReached(name: RuleName, count: number, settings: LimitSettings): boolean {
  return !ruleOf(name).slows && count >= limitOf(name, settings);
}

export function limitOf(name: RuleName, settings: LimitSettings): number {
  const { most, times = 1 } = ruleOf(name);
  return Math.floor(times * (typeof most === "number" ? most : settings[most]));
}
