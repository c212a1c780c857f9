import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsAmong } from "./import-cycles.ts";

const files = globSync("app/domain/**/*.ts");
const imports = [...importsAmong(files)].flatMap(([file, targets]) =>
  targets.map((target) => ({ file, target })),
);

/** Each room of the parser may import itself and those before it; files outside the rooms come last. */
const rooms =
  "types lexicon tokenize calendar grammar resolve assignee title split message learned category".split(
    " ",
  );

test("the parser's folders import only folders below them", () => {
  const rankOf = (path: string) => {
    const [, room] = /^app\/domain\/parsing\/(\w+)[/.]/.exec(path) ?? [];
    return room && rooms.includes(room) ? rooms.indexOf(room) : rooms.length;
  };
  const inside = imports.filter(
    ({ file, target }) => isIn("parsing")(file) && isIn("parsing")(target),
  );
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.filter(({ file, target }) => rankOf(target) > rankOf(file))).toEqual([]);
});

test.each([
  ["parsing", ["parsing", "core"]],
  ["understanding", ["understanding", "parsing", "core"]],
])("of the domain, %s imports only %j", (folder, allowed) => {
  const wrong = imports.filter(
    ({ file, target }) => isIn(folder)(file) && !allowed.some((name) => isIn(name)(target)),
  );
  expect(wrong).toEqual([]);
});

test("the architecture lists the folders in their order", () => {
  const text = readFileSync("docs/architecture.md", "utf8").replaceAll(/\s+/g, " ");
  expect(text).toContain(rooms.map((room) => `\`${room}\``).join(" → "));
});

function isIn(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(`app/domain/${folder}/`);
}
