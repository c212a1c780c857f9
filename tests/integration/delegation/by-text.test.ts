import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { segmentCount } from "#app/domain/outbox/rendering/segments.ts";
import { mergePeople } from "#app/domain/people/own-person.server.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  newAskingFamily,
  newTask,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { addRequest, readDelegationStatus, textMila } from "../../support/messages/by-text.ts";
import { giveAccount } from "../../support/records/people.ts";

test("YES and NO answer the request sent to that number and get a thank-you", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora);
  expect(await textMila(own.db, "Yes")).toBe(
    "Mila: Thank you. Nora knows you're on it: Pick up Emma.",
  );
  expect(await readDelegationStatus(own.db, first)).toBe("accepted");
  const second = await addRequest(own.db, nora, "Call the vet");
  expect(await textMila(own.db, "no, I'm at work")).toBe(
    "Mila: All right. Nora knows you can't: Call the vet.",
  );
  expect(await readDelegation(own.db, second)).toMatchObject({
    requests: [{ state: "declined", line: "no, I'm at work" }],
  });
});

test("a request follows a person who is merged with another entry", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newAskingFamily(db);
  const taskId = await newTask(db, nora);
  await sendRequest(db, nora, taskId, nora.alex);
  await db.transaction().execute((trx) => mergePeople(trx, nora.alex, nora.sam, nowIso()));
  expect(await textMila(db, "yes")).toContain("Nora knows you're on it: Pick up Emma");
  expect((await readDelegation(db, taskId)).task.assignee).toBe("Sam");
});

test("a number with no request learns nothing, whatever it writes", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await addRequest(own.db, nora);
  expect(await textMila(own.db, "yes", phones.alex)).toContain("I don't know you here yet");
  expect(await textMila(own.db, "hello", phones.alex)).toBeNull();
  expect(await readDelegationStatus(own.db, taskId)).toBe("pending");
});

test("only requests sent by text can be answered by text", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await addRequest(own.db, nora, "Pick up Emma", "link");
  expect(await textMila(own.db, "yes")).toContain("I don't know you here yet");
  expect(await readDelegationStatus(own.db, taskId)).toBe("pending");
});

test("with two open requests Mila asks which one, and a number selects it", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora);
  const second = await addRequest(own.db, nora, "Call the vet");
  expect(await textMila(own.db, "yes")).toBe(
    "Mila: Which one? Reply YES 1 to YES 2. 1: Call the vet (Nora) 2: Pick up Emma (Nora)",
  );
  expect(await textMila(own.db, "2")).toContain(
    "Thank you. Nora knows you're on it: Pick up Emma. 1 more to answer.",
  );
  expect([
    await readDelegationStatus(own.db, first),
    await readDelegationStatus(own.db, second),
  ]).toEqual(["accepted", "pending"]);
  expect(await textMila(own.db, "no")).toContain("Call the vet");
  expect(await readDelegationStatus(own.db, second)).toBe("declined");
});

test("a number keeps its meaning after new requests arrive", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora);
  await addRequest(own.db, nora, "Call the vet");
  await textMila(own.db, "no");
  const third = await addRequest(own.db, nora, "Buy milk");
  await textMila(own.db, "NO 2");
  expect([
    await readDelegationStatus(own.db, first),
    await readDelegationStatus(own.db, third),
  ]).toEqual(["declined", "pending"]);
});

test("a number refers to the list sent last, even one inside an explanation", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await addRequest(own.db, nora);
  const second = await addRequest(own.db, nora, "Call the vet");
  await textMila(own.db, "yes");
  const third = await addRequest(own.db, nora, "Buy milk");
  expect(await textMila(own.db, "what about Friday?")).toContain(
    "1: Buy milk (Nora) 2: Call the vet (Nora) 3: Pick up Emma (Nora)",
  );
  expect(await textMila(own.db, "YES 1")).toContain(
    "Nora knows you're on it: Buy milk. 2 more to answer.",
  );
  expect([
    await readDelegationStatus(own.db, second),
    await readDelegationStatus(own.db, third),
  ]).toEqual(["pending", "accepted"]);
  expect(await textMila(own.db, "NO 3")).toContain(
    "Nora knows you can't: Pick up Emma. 1 more to answer.",
  );
});

