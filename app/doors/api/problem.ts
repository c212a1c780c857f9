/** The kinds of problems. Programs read them; they are never renamed within v1. */
const problems = {
  bad_request: [400, "The request can't be read"],
  unauthorized: [401, "An access token is needed"],
  forbidden: [403, "The token may not do that"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "This method isn't allowed here"],
  conflict: [409, "That isn't possible now"],
  gone: [410, "It was deleted"],
  changed: [412, "It has changed since"],
  too_large: [413, "The request is too large"],
  unsupported_type: [415, "Send JSON"],
  invalid: [422, "Some fields are missing or wrong"],
  too_many: [429, "Too many requests"],
  failed: [500, "Something went wrong"],
  unavailable: [503, "Please try again in a moment"],
} as const;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems) as ProblemCode[];

export const statusOf = (code: ProblemCode): number => problems[code][0];

export const titleOf = (code: ProblemCode): string => problems[code][1];

export interface FieldError {
  /** A field's name, as in `items.0.name`. */
  field: string;
  message: string;
}

interface More {
  errors?: FieldError[];
  /** The present state of what was to be changed. */
  present?: object;
  headers?: Record<string, string>;
}

/** Answers a request with problem details (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly more: More;

  constructor(code: ProblemCode, detail: string, more: More = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }
}

export function describeProblem({ code, message, more }: Problem): object {
  return {
    type: `/api/v1#${code}`,
    title: titleOf(code),
    status: statusOf(code),
    code,
    detail: message,
    ...(more.errors && { errors: more.errors }),
    ...(more.present && { present: more.present }),
  };
}

export const missing = (what: string) => new Problem("not_found", `There is no such ${what}.`);
