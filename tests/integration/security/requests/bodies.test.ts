import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { setOwner } from "../../../support/people/owner.ts";
import { addressOf, everyWritingRoute } from "../households/every-route.ts";
import { insertRecord } from "../households/insert-record.ts";
import { plantTask, type SignedInFamily, signedInFamily } from "../signed-in.ts";

const limit = 256 * 1024;

let mila: SharedMila;
let family: SignedInFamily;

beforeAll(async () => {
  mila = await sharedMila();
  family = await signedInFamily(mila.db);
});

afterAll(() => mila[Symbol.asyncDispose]());

const ofSize = (bytes: number) => `text=${"a".repeat(bytes - 5)}`;

test.for([
  "application/x-www-form-urlencoded",
  "application/json",
  "multipart/form-data; boundary=b",
  "text/plain",
])("a body over 256 KB is refused as %s, whether announced or not", async (type) => {
  const headers = { cookie: family.cookie, "content-type": type };
  const announced = await rawPost(mila.url, "/dashboard", ofSize(limit + 1), headers);
  expect([announced.status, announced.text]).toEqual([
    413,
    expect.stringContaining("less than 256 KB"),
  ]);
  const chunked = await rawPost(mila.url, "/dashboard", [ofSize(limit), "a"], headers);
  expect([chunked.status, chunked.text]).toEqual([
    413,
    expect.stringContaining("less than 256 KB"),
  ]);
});

test("a body of exactly 256 KB is read", async () => {
  const headers = { cookie: family.cookie };
  for (const body of [ofSize(limit), [ofSize(limit - 1), "a"]]) {
    const answer = await rawPost(mila.url, "/dashboard", body, headers);
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining("use at most 2,000 characters"),
    ]);
  }
});

test("a body that is too large is refused at every path, and the server keeps running", async () => {
  for (const path of [
    "/",
    "/no-such-page",
    "/health/live",
    "/sign-out",
    "/icon.svg",
    "/auth.data",
  ]) {
    const { status } = await rawPost(mila.url, path, ofSize(limit + 1));
    expect([path, status]).toEqual([path, 413]);
  }
  expect((await rawRequest(mila.url, "/health/live")).status).toBe(200);
});

test.for([
  ["/preferences/notifications/push/renew", "endpoint=nowhere"],
  ["/preferences/notifications/push/renew", "endpoint.name=nowhere"],
  ["/auth/passkey", "response.name=nothing"],
  ["/auth/code/passkey", "response.name=nothing"],
] as const)(
  "a script's form at %s that can't be read (%s) is answered in plain words",
  async ([path, body]) => {
    const { status, text, headers } = await rawPost(mila.url, path, body, {
      cookie: family.cookie,
    });
    expect([status, text, headers["content-type"]]).toEqual([
      400,
      "This form can't be read",
      expect.stringContaining("text/plain"),
    ]);
  },
);

test.for([
  ["/theme", "theme=blue"],
  ["/overdue", "choice=done"],
  ["/welcome/skip", "question=none"],
  ["/notices/dismiss", "type=none"],
  ["/preferences/notifications/push", "endpoint=nowhere"],
  ["/preferences/notifications/test", "channel=pigeon"],
  ["/preferences/notifications/code/new", "channel=pigeon"],
  ["/preferences/instance/two-step", "required=perhaps"],
  ["/preferences/instance/plain-http", "allowed=perhaps"],
  ["/preferences/instance/deliveries/end-pause", "channel=pigeon"],
  ["/preferences/calendar/choose", ""],
] as const)(
  "a form at %s that can't be read (%s) is answered by a page in plain words",
  async ([path, body]) => {
    await setOwner(mila.db, "id", family.userId);
    const { status, text } = await rawPost(mila.url, path, body, { cookie: family.cookie });
    expect([status, text]).toEqual([400, expect.stringContaining("Please go back and try again.")]);
  },
);

test("a form of more than 200 fields is refused at once", async () => {
  const different = (count: number) =>
    `theme=dark&${Array.from({ length: count - 1 }, (_, at) => `field${at}=1`).join("&")}`;
  const post = (body: string) => rawPost(mila.url, "/theme", body, { cookie: family.cookie });
  expect((await post(different(200))).status).toBe(303);
  for (const body of [different(201), different(10_000), "theme=dark&".repeat(10_000)]) {
    const startedAt = performance.now();
    expect((await post(body)).status).toBe(400);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  }
});

test("a form of thousands of fields is refused before anything parses it, whether announced or not", async () => {
  const different = Array.from({ length: 5_000 }, (_, at) => at.toString(36)).join("&");
  const types = [
    "application/x-www-form-urlencoded",
    "",
    "text/plain",
    "application/json, text/plain",
  ];
  for (const path of ["/auth", "/no-such-page", "/webhooks/twilio/inbound"])
    for (const type of types)
      for (const body of [different, [different.slice(0, 9_000), different.slice(9_000)]]) {
        const answer = await rawPost(mila.url, path, body, { "content-type": type });
        expect([path, type, answer.status]).toEqual([path, type, 400]);
        expect(answer.text).toContain("It has too many fields.");
      }
});

