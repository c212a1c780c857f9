import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { readDelegationStatus, textMila } from "../../support/messages/by-text.ts";
import {
  type AskingFamily,
  newAskingFamily,
  newTask,
  phones,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";

/** Each way is the numbers that the family saves, one after the other. */
const ways: [string, ["sam" | "alex", string][]][] = [
  [
    "one after the other",
    [
      ["sam", phones.alex],
      ["alex", phones.sam],
    ],
  ],
  [
    "by way of a third",
    [
      ["sam", "+12015550177"],
      ["alex", phones.sam],
      ["sam", phones.alex],
    ],
  ],
];

const facts = {
  sam: { name: "Sam", relation: "spouse", email: "sam@example.com" },
  alex: { name: "Alex", relation: "partner", email: "alex@example.com" },
} as const;

async function swap(db: Kysely<Database>, nora: AskingFamily, steps: (typeof ways)[0][1]) {
  for (const [who, phone] of steps)
    expect(await changeFamilyMember(db, nora, nora[who], { ...facts[who], phone })).toBe("saved");
}

/** Sam is asked to call the vet, and Alex to buy milk. */
async function newScene(db: Kysely<Database>) {
  const nora = await newAskingFamily(db);
  const vet = await newTask(db, nora, "Call the vet");
  const milk = await newTask(db, nora, "Buy milk");
  await sendRequest(db, nora, vet);
  await sendRequest(db, nora, milk, nora.alex);
  const states = async () => [
    await readDelegationStatus(db, vet),
    await readDelegationStatus(db, milk),
  ];
  return { nora, vet, milk, states };
}

for (const [way, steps] of ways) {
  test(`after two numbers are swapped ${way}, a text answers for who has the number now`, async () => {
    await using own = newDatabase();
    const { db } = own;
    const { nora, states } = await newScene(db);
    await swap(db, nora, steps);
    expect(await textMila(db, "Yes", phones.sam)).toContain("you're on it: Buy milk");
    expect(await states()).toEqual(["pending", "accepted"]);
    expect(await textMila(db, "No", phones.alex)).toContain("you can't: Call the vet");
    expect(await states()).toEqual(["declined", "accepted"]);
    expect(await textMila(db, "Yes", phones.alex)).toContain("you're on it: Call the vet");
    await textMila(db, "Done", phones.alex);
    expect(await states()).toEqual(["accepted", "accepted"]);
  });

  test(`messages that wait while two numbers are swapped ${way} go to who they are meant for`, async () => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    const { db } = own;
    const { nora, vet } = await newScene(db);
    const { sendDue } = newSender(db, twilio.settings);
    await swap(db, nora, steps);
    await sendDue();
    const sent = () =>
      twilio
        .messages()
        .filter(({ to }) => to !== phones.nora)
        .map(({ to, body }) => [to, /Call the vet|Buy milk/.exec(body)?.[0]]);
    expect(sent().toSorted()).toEqual(
      [
        [phones.sam, "Buy milk"],
        [phones.alex, "Call the vet"],
      ].toSorted(),
    );
    await textMila(db, "Yes", phones.alex);
    await setDueDate(db, nora, vet, "2101-06-11T10:00", "America/New_York");
    await db
      .updateTable("deliveries")
      .set({ not_before: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "ready")
      .execute();
    await sendDue();
    expect(sent().slice(2)).toEqual([[phones.alex, "Call the vet"]]);
  });
}

test("a tap on a request to whom the number was before answers nothing else", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { db } = own;
  const { nora, states } = await newScene(db);
  await newSender(db, twilio.settings).sendDue();
  await swap(db, nora, ways[0]![1]);
  const { body } = twilio.messages().find(({ to }) => to === phones.sam)!;
  const reply = await textMila(db, `Liked “${body}”`, phones.sam);
  expect(await states()).toEqual(["pending", "pending"]);
  expect(reply).toContain("I only understand YES or NO. Nora asks: can you do this? Buy milk");
});

test("a list's numbers mean nothing to who has its number now", async () => {
  await using own = newDatabase();
  const { db } = own;
  const { nora, states } = await newScene(db);
  const emma = await newTask(db, nora, "Pick up Emma");
  await sendRequest(db, nora, emma);
  expect(await textMila(db, "Yes", phones.sam)).toContain("Which one?");
  await swap(db, nora, ways[0]![1]);
  const bread = await newTask(db, nora, "Buy bread");
  await sendRequest(db, nora, bread, nora.alex);
  expect(await textMila(db, "2", phones.sam)).toContain("Buy bread");
  expect(await states()).toEqual(["pending", "pending"]);
  expect(await readDelegationStatus(db, emma)).toBe("pending");
  expect(await readDelegationStatus(db, bread)).toBe("pending");
});
