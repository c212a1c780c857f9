import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { listTables } from "../../support/records/tables.ts";
import { newDatabase } from "../../support/records/database.ts";
import { plantWebhook } from "../../support/records/plant-webhook.ts";
import { readExport } from "../../support/records/read-export.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  phones,
  answerAs,
} from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

/** Tables under another name in the file. */
const named: Record<string, string> = {
  users: "account",
  profiles: "profile",
  user_preferences: "preferences",
  google_accounts: "google_account",
  calendar_connections: "google_calendar",
  calendar_feeds: "calendar_feed",
  password_resets: "sign_in_resets",
};

/** Tables left out of the file, with reasons. */
const leftOut: Record<string, string> = {
  households: "an id, and a count of changes",
  limit_events: "counts under keys, by network, address and account; forgotten soon",
  used_challenges: "random numbers; forgotten soon",
  kept_forms: "what was sent after a session ended and not saved; sealed, and gone after an hour",
  messages_to_others: "counts under keyed hashes, without addresses; forgotten soon",
  answered_senders: "keyed hashes of who answered; what was answered is in delegations",
  phone_codes: "the number is in preferences, and the code is not stored",
  text_conversations:
    "where the server is in an exchange of texts; what was asked and said is in delegations",
  chat_requests:
    "which tasks a text added or changed, and the words about which Mila asks; forgotten soon",
  accounts_to_remove: "accounts that have ended; forgotten once the worker has deleted their rows",
  calendar_endings:
    "connections of accounts that have ended; forgotten once their events have left the calendar",
  calendar_removals: "Google's ids of those events",
  departures:
    "ids of who left which household; forgotten once the worker has handed over the tasks",
  households_to_announce: "ids only; forgotten once the worker has seen to them",
  tasks_to_announce: "ids only; forgotten once the worker has seen to them",
  sent_changes: "ids of what was changed without a connection; forgotten after a month",
  telegram_bots: "the instance's",
  telegram_codes: "the code is not stored, and the chat is in preferences",
  delivery_counts: "numbers of old messages, of nobody in particular",
  provider_events: "ids of providers' reports",
  channel_pauses: "the instance's",
  workers: "the instance's",
  instance_facts: "the instance's",
  search_entries: "the tasks' words again",
  kept_answers: "answers to programs, which have them; forgotten after a day",
  import_rows: "what a file became: its tasks and items are in the export",
  mails: "other people's words; sealed, and gone after 30 days",
  mail_tasks: "which task came from which mail; its page says so",
  mail_inboxes: "the instance's",
  mail_senders: "hashes with a key, and the addresses, sealed",
  shown_events: "what other calendars said last, which is theirs",
  households_to_index: "the worker's",
  dav_states: "how far changes are recorded for tasks apps",
  dav_calendars: "colors and places that tasks apps show",
  webhook_messages: "which task or item was told to which webhook; gone after 30 days",
};

test("every table is in the export or listed with a reason", async () => {
  await using own = newDatabase();
  const file = await readExport(own.db, await newFamily(own.db));
  const tables = await listTables(own.db);
  expect(tables.filter((name) => !leftOut[name] && !((named[name] ?? name) in file))).toEqual([]);
  expect(Object.keys({ ...named, ...leftOut }).filter((name) => !tables.includes(name))).toEqual(
    [],
  );
});

test("the export has the user's requests, answers and addresses, and nothing of other households", async () => {
  await using own = newDatabase();
  const [nora, others] = [await newAskingFamily(own.db), await newAskingFamily(own.db)];
  const request = await sendRequest(own.db, nora, await newTask(own.db, nora));
  await answerAs(own.db, request, "accept", "Back at six");
  await answerAs(
    own.db,
    await sendRequest(own.db, others, await newTask(own.db, others, "See the lawyer")),
    "decline",
    "Never",
  );
  const vet = await addTask(own.db, nora, { text: "call the vet on January 5 2031" });
  await completeTask(own.db, nora, vet.id);
  const asked = { user_id: nora.userId, requested_at: nowIso() };
  await own.db
    .insertInto("email_verifications")
    .values({ id: "v", email: "new@example.com", previous_email: "old@example.com", ...asked })
    .execute();
  await own.db
    .insertInto("opt_outs")
    .values(
      [phones.sam, "elsewhere@example.com"].map((address) => ({ address, opted_out_at: nowIso() })),
    )
    .execute();

  const file = await readExport(own.db, nora);
  expect(file).toMatchObject({
    delegations: [
      { delegate_name: "Sam", asked_by: nora.userId, answer: "accepted", line: "Back at six" },
    ],
    email_verifications: [{ email: "new@example.com", previous_email: "old@example.com" }],
    due_readings: [{ words: expect.stringContaining("January 5") }],
    task_events: [{ task_id: vet.id, acted_by: nora.userId, mark: "completed" }],
    opt_outs: [{ address: phones.sam }],
  });
});

test("the export lists webhooks without their addresses and secrets", async () => {
  await using own = newDatabase();
  const nora = await newFamily(own.db);
  const { secret } = await plantWebhook(own.db, nora, "https://program.example/secret-4711", {
    kinds: ["task.due"],
  });
  const file = await readExport(own.db, nora);
  expect(file.webhooks).toEqual([
    {
      host: "program.example",
      kinds: "task.due",
      added_at: expect.any(String),
      off_at: null,
      off_reason: null,
    },
  ]);
  expect(JSON.stringify(file)).not.toContain("4711");
  expect(JSON.stringify(file)).not.toContain(secret);
});
