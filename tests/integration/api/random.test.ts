import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import {
  type Described,
  listDescribed,
  pick,
  randomFrom,
  randomRequest,
} from "../../support/api/random-requests.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily } from "../../support/records/family.ts";
import { runs } from "../../support/runner/depth.ts";
import { testSeed } from "../../support/runner/seed.ts";

/** As many as an account may send in a minute. */
const perAccount = 200;
const count = runs({ full: 5_000, part: 300 });

let mila: SharedMila;
let operations: Described[];
let ajv: Ajv2020;

beforeAll(async () => {
  mila = await sharedMila();
  type Api = Parameters<typeof listDescribed>[0];
  const api = (await (await fetch(`${mila.url}/api/v1/openapi.json`)).json()) as Api;
  operations = listDescribed(api).filter(({ operationId }) => operationId !== "followEvents");
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(api, "api");
});

afterAll(() => mila[Symbol.asyncDispose]());

const pointer = (...parts: string[]) =>
  parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");

/** Compares an answer with the description. Returns the first difference, or null. */
function judge({ path, method }: Described, status: number, type: string, text: string) {
  if (status === 500) return "it failed";
  const at = pointer("paths", path, method, "responses", String(status));
  const response = ajv.getSchema(`api#/${at}`) ? at : null;
  if (response === null) return `status ${status} is not described`;
  if (status === 204 || status === 304) return text === "" ? null : "it has a body";
  const schema =
    status >= 400
      ? "components/schemas/Problem"
      : pointer("paths", path, method, "responses", String(status), "content", type, "schema");
  const expectedType = status >= 400 ? "application/problem+json" : "application/json";
  if (type !== expectedType) return `it is ${type}`;
  const validate = ajv.getSchema(`api#/${schema}`);
  if (!validate) return `${schema} is missing`;
  return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors);
}

test(
  `${count} random requests are answered as the description says`,
  { timeout: 1_200_000 },
  async () => {
    const random = randomFrom(testSeed());
    const wrong: string[] = [];
    const answers = new Map<string, Set<number>>();
    let [secret, ids, sent] = ["", new Map<string, string[]>(), 0];
    while (sent < count) {
      if (sent % perAccount === 0) {
        const family = await newFamily(mila.db, { Sam: "spouse", Emma: "child" });
        secret = await newSecret(mila.db, family);
        const people = mila.db.selectFrom("people").select("id");
        const own = await people.where("household_id", "=", family.householdId).execute();
        ids = new Map([
          ["lists", ["shopping"]],
          ["people", own.map(({ id }) => id)],
        ]);
      }
      sent += 1;
      const operation = pick(random, operations);
      const request = randomRequest(random, operation, ids);
      const { address, method, headers, body } = request;
      const answer = await fetch(`${mila.url}/api/v1${address}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, ...headers },
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "";
      const problem = judge(operation, answer.status, type, text);
      if (problem !== null)
        wrong.push(`${problem}: ${JSON.stringify(request)}\n${text.slice(0, 500)}`);
      const seen = answers.get(operation.operationId) ?? new Set();
      answers.set(operation.operationId, seen.add(answer.status));
      const kind = operation.path.includes("/items") ? "item_id" : operation.path.split("/")[1]!;
      const found = [...text.matchAll(/"id":"([\w-]+)"/g)].map(([, id = ""]) => id);
      ids.set(kind, [...(ids.get(kind) ?? []), ...found]);
    }
    expect(wrong).toEqual([]);
    // Most of the operations have done something.
    const working = [...answers.values()].filter((statuses) =>
      [...statuses].some((one) => one < 300),
    );
    expect(working.length).toBeGreaterThan(operations.length / 2);
  },
);

test("an answer with another field would be noticed", () => {
  const me = operations.find(({ operationId }) => operationId === "getMe")!;
  const body = {
    person_id: null,
    household_id: "x",
    time_zone: "UTC",
    week_starts_on: "sunday",
    access: "read",
  };
  const judged = (status: number, answered: object) =>
    judge(me, status, "application/json", JSON.stringify(answered));
  expect(judged(200, body)).toBeNull();
  expect(judged(200, { ...body, email: "x" })).toContain("additional properties");
  expect(judged(418, body)).toContain("not described");
});
