import type { z } from "#app/domain/core/zod.ts";
import { type FieldError, Problem, type ProblemCode } from "./problem.ts";

/** @throws Problem that names each wrong field */
export function check(schema: z.ZodType | undefined, value: unknown, code: ProblemCode): unknown {
  if (!schema) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (code === "not_found") throw new Problem("not_found", "There is nothing at this address.");
  const errors = result.error.issues.flatMap(toErrors);
  throw new Problem(code, errors[0]?.message ?? "Some fields are wrong.", { errors });
}

function toErrors(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ field, message: issue.message }];
  return issue.keys.map((key) => ({
    field: [...issue.path, key].join("."),
    message: "There is no such field.",
  }));
}