test("a number already answered answers nothing else, even with one request left", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const first = await addRequest(own.db, nora);
  await addRequest(own.db, nora, "Call the vet");
  await textMila(own.db, "yes");
  expect(await textMila(own.db, "YES 1")).toContain("you're on it: Call the vet.");
  expect(await textMila(own.db, "YES 1")).toContain("Nora asks: can you do this? Pick up Emma");
  expect(await readDelegationStatus(own.db, first)).toBe("pending");
  expect(await textMila(own.db, "YES 2")).toContain("you're on it: Pick up Emma.");
});

test("the number of a withdrawn request answers nothing else", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const [first, second, third] = [
    await addRequest(own.db, nora),
    await addRequest(own.db, nora, "Call the vet"),
    await addRequest(own.db, nora, "Buy milk"),
  ];
  await textMila(own.db, "yes");
  await withdrawRequest(own.db, nora, second);
  expect(await textMila(own.db, "YES 2")).toContain("Which one?");
  expect(
    await Promise.all([first, second, third].map((id) => readDelegationStatus(own.db, id))),
  ).toEqual(["pending", "none", "pending"]);
});

test("unclear words get one explanation per request, never a loop", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await addRequest(own.db, nora);
  expect(await textMila(own.db, "who is this")).toBe(
    "Mila: Sorry, I only understand YES or NO. Nora asks: can you do this? Pick up Emma",
  );
  for (let count = 0; count < 5; count += 1)
    expect(await textMila(own.db, "I am away on holiday")).toBeNull();
  expect(await textMila(own.db, "yes")).toContain("Thank you.");
  await addRequest(own.db, nora, "Call the vet");
  expect(await textMila(own.db, "what")).toContain("Sorry");
  expect(await textMila(own.db, "what")).toBeNull();
});

test("two machines do not text each other forever", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  await addRequest(own.db, nora);
  await addRequest(own.db, nora, "Call the vet");
  for (const autoReply of ["ok", "I am away", "YES", "no"]) {
    const replies = [];
    for (let count = 0; count < 20; count += 1) replies.push(await textMila(own.db, autoReply));
    expect(replies.filter((reply) => reply !== null).length).toBeLessThanOrEqual(2);
  }
});

test("a late yes is told the outcome once, without the task's current details", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await addRequest(own.db, nora);
  await withdrawRequest(own.db, nora, taskId);
  expect(await textMila(own.db, "yes")).toBe("Mila: That's no longer needed.");
  expect(await textMila(own.db, "yes")).toBeNull();
  const accepted = await addRequest(own.db, nora, "Call the vet");
  await textMila(own.db, "yes");
  expect(await textMila(own.db, "yes")).toBe("Mila: You already said yes, thank you: Call the vet");
  expect(await readDelegationStatus(own.db, accepted)).toBe("accepted");
});

test("an account's own number is recognized when the family entry has none", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const sam = await newAskingFamily(own.db);
  await own.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone("+12015550177") })
    .where("user_id", "=", sam.userId)
    .execute();
  await giveAccount(own.db, nora.sam, sam.userId);
  await own.db.updateTable("people").set({ phone: null }).where("id", "=", nora.sam).execute();
  const taskId = await addRequest(own.db, nora);
  expect(await textMila(own.db, "yes", "+12015550177")).toContain("Thank you.");
  expect(await readDelegationStatus(own.db, taskId)).toBe("accepted");
});

test("Mila's replies fit two segments, however long the titles", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  for (let count = 0; count < 5; count += 1)
    await addRequest(own.db, nora, `${count} ${"Straße 👍 ".repeat(29)}`);
  for (const body of ["what", "yes", "YES 3"])
    expect(segmentCount((await textMila(own.db, body)) ?? "")).toBeLessThanOrEqual(2);
});
