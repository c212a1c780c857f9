import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../support/runner/depth.ts";
import { attackedRoutes, pathsWithAction } from "./attacked-routes.ts";
import { rows } from "./rows.ts";
import { isWapitiInstalled, wapiti } from "./rows/wapiti.ts";
import { startTarget, type Target } from "./target.ts";

declare module "vitest" {
  interface TaskMeta {
    /** For the table of `npm run attack`. */
    attack?: { tried: number; through: string[]; note?: string };
  }
}

const isFull = runs({ full: 1, part: 0 }) === 1;
const minutes = 60_000;

let target: Target;

beforeAll(async () => {
  target = await startTarget();
}, minutes);

afterAll(() => target[Symbol.asyncDispose]());

// Vitest shortens names that it inserts.
for (const row of rows) {
  // oxlint-disable-next-line vitest/valid-title
  test(row.name, { timeout: 40 * minutes }, async ({ task }) => {
    expect(await attack(row, task.meta)).toEqual([]);
  });
}

test.skipIf(!isFull || !isWapitiInstalled)(
  "wapiti",
  { timeout: 20 * minutes },
  async ({ task }) => {
    expect(await attack(wapiti, task.meta)).toEqual([]);
  },
);

test("every route with an action is attacked", () => {
  const attacked = attackedRoutes.map(({ path }) => path);
  expect(pathsWithAction().length).toBeGreaterThan(30);
  expect(pathsWithAction().filter((path) => !attacked.includes(path))).toEqual([]);
});

/** Returns what got through. */
async function attack(row: (typeof rows)[number], meta: { attack?: object }): Promise<string[]> {
  const first = target.judge.found.length;
  const { through, ...outcome } = await row.run(target);
  const all = [...through, ...target.judge.found.slice(first)];
  meta.attack = { ...outcome, through: all };
  return all;
}
