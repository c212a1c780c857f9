import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost } from "../../support/product/raw-request.ts";
import { dump } from "../security/households/dump.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const story = "We had a lovely week. ".repeat(100);
const long = `Please return the trip permission slip by 10 June 2041.\n${story}`;

test.for([
  ["by itself", { origin: "null", "sec-fetch-site": "none" }],
  ["as another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ["without saying where it comes from", {}],
] as const)(
  "what a browser shares %s and no service worker takes is shown again, and changes nothing",
  async ([, headers]) => {
    const { family } = await newNora(mila);
    const before = await dump(mila.db);
    for (const cookie of ["", `mila_session=${family.cookie("mila_session")}`]) {
      const shared = { title: "Swimming", text: `"><b>Buy goggles`, url: "https://pool.example/" };
      const answer = await rawPost(mila.url, "/share", shared, { ...headers, cookie });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(
        "Swimming &quot;&gt;&lt;b&gt;Buy goggles https://pool.example/</textarea>",
      );
    }
    expect(await dump(mila.db)).toEqual(before);
  },
);

test("what is shown again is reviewed as a request, or read as a mail if it is long", async () => {
  const { nora } = await newNora(mila);
  await nora.share({ text: "Buy goggles" });
  expect(nora.heading).toBe("You shared this");
  await nora.press("Review before adding");
  expect(nora.heading).toBe("Is this right?");
  expect(nora.field("Title").value).toBe("Buy goggles");

  await nora.share({ title: "Oak Hill weekly", text: long });
  expect(nora.text).toContain("A request has at most 2,000 characters.");
  await nora.press("Read it as a mail");
  expect(nora.text).toContain("Return the trip permission slip");
  expect(nora.text).toContain("Oak Hill weekly");
});

test("an empty share says so", async () => {
  const { nora } = await newNora(mila);
  await nora.share({ title: " ", text: "" });
  expect(nora.heading).toBe("Nothing was shared");
});

test("an address shares up to 2,000 characters, and longer words go on as a mail", async () => {
  const { nora } = await newNora(mila);
  const longest = "Call the vet about the rabbit. ".repeat(80).slice(0, 2_000).trim();
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text: longest })}`);
  expect(nora.text).not.toContain("That's a long one");
  await nora.visit(`/tasks/confirm?${new URLSearchParams({ text: long })}`);
  expect(nora.heading).toBe("That's a long one");
  await nora.press("Read it as a mail");
  expect(nora.text).toContain("Return the trip permission slip");
});
