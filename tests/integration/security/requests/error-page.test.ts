import { expect, test } from "vitest";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { sharedMila } from "../../../support/product/shared-mila.ts";
import { withoutTable } from "../../../support/records/without-table.ts";
import { plantTask, signedInFamily } from "../signed-in.ts";

const technical =
  /tasks|sqlite|select|no such table|at async|\.ts:|\.js:\d|node_modules|stack|Error:/i;

test("an error page shows the id in the log and nothing technical", async () => {
  await using mila = await sharedMila();
  const { cookie } = await signedInFamily(mila.db);
  for (const [words, ask] of [
    [
      "Something went wrong",
      () => rawRequest(mila.url, "/tasks/any/edit", { headers: { cookie } }),
    ],
    ["Hmm, I couldn", () => rawPost(mila.url, "/dashboard", { text: "Buy milk" }, { cookie })],
  ] as const) {
    const page = await withoutTable(mila, "tasks", ask);
    expect(page.status).toBe(500);
    const main = /<main.*?<\/main>/s.exec(page.text)?.[0] ?? "";
    const id = /<code>([0-9a-f]{12})<\/code>/.exec(main)?.[1] ?? "no id";
    expect(main).toContain(words);
    expect(main.replaceAll(/<[^>]*>/g, "")).not.toMatch(technical);
    expect(page.text).not.toMatch(/no such table|SqliteError|node_modules/);
    await expect.poll(mila.log).toMatch(new RegExp(`no such table.*"requestId":"${id}"`));
  }
});

test("an error behind a button returns only its id to scripts", async () => {
  await using mila = await sharedMila();
  const { cookie, ...family } = await signedInFamily(mila.db);
  const id = await plantTask(mila.db, { ...family });
  const when = { date: "2027-01-01", time: "09:00" };
  for (const path of ["complete", "reopen", "delete", "restore", "edit", "date"]) {
    const answer = await withoutTable(mila, "tasks", () =>
      rawPost(mila.url, `/tasks/${id}/${path}.data`, when, { cookie }),
    );
    expect([path, answer.status, answer.text]).toEqual([
      path,
      500,
      expect.stringMatching(/"errorId","[0-9a-f]{12}"/),
    ]);
    expect(answer.text).not.toMatch(technical);
  }
});

test("a dashboard whose tasks cannot be read says so and shows everything else", async () => {
  await using mila = await sharedMila();
  const { cookie } = await signedInFamily(mila.db);
  const page = await withoutTable(mila, "tasks", () =>
    rawRequest(mila.url, "/dashboard", { headers: { cookie } }),
  );
  expect(page.status).toBe(200);
  expect(page.text).toContain("Error fetching tasks");
  expect(page.text).toContain('action="/dashboard"');
  const id =
    /role="alert" class="tasks-missing".*?<code>([0-9a-f]{12})<\/code>/s.exec(page.text)?.[1] ??
    "no id";
  await expect.poll(mila.log).toMatch(new RegExp(`no such table.*"requestId":"${id}"`));
});

test("a Family Dashboard whose tasks cannot be read says so and shows everything else", async () => {
  await using mila = await sharedMila();
  const { cookie } = await signedInFamily(mila.db);
  const page = await withoutTable(mila, "tasks", () =>
    rawRequest(mila.url, "/family", { headers: { cookie } }),
  );
  expect(page.status).toBe(200);
  expect(page.text).toContain("Family Dashboard</h1>");
  expect(page.text).toContain("Error fetching tasks");
  expect(page.text).toContain("I can&#x27;t load your week right now.");
  expect(page.text).toContain("Kids Only");
  const week = await withoutTable(mila, "tasks", () =>
    rawRequest(mila.url, "/week/summary.data", { headers: { cookie } }),
  );
  expect(week.status).toBe(200);
});

test("a dashboard whose reminders cannot be read says so and shows everything else", async () => {
  await using mila = await sharedMila();
  const { cookie } = await signedInFamily(mila.db);
  const page = await withoutTable(mila, "reminders", () =>
    rawRequest(mila.url, "/dashboard", { headers: { cookie } }),
  );
  expect(page.status).toBe(200);
  expect(page.text).toContain("I can&#x27;t load your reminders right now.");
  expect(page.text).toContain('action="/dashboard"');
});

test("the product works again after an error", async () => {
  await using mila = await sharedMila();
  const { cookie } = await signedInFamily(mila.db);
  const ask = () => rawRequest(mila.url, "/tasks/any/edit", { headers: { cookie } });
  expect((await withoutTable(mila, "tasks", ask)).status).toBe(500);
  expect((await rawRequest(mila.url, "/dashboard", { headers: { cookie } })).status).toBe(200);
});

test("signing in while the database is unreadable shows an error and nothing technical", async () => {
  await using mila = await sharedMila();
  const fields = { mode: "login", email: "nora@example.com", password: "correct horse 7" };
  const page = await withoutTable(mila, "users", () => rawPost(mila.url, "/auth", fields, {}));
  expect(page.status).toBe(500);
  expect(page.text).toContain("Something went wrong");
  expect(page.text).not.toMatch(/no such table|SqliteError|node_modules/);
});
