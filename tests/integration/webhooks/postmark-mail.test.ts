import { afterAll, beforeAll, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";
import { browserOf } from "../forms/forms-mila.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";

let mila: MilaWithDatabase;

beforeAll(async () => {
  mila = await startMilaWithDatabase({
    MAIL_IN_ADDRESS: "@in.example",
    POSTMARK_WEBHOOK_PASSWORD: "a-long-word",
  });
});

afterAll(() => mila[Symbol.asyncDispose]());

/** A mail as Postmark sends it. */
const mailTo = (to: string, more: object = {}) => ({
  FromName: "Oak School",
  From: "office@oak.example",
  FromFull: { Email: "office@oak.example", Name: "Oak School", MailboxHash: "" },
  To: "families@oak.example",
  ToFull: [{ Email: "families@oak.example", Name: "", MailboxHash: "" }],
  Cc: "",
  CcFull: [],
  Bcc: "",
  BccFull: [],
  OriginalRecipient: to,
  Subject: "The trip",
  MessageID: crypto.randomUUID(),
  ReplyTo: "",
  MailboxHash: "",
  Date: new Date().toUTCString(),
  TextBody: "Please return the slip by June 10, 2041.",
  HtmlBody: "",
  StrippedTextReply: "",
  Tag: "",
  Headers: [
    { Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS" },
    { Name: "Message-ID", Value: `<${crypto.randomUUID()}@oak.example>` },
  ],
  Attachments: [],
  ...more,
});

const headersOf = (credentials: string) => ({
  "content-type": "application/json",
  authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
});

const post = (body: object | string, credentials = "postmark:a-long-word") =>
  rawPost(
    mila.url,
    "/webhooks/postmark",
    typeof body === "string" ? body : JSON.stringify(body),
    headersOf(credentials),
  );

async function newHome() {
  const family = await signedInFamily(mila);
  const nora = browserOf(mila, family);
  await nora.visit("/preferences/mail");
  await nora.press("Make an address");
  expect(nora.toast).toContain("Your address is ready");
  const address = nora.field("Forward to").value;
  expect(address).toMatch(/^[a-z2-7]{26}@in\.example$/);
  return { family, nora, address };
}

test("a mail to a household's address waits on its page, once", async () => {
  const { nora, address } = await newHome();
  const mail = mailTo(address);
  for (const _time of [1, 2]) expect((await post(mail)).status).toBe(200);
  await nora.visit("/mail");
  expect(nora.headings(2)).toEqual(["The trip"]);
  expect(nora.text).toContain("From the sender's own server");
  await nora.press("Add the ticked ones: The trip");
  expect(nora.toast).toContain("Task added!");
  await nora.visit("/preferences/mail");
  expect(nora.text).toContain("The last mail came");
});

test("a calendar file is read, and other attachments are said to be unread", async () => {
  const { nora, address } = await newHome();
  const calendar = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Oak//EN",
    "BEGIN:VEVENT",
    "UID:1@oak.example",
    `DTSTAMP:${nowIso().replaceAll(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${nowIso().slice(0, 10).replaceAll("-", "")}`,
    "SUMMARY:Open day",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const files = [
    { Name: "day.ics", ContentType: "text/calendar", Content: btoa(calendar), ContentLength: 1 },
    { Name: "a.pdf", ContentType: "application/pdf", Content: "AAAA", ContentLength: 3 },
  ];
  await post(mailTo(address, { TextBody: "Come!", Attachments: files }));
  await nora.visit("/mail");
  expect(nora.text).toContain("Open day");
  expect(nora.text).toContain("attachment");
});

test("two results about the signature prove nothing", async () => {
  const { nora, address } = await newHome();
  const mail = mailTo(address);
  const forged = { Name: "X-Spam-Tests", Value: "DKIM_VALID_AU" };
  await post({ ...mail, Headers: [forged, ...mail.Headers] });
  await nora.visit("/mail");
  expect(nora.text).toContain("I can't tell");
});

test("a code from Gmail waits, because it has to be entered there", async () => {
  const { nora, address } = await newHome();
  const from = { Email: "forwarding-noreply@google.com", Name: "Gmail Team" };
  const code = { FromFull: from, Subject: "(#123456789) Gmail Forwarding Confirmation" };
  await post(mailTo(address, { ...code, TextBody: "Somebody wants to forward mails to you." }));
  await nora.visit("/mail");
  expect(nora.text).toContain("#123456789");
  expect(nora.text).not.toContain("No mail waits for you.");
});

test("mails to other addresses are dropped, and Mila's owner sees how many", async () => {
  const { address } = await newHome();
  for (const to of ["", "nora@in.example", address.replace(/.@/, "0@"), `${address}.evil.example`])
    expect((await post(mailTo(to))).status).toBe(200);
  expect(await mila.db.selectFrom("mail_inboxes").select("dropped").execute()).toEqual([
    { dropped: 4 },
  ]);
  const { count } = await mila.db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "not in", ({ selectFrom }) =>
      selectFrom("mail_addresses").select("household_id"),
    )
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test("while addresses wait after a restore, Postmark is asked to send again", async () => {
  const { nora, address } = await newHome();
  const ofAddress = mila.db.updateTable("mail_addresses");
  await ofAddress.set({ held_at: nowIso() }).execute();
  const mail = mailTo(address);
  expect((await post(mail)).status).toBe(503);
  await ofAddress.set({ held_at: null }).execute();
  expect((await post(mail)).status).toBe(200);
  await nora.visit("/mail");
  expect(nora.text).toContain("The trip");
});

test("only who knows the password may send more than 256 KB, and 40 MB at most", async () => {
  const { nora, address } = await newHome();
  const file = { Name: "a.pdf", ContentType: "application/pdf" };
  const long = mailTo(address, { Attachments: [{ ...file, Content: "A".repeat(20_000_000) }] });
  expect((await post(long)).status).toBe(200);
  const short = mailTo(address, { Attachments: [{ ...file, Content: "A".repeat(300_000) }] });
  expect((await post(short, "postmark:wrong")).status).toBe(413);
  const announced = { ...headersOf("postmark:a-long-word"), "content-length": "42000000" };
  const path = "/webhooks/postmark";
  const answer = await rawRequest(mila.url, path, { method: "POST", headers: announced });
  expect(answer.status).toBe(413);
  await nora.visit("/mail");
  expect(nora.text).toContain("The trip");
});

test("words that no mail has are acknowledged and change nothing", async () => {
  const { address } = await newHome();
  const before = await mila.db.selectFrom("mails").select("id").execute();
  for (const body of [
    "not json",
    "[]",
    JSON.stringify({ ...mailTo(address), FromFull: null }),
    JSON.stringify({ ...mailTo(address), ToFull: "x" }),
    JSON.stringify({ ...mailTo(address), Headers: [{ Name: 1 }] }),
  ])
    expect((await post(body)).status).toBe(200);
  expect(await mila.db.selectFrom("mails").select("id").execute()).toEqual(before);
});
