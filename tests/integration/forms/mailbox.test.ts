import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hasDovecot,
  type MailServer,
  password,
  startMailServer,
} from "#tests/support/mail-server/dovecot.ts";
import { mailOf } from "#tests/support/mail-server/mail-of.ts";
import { type Mila, startMila } from "../../support/product/mila.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { browserOf, soon } from "./forms-mila.ts";

const page = "/preferences/mail";
let server: MailServer;
let mila: Mila;

beforeAll(async () => {
  if (!hasDovecot) return;
  server = await startMailServer();
  mila = await startMila({ ALLOWED_PRIVATE_HOSTS: server.host });
}, 60_000);

afterAll(async () => {
  await mila?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function openForm(user: string) {
  const family = await signedInFamily(mila);
  const nora = browserOf(mila, family);
  server.deliver(user, "School", mailOf({ words: "trip slip", subject: "The trip" }));
  await nora.visit(page);
  const fill = (folder: string, secret: string) => {
    nora.fill("Address of the mailbox", `${user}@example.com`);
    nora.fill("Its password, or an app password", secret);
    nora.fill("Folder", folder);
    nora.fill("Server (optional)", server.host);
  };
  return { nora, family, fill };
}

test.runIf(hasDovecot)(
  "a mailbox is added by the page's steps, and its mails become tasks",
  async () => {
    const { nora, family, fill } = await openForm("ana");
    expect(nora.text).toContain("Only you see these mails");
    fill("school", password);
    await nora.press("Add");
    expect(nora.toast).toContain("Mailbox added");
    expect(nora.headings(3)).toContain("127.0.0.1");
    await expect
      .poll(async () => {
        await nora.visit("/mail");
        return nora.text;
      }, soon)
      .toContain("The trip");
    expect(nora.text).toContain("Oak School");
    await nora.press("Add the ticked ones: The trip");
    expect(nora.toast).toContain("Task added!");
    const file = await (await family.get("/preferences/account/export")).text();
    expect(JSON.parse(file)).toMatchObject({ mailboxes: [{ host: "127.0.0.1" }] });
    expect(file).not.toContain(password);
  },
);

test.runIf(hasDovecot)(
  "what is wrong is said beside its field, and what was typed stays",
  async () => {
    const { nora, fill } = await openForm("eva");
    fill("School", "wrong");
    await nora.press("Add", { status: 400 });
    expect(nora.field("Its password, or an app password").description).toContain(
      "refuses this address or password",
    );
    expect(nora.field("Its password, or an app password").value).toBe("");
    expect(nora.field("Address of the mailbox").value).toBe("eva@example.com");
    fill("Klasse 3b", password);
    await nora.press("Add", { status: 400 });
    expect(nora.field("Folder").description).toContain(
      "There's no folder “Klasse 3b”. I see “INBOX”, “School”.",
    );
    fill("School", password);
    nora.fill("Server (optional)", "192.168.1.5:4143");
    await nora.press("Add", { status: 400 });
    expect(nora.field("Server (optional)").description).toContain("only outside of the network");
  },
);

test.runIf(hasDovecot)("a mailbox is added once, and can be read at once or removed", async () => {
  const { nora, fill } = await openForm("una");
  fill("School", password);
  await nora.press("Add");
  fill("school", password);
  await nora.press("Add", { status: 400 });
  expect(nora.field("Address of the mailbox").description).toContain("has this mailbox already");
  await nora.visit(page);
  await nora.press("Read now: 127.0.0.1");
  expect(nora.toast).toContain("I'm reading it now");
  nora.unfold("Remove");
  await nora.press("Remove 127.0.0.1");
  expect(nora.toast).toContain("127.0.0.1 removed");
  expect(nora.text).toContain("No mailbox yet");
});
