import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Their patterns are put together from word lists in the source, when the file is loaded. */
const reviewed = [
  "app/domain/tasks/readings/unread-repetition.ts",
  "app/domain/understanding/message/frame.ts",
];

const sources = globSync("{app,db,jobs,scripts}/**/*.{ts,tsx,js}").map((file) => ({
  file: file.replaceAll("\\", "/"),
  text: readFileSync(file, "utf8"),
}));

test("no pattern is built from what people type or are called", () => {
  const built = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^.*\bRegExp\(/gm)].map(([line]) => ({ file, line })),
  );
  expect([...new Set(built.map(({ file }) => file))].toSorted()).toEqual(reviewed);
  expect(built.filter(({ line }) => !/^const \w+ = new RegExp\($/.test(line))).toEqual([]);
});

test("no text is searched by a pattern that is a string", () => {
  // `match`, `matchAll` and `search` make a pattern of a string.
  const known = /^(?:\/|\w*[pP]attern\)|\{ type: "window")/;
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
