import { afterAll, beforeAll, expect, test } from "vitest";
import { newFamily } from "../../support/product/visitor.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Fields of a task that most tasks don't use. */
const unused = ["reminderChoices", "possibleChild", "repeats"];

test.each(["/dashboard", "/family"])(
  "%s leaves out unused fields, but not from its data, which a page from before an update may load",
  async (path) => {
    const visitor = await newFamily(mila);
    await visitor.post("/dashboard", { text: "Buy milk" });
    await visitor.get("/dashboard");
    const page = await (await visitor.get(path, { accept: "text/html" })).text();
    const data = await (await visitor.get(`${path}.data`)).text();
    expect(data).toContain("Buy milk");
    expect(unused.filter((field) => data.includes(`"${field}"`))).toEqual(unused);
    expect(page).toContain("Buy milk");
    expect(unused.filter((field) => page.includes(field))).toEqual([]);
  },
);
