import { expect, test } from "vitest";
import { anywhere, atStart } from "#app/domain/mail/reading/phrases.ts";

test.each([
  ["is|are off", "swimming is off", "they are offering"],
  ["[please] hand in", "hand in the form", "handing in"],
  ["no [more] [_] club", "no more chess club", "no chess and drama club"],
  ["will not (take place|run)", "it will not take place", "it will not matter"],
  ["cancel*", "CANCELLED today", "we can celebrate"],
  ["fee … by", "the fee, £5, by Friday", "by Friday no fee"],
  ["don't forget", "dont forget", "do not forget"],
  ["p.a. day", "a P.A. day", "a pram day"],
])("the phrase %s", (phrase, held, other) => {
  expect(anywhere(phrase).test(held)).toBe(true);
  expect(anywhere(phrase).test(other)).toBe(false);
});

test("a text begins with a phrase", () => {
  expect(atStart("thank you").test("Thank you all")).toBe(true);
  expect(atStart("thank you").test("We thank you")).toBe(false);
});
