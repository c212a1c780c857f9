import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isAlmost, slipsOf, wordsOf } from "#app/domain/search/words.ts";

test.each([
  ["Don't forget: Café, 20.04!", ["don", "t", "forget", "cafe", "20", "04"]],
  ["a/b multi-agent @nasa 50%", ["a", "b", "multi", "agent", "nasa", "50"]],
  ["ÜBER straße İstanbul", ["uber", "straße", "istanbul"]],
  ["שיניים Ёлка", ["שיניים", "елка"]],
  ["… \" ' — ()", []],
])("%s has the words %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["dentist", "dentst", true],
  ["dentist", "dentiist", true],
  ["dentist", "demtist", true],
  ["dentist", "dentits", true],
  ["dentist", "edntist", true],
  ["dentist", "dentist", true],
  ["dentist", "dntst", false],
  ["dentist", "dnetits", false],
  ["abcde", "bcdef", false],
])("%s and %s are almost the same: %s", (one, other, isSame) => {
  expect(isAlmost(one, other)).toBe(isSame);
  expect(isAlmost(other, one)).toBe(isSame);
});

const word = fc.string({ unit: fc.constantFrom(..."abcé😀"), minLength: 4, maxLength: 7 });

test("words that are almost the same share a form, or one is a form of the other", () => {
  const slip = fc.tuple(word, fc.nat(6), fc.constantFrom(..."ab"), fc.nat(3));
  fc.assert(
    fc.property(slip, ([letters, at, letter, kind]) => {
      const all = [...letters];
      const from = at % (all.length - 1);
      const slipped = [
        all.toSpliced(from, 1),
        all.toSpliced(from, 0, letter),
        all.toSpliced(from, 1, letter),
        all.toSpliced(from, 2, all[from + 1]!, all[from]!),
      ][kind]!.join("");
      expect(isAlmost(letters, slipped)).toBe(true);
      if (slipped.length < 4) return;
      const forms = new Set([letters, ...slipsOf(letters)]);
      expect([slipped, ...slipsOf(slipped)].some((form) => forms.has(form))).toBe(true);
    }),
  );
});
