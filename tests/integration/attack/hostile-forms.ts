import * as fc from "fast-check";
import { runs } from "../../support/runner/depth.ts";
import type { AttackedRoute, Schema } from "./attacked-routes.ts";
import { hostileText } from "./hostile-values.ts";

export interface HostileForm {
  /** The address for the browser's scripts renders no page, which costs most. */
  suffix: "" | ".data";
  type: (typeof types)[number];
  session: "own" | "none" | "forged";
  /** The record in the address. */
  record: "own" | "the victims'" | "none";
  victimId: string;
  fields: [name: string, value: string][];
  json: unknown;
}

const types = ["form", "multipart", "json", "text", "none"] as const;

const names = [
  "__proto__",
  "constructor.prototype.a",
  "drafts[0].title",
  "drafts[999].title",
  "a[0][0][0]",
  "__intent__",
  "__state__",
  "_method",
  "user_id",
  "household_id",
  "id",
  "role",
  "",
];

/** Forms that begin as valid ones of this route, which gets them further. */
export function hostileForm(
  route: AttackedRoute,
  valid: Record<string, string>,
  schemas: Schema[],
  victimIds: string[],
): fc.Arbitrary<HostileForm> {
  const anyName = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...schemas.flatMap(({ fields }) => fields)),
  );
  const value = fc.oneof(
    { weight: 6, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.constantFrom(...victimIds) },
  );
  const own = Object.entries(valid).map(([name, right]) => field(name, right, value));
  const isCall = route.who === "caller";
  return fc.record({
    suffix: fc.oneof(fc.constant("" as const), {
      weight: runs({ full: 2, part: 9 }),
      arbitrary: fc.constant(".data" as const),
    }),
    type: isCall
      ? fc.constantFrom("json", "json", "json", "form")
      : fc.constantFrom("form", "form", "form", "form", ...types),
    session: fc.oneof(
      { weight: 8, arbitrary: fc.constant("own" as const) },
      fc.constantFrom("none" as const, "forged" as const),
    ),
    record: fc.oneof(
      { weight: 5, arbitrary: fc.constant("own" as const) },
      fc.constantFrom("the victims'" as const, "none" as const),
    ),
    victimId: fc.constantFrom(...victimIds),
    fields: fc
      .tuple(fc.tuple(...own), fc.array(fc.tuple(anyName, value), { maxLength: 3 }))
      .map(([fields, more]) => [...fields.flat(), ...more]),
    json: jsonBody(schemas, value),
  });
}

/** Kept, replaced, left out or sent twice. */
function field(
  name: string,
  right: string,
  value: fc.Arbitrary<string>,
): fc.Arbitrary<[string, string][]> {
  const sent = (...texts: string[]) => texts.map((text): [string, string] => [name, text]);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(sent(right)) },
    { weight: 5, arbitrary: value.map((text) => sent(text)) },
    { weight: 1, arbitrary: fc.constant(sent()) },
    { weight: 1, arbitrary: value.map((text) => sent(right, text)) },
  );
}

function jsonBody(schemas: Schema[], value: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const bodies = schemas.filter(({ name }) => name.endsWith("Body"));
  const anything = fc.oneof(
    { weight: 4, arbitrary: value },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  return fc.oneof(
    ...bodies.map(({ fields }) => ({
      weight: 4,
      arbitrary: fc.record(Object.fromEntries(fields.map((name) => [name, anything])), {
        requiredKeys: [],
      }) as fc.Arbitrary<unknown>,
    })),
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
  );
}
