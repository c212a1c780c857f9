import { expect, test } from "vitest";
import { action } from "#app/routes/dashboard/dashboard.tsx";
import { loader } from "#app/routes/dashboard/layout.tsx";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

const path = "/dashboard";

test("an added task appears on the dashboard", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const fields = { text: "pick up the kids at 3pm tomorrow", requestId: "form-0001" };
  const answer = (await action(await routeArgs(own.db, { path, userId, fields }))) as Response;
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe("/dashboard");
  const { dashboard } = await loader(await routeArgs(own.db, { path, userId }));
  expect(dashboard?.home?.tasks).toMatchObject([{ title: "Pick up the kids", category: "Kids" }]);
});

test("a task without a due date leads to the date page", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const answer = (await action(
    await routeArgs(own.db, { path, userId, fields: { text: "Vacuum" } }),
  )) as Response;
  expect(answer.headers.get("Location")).toMatch(/^\/tasks\/[\w-]+\/date$/);
});

test.each([
  [" ", "Tell me what you need"],
  ["", "Tell me what you need"],
  ["\n\t", "Tell me what you need"],
  ["?! … ---", "I can't find any words there. Tell me what you need."],
  ["x".repeat(2_001), "That's too long for me. Please use at most 2,000 characters."],
])("%j is refused and stays in the input with the error", async (text, error) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const answer = await action(await routeArgs(own.db, { path, userId, fields: { text } }));
  expect(answer).toMatchObject({ init: { status: 400 }, data: { text, errors: [error] } });
});

const fiftyDates = Array.from(
  { length: 50 },
  (_, index) => `${1 + (index % 12)}/${1 + (index % 28)}`,
).join(" ");
const pastedPage =
  "The fall festival is on October 10 at 4.\n\nPlease bring a dish, and sign up at the office. ".repeat(
    20,
  );

test.each([
  [
    "a page of pasted text",
    pastedPage,
    { title: "Bring a dish, and sign up at the office", due: null },
  ],
  [
    "50 dates in one line",
    `dentist ${fiftyDates}`,
    { title: expect.stringMatching(/^Dentist/), due: expect.anything() },
  ],
])("a text of %s becomes the best possible task and is kept in full", async (_, text, task) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  await action(await routeArgs(own.db, { path, userId, fields: { text } }));
  const { dashboard } = await loader(await routeArgs(own.db, { path, userId }));
  expect(dashboard?.home?.tasks).toMatchObject([{ ...task, description: text.trim() }]);
});

test.each([
  ["only a picture", "🎂", { title: "🎂", due: null }],
  [
    "HTML",
    "call <b>mom</b> <img src=x onerror=alert(1)>",
    { title: "Call <b>mom</b> <img src=x onerror=alert(1)>" },
  ],
  ["another writing direction", "اتصل بالجدة", { title: "اتصل بالجدة" }],
])("%s becomes a task unchanged", async (_, text, task) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  await action(await routeArgs(own.db, { path, userId, fields: { text } }));
  const { dashboard } = await loader(await routeArgs(own.db, { path, userId }));
  expect(dashboard?.home?.tasks).toMatchObject([task]);
});

test("the input shows its address's text, and what is sent signed out stays out of the address", async () => {
  await using own = newDatabase();
  const args = await routeArgs(own.db, { path, fields: { text: "Order groceries" } });
  const thrown = await action(args).catch((response: Response) => response);
  const location = new URL((thrown as Response).headers.get("Location") ?? "", "http://localhost");
  expect(location.searchParams.get("redirectTo")).toBe("/dashboard");

  const { userId } = await newFamily(own.db);
  const { dashboard } = await loader(
    await routeArgs(own.db, { path: "/dashboard?text=Order+groceries", userId }),
  );
  expect(dashboard?.text).toBe("Order groceries");
});

test("a page that can open over the dashboard loads no dashboard data as a document", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const args = await routeArgs(own.db, { path: "/tasks/any/edit", userId });
  expect((await loader(args)).dashboard).not.toBe(null);
  args.request.headers.set("Accept", "text/html,application/xhtml+xml");
  expect((await loader(args)).dashboard).toBe(null);
});
