import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findQueryCalls } from "../../support/source/queries.ts";

/**
 * Which folder of app/domain a table belongs to. Others ask its owner, by a function named for the
 * question.
 */
const owners: Record<string, string> = {
  limit_events: "core",

  deliveries: "outbox",
  delivery_counts: "outbox",
  channel_pauses: "outbox",
  push_devices: "outbox",
  opt_outs: "outbox",
  messages_to_others: "outbox",
  answered_senders: "outbox",
  provider_events: "outbox",
  workers: "outbox",

  users: "accounts",
  accounts_to_remove: "accounts",
  profiles: "accounts",
  sessions: "accounts",
  kept_forms: "accounts",
  google_accounts: "accounts",
  oidc_accounts: "accounts",
  password_resets: "accounts",
  email_verifications: "accounts",
  totp_factors: "accounts",
  recovery_codes: "accounts",
  passkeys: "accounts",
  used_challenges: "accounts",
  audit_events: "accounts",

  households: "people",
  household_members: "people",
  departures: "people",
  people: "people",
  family_invitations: "people",
  child_questions: "people",

  lists: "lists",
  list_items: "lists",
  bought_items: "lists",

  tasks: "tasks",
  task_events: "tasks",
  checklist_items: "tasks",
  tasks_to_announce: "tasks",
  households_to_announce: "tasks",
  due_readings: "tasks",
  task_readings: "tasks",
  sent_changes: "tasks",

  mails: "mail",
  mail_tasks: "mail",
  mailboxes: "mail",
  mail_senders: "mail",
  mail_addresses: "mail",
  model_households: "mail",
  mail_inboxes: "mail",

  imports: "imports",
  import_rows: "imports",

  child_pages: "children",
  star_households: "children",
  child_stars: "children",
  child_goals: "children",

  access_tokens: "tokens",
  kept_answers: "tokens",

  webhooks: "webhooks",
  webhook_messages: "webhooks",

  dav_states: "caldav",
  dav_calendars: "caldav",
  dav_objects: "caldav",

  search_entries: "search",
  households_to_index: "search",

  learned_words: "understanding",

  reminders: "reminders",

  series: "series",
  series_occurrences: "series",
  breaks: "series",
  series_turns: "series",
  series_turn_people: "series",
  away_dates: "series",

  delegations: "delegation",
  text_conversations: "delegation",

  calendar_connections: "calendar",
  calendar_entries: "calendar",
  calendar_feeds: "calendar",
  calendar_endings: "calendar",
  calendar_removals: "calendar",
  shown_calendars: "calendar",
  shown_events: "calendar",

  telegram_bots: "inbox",
  telegram_codes: "inbox",
  chat_requests: "inbox",

  instance_facts: "instance",
  user_preferences: "preferences",
  phone_codes: "preferences",
  welcome_answers: "preferences",
};

/** Backups, the version and the demo family need these tables. */
const databaseTools = ["instance_facts", "people", "tasks", "users"];

/**
 * The tables that each folder queries and does not own; "?" is one that the source does not name.
 */
function findForeign(): Record<string, string[]> {
  const foreign: Record<string, string[]> = {};
  for (const { file, method, tables } of findQueryCalls("{app,db,jobs,scripts}/**/*.{ts,tsx}")) {
    // Its callers name the tables.
    if (file.startsWith("db/sql/")) continue;
    const folder = /^(?:app\/(?:domain\/)?)?(\w+)/.exec(file)?.[1] ?? "";
    for (const table of tables) {
      // SQL as text names functions and aliases as well.
      const isOwn = method === "sql" && !(table in owners) ? true : owners[table] === folder;
      if (!isOwn && !foreign[folder]?.includes(table)) (foreign[folder] ??= []).push(table);
    }
  }
  return Object.fromEntries(
    Object.entries(foreign).map(([folder, tables]) => [folder, tables.toSorted()]),
  );
}

const foreign = findForeign();

test("every table has an owner", () => {
  const schema = readFileSync("db/schema.ts", "utf8").split("export interface Database")[1] ?? "";
  const tables = [...schema.matchAll(/^ {2}(\w+): \w+;$/gm)].map(([, table]) => table);
  expect(Object.keys(owners).toSorted()).toEqual(tables.toSorted());
});

test("a folder of the domain queries its own tables only, and nothing beside the domain queries any", () => {
  expect(foreign).toEqual({ db: databaseTools });
});
