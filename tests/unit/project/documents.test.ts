import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsSchema } from "#app/config/settings-schema.ts";

const files = globSync("{app,db,jobs,migrations,scripts,tests}/**/*.{ts,tsx}");

test("every document that the code mentions exists", () => {
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/[\w./-]+\.md\b/g)].map(([document]) => ({
      file,
      document,
    })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ document }) => !existsSync(document))).toEqual([]);
});

test("the settings' page and .env.example list every setting", () => {
  const page = readFileSync("docs/settings.md", "utf8");
  const example = readFileSync(".env.example", "utf8");
  const settings = Object.keys(settingsSchema.shape).filter(
    (name) => !/^(NODE_ENV|TEST_ONLY_)/.test(name),
  );
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(settings.filter((name) => !new RegExp(`^#? ?${name}=`, "m").test(example))).toEqual([]);
});

/** Names that a page makes up for its example, and a folder that a command creates. */
const examples = [
  "migrations/NNNN_what_it_does.ts",
  "tests/integration/services/NAME-outcomes.test.ts",
  "tests/screenshots/",
];

test("every file and function that a document names in quotes exists", () => {
  const words = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
  const isKnown = (quoted: string) => {
    if (/^(app|db|docs|jobs|migrations|scripts|tests)\/[\w./-]+(\/|\.\w+)$/.test(quoted))
      return existsSync(quoted);
    return !/^[a-z]+[A-Z][A-Za-z]*$|^[A-Z]+[a-z]+[A-Z][A-Za-z]*$/.test(quoted) || words.has(quoted);
  };
  const named = globSync("{*,docs/**/*}.md").flatMap((document) =>
    [
      ...readFileSync(document, "utf8")
        .replaceAll(/```.*?```/gs, "")
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, quoted = ""]) => ({ document, quoted })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ quoted }) => !examples.includes(quoted) && !isKnown(quoted))).toEqual([]);
});
