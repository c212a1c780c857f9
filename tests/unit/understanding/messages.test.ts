import { expect, test } from "vitest";
import { parseOne } from "./tables.ts";

const parse = (text: string) =>
  parseOne({ text, timeZone: "America/New_York", now: "2026-10-07T12:30:00Z", familyMembers: [] });

test("what stands around the request becomes the description, without greetings and signatures", () => {
  const text =
    "Dear Parents, we had a lovely week. Our zoo trip is on October 22. Please send back the signed form by October 16. Kind regards, Ms Lee";
  expect(parse(text)).toMatchObject({
    title: "Send back the signed form",
    description: "we had a lovely week. Our zoo trip is on October 22.",
    due: { local: "2026-10-16T12:00" },
  });
});

test("chat stamps and mail headers are nobody's words", () => {
  const text =
    "[10/6, 9:14 PM] Ana: are you around? can you drop the cleats at practice on Thursday 5pm";
  expect(parse(text)).toMatchObject({
    title: "Drop the cleats at practice",
    description: "are you around?",
  });
  const mail =
    "From: Ana\nSubject: Roof\n\nThe roof leaked on Sunday. Call the roofer tomorrow at 9.";
  expect(parse(mail)).toMatchObject({
    title: "Call the roofer",
    description: "The roof leaked on Sunday.",
  });
});

test("“that day” is the day of the story", () => {
  const text = "Omar works late on Friday, so please pick up the cake at 5 that day";
  expect(parse(text)).toMatchObject({
    title: "Pick up the cake",
    due: { local: "2026-10-09T17:00" },
  });
});

test("a greeting before a request takes no words from it", () => {
  expect(parse("Hi can you pick up bread, and butter tomorrow").title).toBe(
    "Pick up bread, and butter",
  );
});
