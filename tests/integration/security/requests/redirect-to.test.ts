import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { anyCodePoint } from "../../../support/text/any-code-point.ts";
import { depth } from "../../../support/runner/depth.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";

const home = "https://mila.example.com";

const leadingAway: [name: string, value: string][] = [
  ["two slashes", "//evil.example"],
  ["a backslash", "/\\evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["three slashes", "///evil.example"],
  ["a tab", "/\t/evil.example"],
  ["an encoded tab", "/%09/evil.example"],
  ["a new line", "/\n/evil.example"],
  ["CR LF", "/dashboard\r\nSet-Cookie: a=b"],
  ["encoded CR LF", "/dashboard%0d%0aSet-Cookie:%20a=b"],
  ["NUL", "/\0/evil.example"],
  ["encoded backslash", "/%5cevil.example"],
  ["dots and two slashes", "/.//evil.example"],
  ["encoded dots and two slashes", "/%2e//evil.example"],
  ["two dots and two slashes", "/a/..//evil.example"],
  ["a scheme without slashes", "https:evil.example"],
  ["a whole address", "https://evil.example/"],
  ["a script", "javascript:alert(1)"],
  ["data", "data:text/html,hello"],
  ["a name only", "evil.example"],
  ["a space before", " //evil.example"],
  ["data for scripts", "/dashboard.data"],
  ["data for scripts with a query", "/dashboard.data?a=b"],
  ["broken encoding", "/%E0%A4%A"],
  ["nothing", ""],
];

const goodOnes = [
  "/dashboard",
  "/dashboard?text=a%20b&c=d",
  "/tasks/1/edit",
  "/@evil.example",
  "/?a=//b",
  "/a%20b",
];

test.for(leadingAway)("an address with %s becomes the dashboard", ([, value]) => {
  expect(safeRedirectTo(value)).toBe("/dashboard");
});

test.for([undefined, null, 7, ["/tasks"], { toString: () => "/tasks" }])(
  "%o is not an address",
  (value) => {
    expect(safeRedirectTo(value)).toBe("/dashboard");
  },
);

test.for(goodOnes)("%s is a valid destination", (value) => {
  expect(safeRedirectTo(value)).toBe(value);
});

test("encoded slashes stay encoded", () => {
  expect(new URL(safeRedirectTo("/%2f%2fevil.example"), home).origin).toBe(home);
});

const nastyPart = fc.constantFrom(
  ..."/ // \\ %2f %5c %09 %0d%0a %00 %2e %25 % @ : ? # . .. .data https: javascript: a:b@ evil.example ／ 。 ß".split(
    " ",
  ),
  ..." |\t|\r\n|\0|\u2028|\ud800".split("|"),
);
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCodePoint }),
  fc.array(nastyPart, { maxLength: 8 }).map((parts) => `/${parts.join("")}`),
  fc.webUrl(),
);

test("any text becomes a path on our origin that is safe in a header", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const result = safeRedirectTo(text);
      expect(new URL(result, home).origin).toBe(home);
      expect(result).toMatch(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/);
    }),
    depth({ full: 5_000, part: 1_000 }),
  );
});

test("a cleaned path stays the same when cleaned again", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(safeRedirectTo(safeRedirectTo(text))).toBe(safeRedirectTo(text));
    }),
    depth({ full: 2_000, part: 500 }),
  );
});

let mila: SharedMila;
let email: string;
const password = "correct horse 7";

beforeAll(async () => {
  mila = await sharedMila();
  ({ email } = await newFamily(mila));
});

afterAll(() => mila[Symbol.asyncDispose]());

test.for(leadingAway)(
  "signing in with %s in redirectTo leads to the dashboard",
  async ([, redirectTo]) => {
    const visitor = new Visitor(mila.url);
    const page = await visitor.get(`/auth?${new URLSearchParams({ redirectTo })}`);
    expect(await page.text()).not.toContain("evil.example");
    const answer = await visitor.post("/auth", { email, password, redirectTo });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
    const again = await visitor.get(`/auth?${new URLSearchParams({ redirectTo })}`);
    expect(again.headers.get("location")).toBe("/dashboard");
  },
);

test.for(goodOnes)("signing in leads on to %s", async (redirectTo) => {
  const answer = await new Visitor(mila.url).post("/auth", { email, password, redirectTo });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, redirectTo]);
});

test("choosing a theme redirects nowhere else either", async () => {
  for (const [, redirectTo] of leadingAway) {
    const answer = await new Visitor(mila.url).post("/theme", { theme: "dark", redirectTo });
    expect([redirectTo, answer.headers.get("location")]).toEqual([redirectTo, "/dashboard"]);
  }
});

test("a button on a task redirects nowhere else either", async () => {
  const family = await newFamily(mila);
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  for (const [, redirectTo] of leadingAway) {
    for (const [button, fallback] of [
      ["complete", "/dashboard"],
      ["reopen", "/dashboard"],
      ["reminders", `/tasks/${id}`],
    ]) {
      const answer = await family.post(`/tasks/${id}/${button}`, {
        redirectTo,
        minutesBefore: "60",
      });
      expect([redirectTo, answer.headers.get("location")]).toEqual([redirectTo, fallback]);
    }
  }
  const answer = await family.post(`/tasks/${id}/complete`, { redirectTo: `/tasks/${id}` });
  expect(answer.headers.get("location")).toBe(`/tasks/${id}`);
});

test("a task typed after the session ended survives signing in, outside the address", async () => {
  const text = "pick up Ümit & Zoë at 3, then buy milk, bread and 12 eggs ".repeat(10).trim();
  const { signInPage, dashboard } = await signInAfterTyping(text);
  expect(signInPage).toBe("/auth?redirectTo=%2Fdashboard");
  const onPage = `>${text.replaceAll("&", "&amp;")}</textarea>`;
  expect([dashboard.status, await dashboard.text()]).toEqual([
    200,
    expect.stringContaining(onPage),
  ]);
});

test.for(["a", "ж", "家", "🏠"])(
  "a task of 2,000 times %s typed after the session ended survives it",
  async (letter) => {
    const text = letter.repeat(2_000 / letter.length);
    const { dashboard } = await signInAfterTyping(text);
    expect([dashboard.status, await dashboard.text()]).toEqual([
      200,
      expect.stringContaining(text),
    ]);
  },
);

test("a redirectTo that is too long does not prevent signing in", async () => {
  const redirectTo = `/dashboard?text=${"a".repeat(5_000)}`;
  const answer = await new Visitor(mila.url).post("/auth", { email, password, redirectTo });
  expect(answer.status).toBe(303);
});

async function signInAfterTyping(
  text: string,
): Promise<{ signInPage: string; dashboard: Response }> {
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth", { email, password });
  visitor.setCookie("mila_session", "");
  const sentAway = await visitor.post("/dashboard", { text });
  const signInPage = sentAway.headers.get("location") ?? "";
  const page = await visitor.get(signInPage);
  const redirectTo = /name="redirectTo" value="([^"]*)"/
    .exec(await page.text())?.[1]
    ?.replaceAll("&amp;", "&");
  // A browser that ignores Referrer-Policy sends the full address of a form's page.
  const headers = { referer: mila.url + signInPage };
  const dashboard = await visitor.follow(
    await visitor.post("/auth", { email, password, redirectTo: redirectTo ?? "" }, headers),
  );
  return { signInPage, dashboard };
}
