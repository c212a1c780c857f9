import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Their patterns are put together from word lists in the source, when the file is loaded. */
const reviewed = [
  "app/domain/mail/reading/find-things.ts",
  "app/domain/mail/reading/mail-lines.ts",
  "app/domain/mail/reading/masthead.ts",
  "app/domain/mail/reading/merge.ts",
  "app/domain/mail/reading/old-days.ts",
  "app/domain/mail/reading/parts.ts",
  "app/domain/mail/reading/said.ts",
  "app/domain/mail/reading/sentences.ts",
  "app/domain/mail/reading/title.ts",
  "app/domain/tasks/readings/unread-repetition.ts",
  "app/domain/understanding/message/frame.ts",
];
/** It makes patterns of the lists of the mail's reading. */
const builder = "app/domain/mail/reading/phrases.ts";

const sources = globSync("{app,db,jobs,scripts}/**/*.{ts,tsx,js}").map((file) => ({
  file: file.replaceAll("\\", "/"),
  text: readFileSync(file, "utf8"),
}));

test("no pattern is built from what people type or are called", () => {
  const built = sources
    .filter(({ file }) => file !== builder)
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^.*\b(?:RegExp|anywhere|atStart|patternOf)\(/gm)].map(([line]) => ({
        file,
        line,
      })),
    );
  expect([...new Set(built.map(({ file }) => file))].toSorted()).toEqual(reviewed);
  const atLoad = /^const \w+ = (?:new RegExp|anywhere|atStart|patternOf)\($/;
  expect(built.filter(({ line }) => !atLoad.test(line))).toEqual([]);
});

test("no text is searched by a pattern that is a string", () => {
  // `match`, `matchAll` and `search` make a pattern of a string.
  const known = /^(?:\/|\w*[pP]attern\)|\{ (?:type: "window"|uid: ))/;
  const searched = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!caches)\.(?:match|matchAll|search)\(\s*(.{0,40})/g)].map(
      ([, by = ""]) => ({
        file,
        by,
      }),
    ),
  );
  expect(searched.filter(({ by }) => !known.test(by))).toEqual([]);
});