test("a form of many parts is not counted by the signs in its texts", async () => {
  const body =
    multipart("theme", "dark").replace("--b--\r\n", "") + multipart("a", "&".repeat(2_000));
  const headers = { cookie: family.cookie, "content-type": "multipart/form-data; boundary=b" };
  expect((await rawPost(mila.url, "/theme", body, headers)).status).toBe(303);
});

const writingForms = everyWritingRoute.filter(({ fields }) => Object.keys(fields()).length > 0);

test.for(writingForms)(
  "$path refuses forms that reach for prototypes",
  async ({ path, about, fields }) => {
    const address = addressOf(path, await insertRecord(mila, family, about));
    for (const name of [
      "__proto__",
      "__proto__.a",
      "a[__proto__].b",
      "constructor",
      "constructor.prototype.a",
      "a.prototype",
    ]) {
      const answer = await rawPost(
        mila.url,
        address,
        { ...fields(), [name]: "1" },
        { cookie: family.cookie },
      );
      expect([name, answer.status]).toEqual([name, 400]);
    }
  },
);

const multipart = (name: string, value: string, file = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${value}\r\n--b--\r\n`;

test.for<[string, string, string | Buffer]>([
  ["empty", "application/x-www-form-urlencoded", ""],
  ["without a type", "", "text=a"],
  ["of a type that makes no sense", ";;;", "text=a"],
  ["of JSON", "application/json", '{"text":"a"}'],
  ["of nested JSON", "application/json", "[".repeat(100_000)],
  ["of plain text", "text/plain", "text=a"],
  ["of a broken multipart form", "multipart/form-data; boundary=b", "--b\r\ngarbage"],
  ["of a multipart form without boundary", "multipart/form-data", multipart("text", "a")],
  ["with a file for a text", "multipart/form-data; boundary=b", multipart("text", "a", "a.txt")],
  ["with a list for a text", "application/x-www-form-urlencoded", "text[0]=a"],
  ["with an object for a text", "application/x-www-form-urlencoded", "text.a=a"],
  ["of bytes", "application/octet-stream", Buffer.from([0, 255, 254, 128])],
  ["of spaces only", "application/x-www-form-urlencoded", "text=+++%09%0a%e3%80%80"],
])("a form post %s is refused", async ([, type, body]) => {
  for (const [path, cookie] of [
    ["/dashboard", family.cookie],
    ["/dashboard.data", family.cookie],
    ["/auth", ""],
  ] as const) {
    const { status } = await rawPost(mila.url, path, body, { cookie, "content-type": type });
    expect([path, status]).toEqual([path, 400]);
  }
});

test.for<[string, string | Buffer]>([
  ["encoded bytes that are no text", "text=%ff%fe%c0%80"],
  ["bytes that are no text", Buffer.from([...Buffer.from("text="), 0xff, 0xfe, 0xc0, 0x80])],
  ["half a percent sign", "text=100%&a=%4"],
  ["half an emoji", "text=%ed%a0%bd"],
  ["a NUL", "text=%00"],
  ["a NUL in a word", "text=milk%00bread"],
  ["control characters", "text=%01%02%1b[31m%7f"],
  ["zero-width characters", "text=%e2%80%8b%e2%80%8d"],
  ["a right-to-left override", "text=%e2%80%aemilk"],
])("a task of %s is accepted or refused without an error", async ([, body]) => {
  const { status } = await rawPost(mila.url, "/dashboard", body, { cookie: family.cookie });
  expect([303, 400]).toContain(status);
  const page = await rawRequest(mila.url, "/dashboard", { headers: { cookie: family.cookie } });
  expect(page.status).toBe(200);
});

test.for([
  ["a title of NUL", "edit", { title: "\0", category: "Kids", version: "1" }],
  ["a title that begins with NUL", "edit", { title: "\0milk", category: "Kids", version: "1" }],
  [
    "the end of time",
    "edit",
    { title: "Milk", category: "Kids", version: "1", dueDate: "9999-12-31T23:59" },
  ],
  ["a version of infinity", "edit", { title: "Milk", category: "Kids", version: "1e999" }],
  [
    "a version that is too exact",
    "edit",
    { title: "Milk", category: "Kids", version: "9007199254740993" },
  ],
  ["the end of time", "date", { date: "9999-12-31", time: "23:59" }],
  ["the beginning of time", "date", { date: "0000-01-01", time: "00:00" }],
  ["a day that is none", "date", { date: "2027-02-30", time: "00:00" }],
] as const)(
  "a task with %s (%s) is accepted or refused without an error",
  async ([, page, fields]) => {
    const id = await plantTask(mila.db, family);
    const answer = await rawPost(mila.url, `/tasks/${id}/${page}`, fields, {
      cookie: family.cookie,
    });
    expect([303, 400, 409]).toContain(answer.status);
  },
);
