import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { renderEmail } from "#app/domain/outbox/rendering/email-layout.ts";
import { everyMessage } from "#tests/support/messages/every-message.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  // Mail programs drop style sheets.
  rules: { "no-inline-style": "off" },
});

const emails = Object.entries(everyMessage()).map(([kind, { email }]) => ({ kind, email }));

test.for(emails)("the email is clean HTML: $kind", async ({ email }) => {
  const { results } = await validator.validateString(renderEmail(email).html);
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ),
  ).toEqual([]);
});

test.for(emails)(
  "the email loads nothing and is small enough not to be clipped: $kind",
  ({ email }) => {
    const { html } = renderEmail(email);
    expect(html).not.toMatch(/<img|<link|src=|url\(|@import|@font-face|<script/);
    // Gmail shows the first 102 KB.
    expect(html.length).toBeLessThan(20_000);
    expect(html).toContain(`<html lang="en"`);
    expect(html).toContain(`<title>`);
    expect(html).toContain(`<meta name="color-scheme" content="light dark">`);
  },
);

test.for(emails)("the text is complete on its own: $kind", ({ email }) => {
  const { text } = renderEmail(email);
  const said = email.body.flatMap((block) =>
    typeof block === "object" && "heading" in block ? block.heading : block,
  );
  for (const part of [
    email.heading,
    ...said,
    email.button?.label,
    email.button?.url,
    email.footnote,
  ]) {
    expect(text).toContain(part ?? "");
  }
  expect(text).not.toMatch(/[<>]|&\w+;/);
});

test("every part is escaped", () => {
  const evil = `<b a='"&`;
  const email = {
    subject: evil,
    heading: evil,
    body: [evil, [evil], { heading: evil }],
    button: { label: evil, url: evil },
    footnote: evil,
    settingsUrl: evil,
  };
  expect(renderEmail(email).html).not.toMatch(/<b\b(?!ody|r)/);
  expect(renderEmail(email).html.match(/&lt;b a=&#39;&quot;&amp;/g)).toHaveLength(13);
});
