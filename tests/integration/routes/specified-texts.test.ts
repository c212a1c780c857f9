import { afterAll, beforeAll, expect, test } from "vitest";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Each page's words in the specification, as they appear without JavaScript. */
const words: [string, string[]][] = [
  ["/family", ["All Tasks", "This Week", "Kids Only", "Household Only", "Elders Only"]],
  [
    "/preferences/delegation",
    [
      "Delegation preferences",
      "Default Delegate",
      "Delegation Method",
      "Preferred method",
      "WhatsApp",
      "SMS",
    ],
  ],
  [
    "/preferences/notifications",
    [
      "SMS Notifications",
      "Receive task reminders via SMS",
      "WhatsApp Notifications",
      "Receive task reminders via WhatsApp",
      "Save Settings",
    ],
  ],
  ["/preferences/profile", ["Mom", "Dad", "Parent", "Caregiver", "Save Changes"]],
  [
    "/email-preview",
    ["This is a preview of the email that will be sent to family members when you add them."],
  ],
];

test.for(words)("%s has the specification's words", async ([path, texts]) => {
  const page = textOf(await (await newFamily(mila)).get(path));
  for (const text of texts) expect(await page).toContain(text);
});

test("an invitation link without a token says so and leads home", async () => {
  const page = await textOf(await new Visitor(mila.url).get("/accept-invitation"));
  for (const text of [
    "Invalid Invitation",
    "This invitation link is invalid or has expired.",
    "Go Home",
    "Invalid invitation",
    "This invitation link is invalid.",
  ]) {
    expect(page).toContain(text);
  }
});

/** A page's text, without React's separators. */
async function textOf(answer: Response): Promise<string> {
  const html = await answer.text();
  return html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
