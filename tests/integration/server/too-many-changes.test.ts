import { expect, test, vi } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import { newAssistant } from "../../support/mcp/assistant.ts";
import { findUserId } from "../../support/people/owner.ts";
import { startMila } from "../../support/product/mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { openData } from "../../support/records/open-data.ts";

// It starts the whole product.
vi.setConfig({ testTimeout: 60_000 });

const words = "That&#x27;s more than 4 changes in a day. Nothing was lost.";

test("an account that changes without end is refused in words, and nobody else is", async () => {
  await using mila = await startMila({ CHANGES_A_DAY: "4" });
  const [nora, sam] = [await newFamily(mila), await newFamily(mila)];
  const rename = (firstName: string) =>
    nora.post("/preferences/profile", { firstName, role: "parent", timeZone: "UTC" });
  for (const name of ["Ada", "Bea", "Cleo", "Dora"]) expect((await rename(name)).status).toBe(303);
  const refused = await rename("Nora Lee");
  const page = await refused.text();
  expect([refused.status, page]).toEqual([503, expect.stringContaining(words)]);
  expect(page).toMatch(/This is what you typed:<\/p><blockquote[^>]*>Nora Lee</);
  const script = await nora.post("/preferences/profile.data", { firstName: "Nora" });
  expect([script.status, await script.text()]).toEqual([
    503,
    expect.stringContaining("more than 4 changes"),
  ]);
  const headers = { "content-type": "application/json", cookie: nora.cookies() };
  const body = JSON.stringify({ text: "Call the vet" });
  const call = await fetch(`${mila.url}/api/parse-task`, { method: "POST", headers, body });
  expect([call.status, await call.json()]).toMatchObject([429, { error: { code: "too_many" } }]);

  const db = openData(mila.dataFolder);
  const secret = await newSecret(db, { userId: await findUserId(mila, nora.email) });
  await db.destroy();
  const program = await fetch(`${mila.url}/api/v1/lists`, {
    method: "POST",
    headers: { ...headers, Authorization: `Bearer ${secret}` },
    body: JSON.stringify({ name: "Camp" }),
  });
  expect([program.status, await program.json()]).toMatchObject([429, { code: "too_many" }]);

  expect((await nora.get("/dashboard")).status).toBe(200);
  const saved = await (await nora.get("/preferences/profile")).text();
  expect(saved).toContain('value="Dora"');
  const added = await sam.post("/dashboard", { text: "Buy soap", requestId: "bystander" });
  expect(added.status).toBe(303);
  const owner = await (await nora.get("/preferences/instance")).text();
  const row = "changed as much as one account can in a day; Mila refused more 4 times today.";
  expect(owner).toContain(`${nora.email} ${row}`);
  await using assistant = await newAssistant(mila.url, secret);
  expect(await assistant.refused("add_task", { text: "call the vet" })).toMatch(
    /4 changes in a day\. Nothing was lost\. Try again in 600 seconds\.$/,
  );
  expect(await assistant.tell("list_tasks")).toContain("until the end of today");
  expect(mila.output()).not.toContain("request failed");
  expect((await nora.post("/sign-out")).headers.get("location")).toBe("/auth");
});
