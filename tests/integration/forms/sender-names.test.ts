import { afterAll, beforeAll, expect, test } from "vitest";
import { linkFor } from "../../support/records/add-family-member.ts";
import { askSam } from "../../support/messages/delegation-link.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { newSam } from "../../support/people/second-parent.ts";
import { browserOf, type Family, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const nameOf = { named: () => "Nora Berg", unnamed: ({ email }: Family) => email };

async function newSender(kind: keyof typeof nameOf): Promise<{ family: Family; name: string }> {
  const { family } = await newNora(mila);
  const profile = {
    firstName: "Nora",
    lastName: "Berg",
    role: "mom",
    timeZone: "America/New_York",
  };
  if (kind === "named") await family.post("/preferences/profile", profile);
  return { family, name: nameOf[kind](family) };
}

test.for(["named", "unnamed"] as const)(
  "an invitation from someone %s says who invited",
  async (kind) => {
    const { family, name } = await newSender(kind);
    const guest = await newNora(mila);
    await guest.nora.visit(await linkFor(family, guest.family.email));
    expect(guest.nora.text).toContain(`${name} invited you.`);
  },
);

test.for(["named", "unnamed"] as const)(
  "a request from someone %s says who asks, by its link and here",
  async (kind) => {
    const { family, name } = await newSender(kind);
    const { path } = await askSam(family);
    const visitor = new FormBrowser(mila.url);
    await visitor.visit(path);
    expect(visitor.heading).toBe(`${name} asks: can you do this?`);
    await visitor.press("Yes, I'll do it");
    expect(visitor.text).toContain(`${name} knows you're on it.`);
  },
);

test("a request on the dashboard says who asks", async () => {
  const { family, name } = await newSender("named");
  const person = await newSam(mila, family);
  const sam = browserOf(mila, person);
  await family.post("/preferences/family/members", {
    name: "Sam",
    relation: "spouse",
    email: person.email,
  });
  const html = await (await family.get("/preferences/delegation")).text();
  const familyMemberId = /<option value="([^"]+)"[^>]*>Sam/.exec(html)?.[1] ?? "";
  await family.post("/dashboard", { text: "pick up Emma tomorrow at 3" });
  const taskId =
    /\/tasks\/([\w-]{36})/.exec(await (await family.get("/dashboard")).text())?.[1] ?? "";
  await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link" });
  await sam.visit("/dashboard");
  expect(sam.region("Requests for you").text).toContain(`${name} asked you to Pick up Emma`);
});
