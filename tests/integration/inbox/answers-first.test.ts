import { v7 as newId } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type FakeOpenai, startFakeOpenai } from "../../fakes/openai.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { postSigned } from "../../fakes/twilio/webhooks.ts";
import { addRequest } from "../../support/messages/by-text.ts";
import { newAskingFamily, phones, readDelegation } from "../../support/messages/delegation.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";

let twilio: FakeTwilio;
let openai: FakeOpenai;
let mila: MilaWithDatabase;

beforeAll(async () => {
  [twilio, openai] = [await startFakeTwilio({ isReporting: false }), await startFakeOpenai()];
  const model = { OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl };
  mila = await startMilaWithDatabase({ ...twilio.settings, ...model, TEXTS_A_DAY: "3" });
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await twilio[Symbol.asyncDispose]();
  await openai[Symbol.asyncDispose]();
});

beforeEach(() => {
  openai.requests.length = 0;
});

let numbers = 0;

function newNumber(): string {
  numbers += 1;
  return `+120155502${String(numbers).padStart(2, "0")}`;
}

/** Returns Mila's reply to a text, or an empty one. */
async function text(from: string, body: string): Promise<string> {
  const url = `${mila.url}/webhooks/twilio/inbound`;
  const caller = { accountSid: "", authToken: twilio.settings.TWILIO_AUTH_TOKEN ?? "" };
  const fields = { MessageSid: `SM${newId()}`, From: from, To: "+15550100000", Body: body };
  const answer = await postSigned(caller, url, fields);
  expect(answer.status).toBe(200);
  return /<Message>(.*)<\/Message>/s.exec(await answer.text())?.[1] ?? "";
}

/** Sam's account has the number that Nora's family knows Sam by. */
async function askSam(number: string) {
  const nora = await newAskingFamily(mila.db);
  await mila.db.updateTable("people").set({ phone: number }).where("id", "=", nora.sam).execute();
  const sam = await newTalkingFamily(mila.db, number);
  return { sam, taskId: await addRequest(mila.db, nora) };
}

const listTitles = async ({ userId }: { userId: string }) =>
  (await mila.db.selectFrom("tasks").select("title").where("user_id", "=", userId).execute()).map(
    ({ title }) => title,
  );

test.each([
  ["Yes, at 3", "accepted", "Thank you."],
  ["yes 4pm works", "accepted", "Thank you."],
  ["Yes, when they open", "accepted", "Thank you."],
  ["No, I'm at work", "declined", "All right."],
])(
  "an account holder who was asked answers %j, and no model reads it",
  async (body, state, reply) => {
    const number = newNumber();
    const { sam, taskId } = await askSam(number);
    expect(await text(number, body)).toContain(reply);
    expect(await readDelegation(mila.db, taskId)).toMatchObject({
      requests: [{ state, line: body }],
    });
    expect(openai.requests).toEqual([]);
    expect(await listTitles(sam)).toEqual([]);
  },
);

test.each(["no sorry, tomorrow?", "yes but only after 5", "Yes, unless the vet calls"])(
  "an account holder who was asked and writes %j hears what Mila understands, and no model reads it",
  async (body) => {
    const number = newNumber();
    const { sam, taskId } = await askSam(number);
    expect(await text(number, body)).toContain("Sorry, I only understand YES or NO.");
    expect(await readDelegation(mila.db, taskId)).toMatchObject({
      requests: [{ state: "pending" }],
    });
    expect(openai.requests).toEqual([]);
    expect(await listTitles(sam)).toEqual([]);
  },
);

test("an account holder whom nobody asked adds a task with the same words", async () => {
  const number = newNumber();
  const sam = await newTalkingFamily(mila.db, number);
  expect(await text(number, "Yes, the dentist at 3")).toContain("Got it: ");
  expect(await listTitles(sam)).toHaveLength(1);
});

test("a check mark answers a question, and else says that something is done", async () => {
  const number = newNumber();
  const { taskId } = await askSam(number);
  expect(await text(number, "✅")).toContain("knows you're on it: Pick up Emma");
  expect(await text(number, "✅")).toContain("knows it's done: Pick up Emma");
  expect(await readDelegation(mila.db, taskId)).toMatchObject({ task: { is_completed: 1 } });
});

test("a stranger's yes gets the usual answer", async () => {
  expect(await text(newNumber(), "Yes, at 3")).toContain("I don't know you here yet");
  expect(openai.requests).toEqual([]);
});

/** The model is asked about such words: they are long, and have neither a date nor a verb. */
const aboutPet = (what: string) =>
  `${what} for the cat, or the dog if that is the one the neighbours saw limping`;

test("over a day's limit, no model is asked", async () => {
  const number = newNumber();
  await newTalkingFamily(mila.db, number);
  for (const what of ["vet", "plumber", "barber"])
    expect(await text(number, aboutPet(what))).toContain("Got it");
  expect(openai.requests).toHaveLength(3);
  expect(await text(number, aboutPet("florist"))).toContain("That's all I can do by text today.");
  expect(openai.requests).toHaveLength(3);
});

test("a yes looks up its sender and the requests once", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await newTalkingFamily(own.db, phones.sam);
  await addRequest(own.db, nora);
  const queries = await captureQueries(own.db, async (db) => {
    expect(await talk(db, "YES", { from: phones.sam })).toContain("Thank you.");
  });
  const asking = (words: string) => queries.filter(({ sql }) => sql.includes(words));
  expect(asking('where "phone_number" = ?')).toHaveLength(1);
  expect(asking('from "delegations" where "person_id" in')).toHaveLength(1);
});
