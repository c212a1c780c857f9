import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsAmong } from "./import-cycles.ts";

const files = globSync("app/domain/**/*.ts");
const imports = [...importsAmong(files)].flatMap(([file, targets]) =>
  targets.map((target) => ({ file, target })),
);

/** Each folder may import itself and those before it; files outside the folders come last. */
const rooms =
  "types lexicon tokenize people calendar grammar resolve assignee title split message intent learned category model".split(
    " ",
  );

test("the folders of understanding import only folders below them", () => {
  const rankOf = (path: string) => {
    const [, room] = /^app\/domain\/understanding\/(\w+)[/.]/.exec(path) ?? [];
    return room && rooms.includes(room) ? rooms.indexOf(room) : rooms.length;
  };
  const inside = imports.filter(
    ({ file, target }) => isIn("understanding")(file) && isIn("understanding")(target),
  );
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.filter(({ file, target }) => rankOf(target) > rankOf(file))).toEqual([]);
});

test("of the domain, understanding imports only the core", () => {
  const allowed = ["understanding", "core"];
  const wrong = imports.filter(
    ({ file, target }) =>
      isIn("understanding")(file) && !allowed.some((name) => isIn(name)(target)),
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
