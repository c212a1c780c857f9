import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeApi } from "#app/doors/api/description.ts";
import { releasedFile, typesFile, typesHeader } from "../../support/api/generate.ts";

/** If it fails, run: node scripts/dev/api-types.ts. */
test("the client's types are those of the description", () => {
  expect(readFileSync(typesFile, "utf8").split("\n")[0]).toBe(typesHeader());
});

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const released = JSON.parse(readFileSync(releasedFile, "utf8")) as Json;
const present = JSON.parse(JSON.stringify(describeApi())) as Json;

test("nothing that was released is renamed, removed or narrowed", () => {
  expect(findBroken(released, present)).toEqual([]);
});

test("what would break programs is found", () => {
  const changed = (change: (api: any) => void) => {
    const copy = structuredClone(released);
    change(copy);
    return findBroken(released, copy);
  };
  const task = (api: any) => api.components.schemas.Task;
  const post = (api: any) => api.paths["/reminders"].post.requestBody.content["application/json"];
  expect(changed((api) => delete api.paths["/week"])).toEqual(["paths./week is gone"]);
  expect(changed((api) => delete task(api).properties.title)).not.toEqual([]);
  expect(changed((api) => (task(api).properties.title.type = "integer"))).not.toEqual([]);
  expect(changed((api) => task(api).required.splice(0, 1))).not.toEqual([]);
  expect(changed((api) => post(api).schema.required.push("scope"))).not.toEqual([]);
  expect(changed((api) => delete api.paths["/tasks"].get.responses["304"])).not.toEqual([]);
  expect(changed((api) => api.paths["/tasks"].get.parameters.splice(0, 1))).not.toEqual([]);
  expect(changed((api) => task(api).properties.category.enum.splice(0, 1))).not.toEqual([]);
  const added = changed((api) => {
    task(api).properties.color = { type: "string" };
    task(api).properties.title.description = "Better words";
    api.paths["/colors"] = {};
  });
  expect(added).toEqual([]);
});

/** Words may be better, and limits wider. */
const mayChange = new Set(["description", "summary", "examples", "example", "version"]);

/** Lists the differences that would break a program of the released version. */
function findBroken(before: Json | undefined, after: Json | undefined, path = ""): string[] {
  if (before === undefined) return [];
  if (after === undefined) return [`${path} is gone`];
  if (Array.isArray(before) && Array.isArray(after)) return findInList(before, after, path);
  if (isObject(before) && isObject(after))
    return Object.keys(before).flatMap((name) =>
      mayChange.has(name)
        ? []
        : findBroken(before[name], after[name], path ? `${path}.${name}` : name),
    );
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${path} is another`];
}

function findInList(before: Json[], after: Json[], path: string): string[] {
  if (path.endsWith(".parameters"))
    return before.flatMap((one) => {
      const same = after.find((other) => nameOf(other) === nameOf(one));
      return findBroken(one, same, `${path}.${nameOf(one)}`);
    });
  const gone = before.filter((one) => !after.some((other) => same(one, other)));
  const lost = gone.map((one) => `${path} has no ${JSON.stringify(one)}`);
  const isOfRequest = path.includes("requestBody") && path.endsWith(".required");
  const added = isOfRequest ? after.filter((one) => !before.some((other) => same(one, other))) : [];
  return [...lost, ...added.map((one) => `${path} needs ${JSON.stringify(one)}`)];
}

const same = (one: Json, other: Json) => findBroken(one, other).length === 0;
const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nameOf = (parameter: Json) =>
  isObject(parameter) ? `${String(parameter.in)} ${String(parameter.name)}` : "";
