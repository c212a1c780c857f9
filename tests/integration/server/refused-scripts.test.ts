import { afterAll, beforeAll, expect, test } from "vitest";
import { rawPost } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;
let cookie: string;

beforeAll(async () => {
  mila = await sharedMila();
  ({ cookie } = await signedInFamily(mila.db));
});

afterAll(() => mila[Symbol.asyncDispose]());

const refusals: [
  what: string,
  status: number,
  words: string,
  fields: string,
  headers: Record<string, string>,
][] = [
  ["is too large", 413, "Please send less than 256 KB.", `a=${"b".repeat(300_000)}`, {}],
  ["has too many fields", 400, "It has too many fields.", "a&".repeat(2_000), {}],
  [
    "comes from another website",
    403,
    "It came from another website, so nothing was changed.",
    "a=b",
    { origin: "https://elsewhere.example" },
  ],
  [
    "is for an address that Mila doesn't know",
    400,
    "To use it, Mila's owner needs to set APP_URL",
    "a=b",
    { host: "mila.example.com" },
  ],
];

test.for(refusals)(
  "what a page's script sends and %s is refused in words that the script can read",
  async ([, status, words, fields, headers]) => {
    const form = await rawPost(mila.url, "/preferences/profile", fields, { cookie, ...headers });
    expect([form.status, form.text]).toEqual([status, expect.stringContaining(words)]);
    const path = "/preferences/profile.data";
    const script = await rawPost(mila.url, path, fields, { cookie, ...headers });
    expect([script.status, script.headers["x-remix-response"]]).toEqual([status, "yes"]);
    expect(JSON.parse(script.text)).toContainEqual(expect.stringContaining(words));
    expect(script.text).not.toMatch(/[<>]/);
  },
);
