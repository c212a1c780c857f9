import { expect, test } from "vitest";
import { action } from "#app/routes/dashboard.tsx";
import { loader } from "#app/routes/dashboard-layout.tsx";
import { newDatabase } from "../../support/database.ts";
import { newFamily } from "../../support/family.ts";
import { routeArgs } from "../../support/route.ts";

const path = "/dashboard";

test("a task added comes back on the dashboard", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const fields = { text: "pick up the kids at 3pm tomorrow", requestId: "form-0001" };
  const answer = (await action(await routeArgs(own.db, { path, userId, fields }))) as Response;
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe("/dashboard");
  const { tasks } = await loader(await routeArgs(own.db, { path, userId }));
  expect(tasks).toMatchObject([{ title: "Pick up the kids", category: "Kids" }]);
});

test("a task without a due date leads to the date page", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const answer = (await action(await routeArgs(own.db, { path, userId, fields: { text: "Vacuum" } }))) as Response;
  expect(answer.headers.get("Location")).toMatch(/^\/tasks\/[\w-]+\/date$/);
});

test.each([" ", "", "\n\t", "x".repeat(2_001)])("%j is not taken, and stays in the input", async (text) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const answer = await action(await routeArgs(own.db, { path, userId, fields: { text } }));
  expect(answer).toMatchObject({ init: { status: 400 }, data: { text, errors: [expect.any(String)] } });
});

test("who has to sign in again finds in the input what they typed", async () => {
  await using own = newDatabase();
  const args = await routeArgs(own.db, { path, fields: { text: "Order groceries" } });
  const thrown = await action(args).catch((response: Response) => response);
  const location = new URL((thrown as Response).headers.get("Location") ?? "", "http://localhost");
  expect(location.searchParams.get("redirectTo")).toBe("/dashboard?text=Order+groceries");

  const { userId } = await newFamily(own.db);
  const page = await loader(await routeArgs(own.db, { path: "/dashboard?text=Order+groceries", userId }));
  expect(page.text).toBe("Order groceries");
});
