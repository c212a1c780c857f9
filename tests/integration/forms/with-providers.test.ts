import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeOpenai, startFakeOpenai } from "../../fakes/openai.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { inboundFields, postSigned } from "../../fakes/twilio/webhooks.ts";
import { addTask } from "../../support/records/add-task.ts";
import { codesTo, confirmNumber } from "../../support/people/confirm-number.ts";
import { addSam } from "../../support/messages/delegation-link.ts";
import { makeOwner } from "../../support/people/owner.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { type Family, newNora, soon } from "./forms-mila.ts";

const [norasNumber, samsNumber] = ["+12015550101", "+12015550123"];
let twilio: FakeTwilio;
let openai: FakeOpenai;
let mila: MilaWithDatabase;

beforeAll(async () => {
  [twilio, openai] = [await startFakeTwilio({ isReporting: false }), await startFakeOpenai()];
  const model = { OPENAI_API_KEY: openai.apiKey, OPENAI_BASE_URL: openai.baseUrl };
  mila = await startMilaWithDatabase({ ...twilio.settings, ...model });
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await twilio[Symbol.asyncDispose]();
  await openai[Symbol.asyncDispose]();
});

const textsTo = (number: string) => twilio.messages().filter(({ to }) => to === number);

async function askBySms(nora: FormBrowser, email: string, title: string): Promise<void> {
  await nora.visit("/dashboard");
  await nora.card(title).follow("More");
  await nora.follow("Delegate");
  expect(nora.heading).toBe("Who can do this?");
  nora.check("SMS");
  expect(nora.text).toContain(`Mila: Nora (${email}) asks: can you do this? "${title}"`);
  await nora.press("Delegate");
}

async function settle(family: Family): Promise<void> {
  const timeZone = "America/New_York";
  await family.post("/preferences/profile", {
    firstName: "Nora",
    lastName: "",
    role: "mom",
    timeZone,
  });
  await mila.db.deleteFrom("messages_to_others").execute();
  await confirmNumber(family, twilio, norasNumber);
  await addSam(family);
}

test("Sam answers one request with a thumb and the other with no", async () => {
  const { nora, family } = await newNora(mila);
  await settle(family);
  await addTask(family, { title: "Call the vet" });
  await addTask(family, { title: "Buy milk" });
  const caller = {
    accountSid: twilio.settings.TWILIO_ACCOUNT_SID ?? "",
    authToken: twilio.settings.TWILIO_AUTH_TOKEN ?? "",
  };
  const replies = async (body: string) => {
    const message = {
      sid: `SM${crypto.randomUUID().replaceAll("-", "")}`,
      from: samsNumber,
      to: "+15550100000",
      body,
    };
    const url = `${mila.url}/webhooks/twilio/inbound`;
    return (await postSigned(caller, url, inboundFields(caller, message as never))).text();
  };
  const noraReads = async (words: string) => {
    await expect.poll(() => textsTo(norasNumber).at(-1)?.body, soon).toContain(words);
  };

  await askBySms(nora, family.email, "Call the vet");
  expect(nora.toast).toContain("Task delegated! SMS sent successfully");
  expect(nora.card("Call the vet").text).toContain("⏳ Pending");
  expect(await replies("👍")).toContain("Thank you. Nora knows you're on it: Call the vet.");
  await nora.reload();
  expect(nora.card("Call the vet").text).toContain("✓ Accepted");
  await noraReads("Sam says yes: Call the vet.");

  await askBySms(nora, family.email, "Buy milk");
  expect(await replies("what?")).toContain("Sorry, I only understand YES or NO.");
  expect(await replies("what?")).not.toContain("<Message>");
  expect(await replies("No, the shop is closed")).toContain("Nora knows you can't: Buy milk.");
  await nora.reload();
  expect(nora.card("Buy milk").text).toContain("✗ Declined");
  await noraReads('Sam says no: Buy milk. "No, the shop is closed"');
});

test("a request that Twilio refuses counts as not sent, and another channel is offered", async () => {
  const { nora, family } = await newNora(mila);
  await settle(family);
  await addTask(family, { title: "Pick up Emma" });
  twilio.behave({ type: "refusing", code: 21211 });
  await askBySms(nora, family.email, "Pick up Emma");
  twilio.behave({ type: "helpful" });
  expect(nora.toast).toContain(
    "Hmm, I couldn't delegate that. That number can't be reached. Please check it. Want me to try again or remind you later tonight?",
  );
  expect(nora.heading).toBe("Who can do this?");

  nora.check(/^Copy a link/);
  await nora.press("Delegate");
  expect(nora.toast).toContain("Task delegated!");
  await nora.visit("/dashboard");
  expect(nora.card("Pick up Emma").text).toContain("⏳ Pending");
});

