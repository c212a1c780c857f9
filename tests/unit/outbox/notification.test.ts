import { expect, test } from "vitest";
import { renderNotification } from "#app/domain/outbox/rendering/notification.ts";

const render = (description: string) => {
  const email = {
    subject: "",
    heading: "Buy milk",
    body: ["Today at 3:00 PM.", description],
    footnote: "",
  };
  return renderNotification({ text: "", templateVariables: [], email } as never).text;
};

test.each(["👨‍👩‍👧‍👦", "नि", "é", "a"])(
  "what ntfy and Telegram get fits, written with %s",
  (character) => {
    const text = render(character.repeat(500));
    expect(text.startsWith("Today at 3:00 PM.\n")).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
    expect(text.length).toBeGreaterThan(500);
    expect(text.isWellFormed()).toBe(true);
  },
);
