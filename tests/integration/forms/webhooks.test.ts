import { afterAll, beforeAll, expect, test } from "vitest";
import type { FormBrowser } from "../../support/product/form-browser.ts";
import { type FakeReceiver, startFakeReceiver } from "../../fakes/webhook-receiver.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { confirmedLongAgo } from "../../support/records/long-ago.ts";
import { addTask } from "../../support/records/add-task.ts";
import { browserOf, confirmIdentity, soon } from "./forms-mila.ts";
import { openData } from "../../support/records/open-data.ts";

const list = "/preferences/data/webhooks";
let mila: Mila;
let receiver: FakeReceiver;

beforeAll(async () => {
  receiver = await startFakeReceiver();
  mila = await startMila({ ALLOWED_PRIVATE_HOSTS: receiver.host });
}, 60_000);

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

async function newNora() {
  const family = await signedInFamily(mila);
  receiver.behave();
  receiver.messages.length = 0;
  return { family, nora: browserOf(mila, family) };
}

/** Returns the secret. */
async function addOne(nora: FormBrowser, path = ""): Promise<string> {
  await nora.visit(`${list}/new`);
  nora.fill("Address", `${receiver.address}${path}`);
  await nora.press("Add the webhook");
  expect(nora.toast).toContain("Webhook added");
  return String(nora.field("Secret").value);
}

async function sees(nora: FormBrowser, words: RegExp) {
  await expect
    .poll(async () => {
      await nora.reload();
      return nora.text;
    }, soon)
    .toMatch(words);
}

test("a parent adds a webhook, tests it, and reads how its messages went", async () => {
  const { nora, family } = await newNora();
  await nora.visit("/preferences/data");
  await nora.follow("Webhooks");
  expect(nora.text).toContain("No webhook yet.");
  await nora.follow("Add a webhook");
  nora.fill("Address", receiver.address);
  await nora.press("Add the webhook");
  const secret = String(nora.field("Secret").value);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await nora.reload();
  expect(nora.html).not.toContain(secret);
  expect(nora.html).not.toContain("secret-4711");
  expect(nora.heading).toBe(receiver.host);

  await nora.press("Send a test");
  expect(nora.toast).toContain("I'm sending a test");
  await sees(nora, /test Delivered .+, answer 204/);
  receiver.behave((_, response) => response.writeHead(500).end("an inner page"));
  await addTask(family, { title: "Call the vet" });
  await sees(nora, /task\.created Waits after 1 try, answer 500/);
  expect(nora.html).not.toContain("an inner page");
  expect(receiver.messages.map(({ body }) => body.type)).toContain("test");
  await nora.press(/^Send again: test/);
  expect(nora.toast).toContain("I'm sending it again");
});

test("what is wrong stands beside its field, and what was typed stays", async () => {
  const { nora } = await newNora();
  await nora.visit(`${list}/new`);
  nora.fill("Address", "program.example");
  await nora.press("Add the webhook", { status: 400 });
  expect(nora.text).toContain("Please enter an address that begins with https://");
  expect(nora.field("Address").value).toBe("program.example");
  nora.fill("Address", "https://192.168.1.5/hook");
  nora.uncheck(/^A task is due/);
  await nora.press("Add the webhook", { status: 400 });
  expect(nora.text).toContain("only outside of the network I'm in");
  expect(nora.field("Address").value).toBe("https://192.168.1.5/hook");
  expect(nora.field(/^A task is due/).isChecked).toBe(false);
  expect(nora.field(/^A task is done/).isChecked).toBe(true);
});

test("adding, another address and another secret ask for the password, and what was typed is kept", async () => {
  const { nora, family } = await newNora();
  await using db = openData(mila.dataFolder);
  const longAgo = () => confirmedLongAgo(db, family.email);
  await nora.visit(`${list}/new`);
  nora.fill("Address", receiver.address);
  nora.uncheck(/^A task is due/);
  nora.uncheck(/^A task is done/);
  await longAgo();
  await nora.press("Add the webhook");
  await confirmIdentity(nora);
  expect(nora.field("Address").value).toBe(receiver.address);
  expect(nora.field(/^A task is due/).isChecked).toBe(false);
  expect(nora.field(/^A task is deleted/).isChecked).toBe(true);
  await nora.press("Add the webhook");
  const first = String(nora.field("Secret").value);
  expect(nora.text).not.toContain("(task.due)");

  await longAgo();
  nora.unfold("Renew the secret");
  await nora.press("Renew it");
  await confirmIdentity(nora);
  nora.unfold("Renew the secret");
  await nora.press("Renew it");
  expect(String(nora.field("Secret").value)).not.toBe(first);

  await longAgo();
  await nora.follow("Change");
  nora.check(/^A task is due/);
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Webhook changed");
  expect(nora.text).toContain("(task.due)");
  await nora.follow("Change");
  nora.fill("Address", `${receiver.address}/other`);
  await nora.press("Save Changes");
  await confirmIdentity(nora);
  expect(nora.field("Address").value).toBe(`${receiver.address}/other`);
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Webhook changed");
  await nora.visit("/preferences/account/activity");
  expect(nora.text).toContain("Webhook added");
  expect(nora.text).toContain("Webhook's address changed");
  expect(nora.text).toContain("Webhook's secret renewed");
});

test("a webhook that is gone is switched off, which Home says until it is on again", async () => {
  const { nora, family } = await newNora();
  await addOne(nora);
  const page = nora.url;
  receiver.behave((_, response) => response.writeHead(410).end());
  await addTask(family, { title: "Call the vet" });
  await sees(nora, /Switched off on .+, because its server said that it is gone/);
  await nora.visit("/dashboard");
  expect(nora.text).toContain(`The webhook to ${receiver.host} was switched off`);
  await nora.follow("See why");
  expect(nora.url).toBe(page);
  receiver.behave();
  await nora.press("Switch on again");
  expect(nora.toast).toContain("Webhook switched on");
  await nora.visit("/dashboard");
  expect(nora.text).not.toContain("was switched off");
  await nora.visit(page);
  nora.unfold("Remove");
  await nora.press(`Remove ${receiver.host}`);
  expect(nora.toast).toContain(`Webhook to ${receiver.host} removed`);
  expect(nora.text).toContain("No webhook yet.");
});