test("a fourth request to someone who has not answered is refused in clear words, and none once they have", async () => {
  const { nora, family } = await newNora(mila);
  await settle(family);
  for (const title of ["Call the vet", "Buy milk", "Buy bread", "Buy eggs"]) {
    await addTask(family, { title });
    await askBySms(nora, family.email, title);
  }
  expect(nora.toast).toContain(
    "Hmm, I couldn't delegate that. Not sent: they got enough messages today",
  );
  await nora.visit("/preferences/notifications");
  expect(nora.text).toContain(
    "Not sent: they got enough messages today from people they haven't answered.",
  );

  const link = /\/delegations\/\S+/.exec(textsTo(samsNumber).at(-1)?.body ?? "")?.[0] ?? "";
  const sam = new FormBrowser(mila.url);
  await sam.visit(link);
  await sam.press("Yes, I'll do it");
  expect(sam.text).toContain("Nora knows");
  await addTask(family, { title: "Buy apples" });
  await askBySms(nora, family.email, "Buy apples");
  expect(nora.toast).toContain("Task delegated!");
});

test("the owner sees what works and what to fix, and can test SMS", async () => {
  const { nora, family } = await newNora(mila);
  await makeOwner(mila, family.email);
  await nora.visit("/preferences");
  await nora.follow(/^Your Mila/);
  expect(nora.item("Email").text).toContain("Not set up");
  expect(nora.item("Email").buttons()).toEqual([]);
  expect(nora.item("Time zone").text).toContain("America/New_York");
  expect(nora.item("Backup").text).toContain("No backup yet");
  expect(nora.item("SMS").text).toContain("OK");
  await nora.item("SMS").follow("Save your phone number");
  nora.fill("Phone number", "201-555-0187");
  await nora.press("Save Settings");
  expect(nora.toast).toContain("Settings saved successfully!");
  nora.check("SMS Notifications");
  await nora.press("Save Settings");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
  expect(nora.field("SMS Notifications").description).toContain("waiting for the code");
  expect(nora.text).toContain("Is (201) 555-0187 yours?");
  expect(nora.text).not.toContain("is waiting for its code");
  expect(nora.buttons()).toContain("New code by SMS");
  await expect.poll(() => codesTo(twilio, "+12015550187"), soon).toHaveLength(1);
  const [code = ""] = codesTo(twilio, "+12015550187");
  nora.fill("Code", code === "000000" ? "000001" : "000000");
  await nora.press("Confirm number", { status: 400 });
  expect(nora.heading).toBe("Confirm your number");
  expect(nora.field("Code").description).toContain("That's not the code.");
  nora.fill("Code", code);
  await nora.press("Confirm number");
  expect(nora.toast).toContain("Your number is confirmed");
  expect(nora.field("SMS Notifications").description).toBe("Receive task reminders via SMS");

  await nora.visit("/preferences/instance");
  await nora.press("Send a test by SMS");
  expect(nora.toast).toContain("A test is on its way");
  expect(nora.url).toBe("/preferences/instance");
  await expect.poll(() => textsTo("+12015550187"), soon).toHaveLength(2);
});

test("the instance page does not exist for others", async () => {
  await makeOwner(mila, (await newNora(mila)).family.email);
  const { nora } = await newNora(mila);
  await nora.visit("/preferences");
  expect(nora.links()).toContainEqual(expect.stringMatching(/^Account/));
  expect(nora.links()).not.toContainEqual(expect.stringMatching(/^Your Mila/));
  await nora.visit("/preferences/instance", { status: 404 });
  expect(nora.heading).toContain("not");
});

const overdue = { title: "Pay the rent", dueDate: "2020-02-04T08:00" };

test("the week shows a rule-based summary at once, and the model's the next time", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, overdue);
  const words = "Nothing new ahead, and just 1 is overdue: you've got this!";
  openai.behave({ type: "answering", with: { words } });
  await nora.visit("/family");
  expect(nora.text).toContain("Nothing planned for the next seven days. 1 task is overdue.");
  await expect.poll(() => nora.reload().then(() => nora.text), soon).toContain(words);
  expect(nora.text).not.toContain("1 task is overdue.");
});

test("a model summary that contradicts the facts is not shown", async () => {
  const { nora, family } = await newNora(mila);
  await addTask(family, overdue);
  await addTask(family, { ...overdue, title: "Pay the gas" });
  openai.behave({ type: "answering", with: { words: "2 are overdue. Mallory gets 500 dollars." } });
  const countCalls = () => mila.output().split('"about":"week","latencyMs"').length;
  const before = countCalls();
  await nora.visit("/family");
  await expect.poll(countCalls, soon).toBeGreaterThan(before);
  await nora.reload();
  expect(nora.text).toContain("Nothing planned for the next seven days. 2 tasks are overdue.");
});
