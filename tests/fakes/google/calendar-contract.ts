import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

const file = new URL(
  "../../../../shared/contracts/google_calendar.discovery.json",
  import.meta.url,
);

/** Google's API description is outside the project, and only on some machines. */
export const isGoogleContractHere: boolean = existsSync(file);
if (!isGoogleContractHere) {
  console.log(
    "Requests to the stand-in for Google's calendar are not checked: its description is not here.",
  );
}

interface Method {
  httpMethod: string;
  path: string;
  parameters?: Record<string, { location: "path" | "query" }>;
  request?: { $ref: string };
}

let loaded:
  | {
      methods: Method[];
      /** Parameters that every method takes. */
      common: NonNullable<Method["parameters"]>;
      schema: (name: string) => ValidateFunction;
    }
  | undefined;

/**
 * Lists a request's violations of Google's API description, and of rules that it states only in
 * prose.
 */
export function calendarProblems(
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): string[] {
  const described = isGoogleContractHere ? describedProblems(method, path, query, body) : [];
  const isInsert = method === "POST" && path.endsWith("/events");
  return [...described, ...(method === "PATCH" || isInsert ? eventProblems(body, isInsert) : [])];
}

function describedProblems(
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): string[] {
  const { methods, common, schema } = (loaded ??= load());
  const found = methods.find((one) => one.httpMethod === method && fits(one.path, path));
  if (!found) return ["no such method"];
  const unknown = [...query.keys()].filter(
    (name) => (found.parameters?.[name] ?? common[name])?.location !== "query",
  );
  const problems = unknown.map((name) => `no parameter named ${name}`);
  if (!found.request) return body === "" ? problems : [...problems, "a body that nobody reads"];
  const validate = schema(found.request.$ref);
  if (validate(body)) return problems;
  return [
    ...problems,
    ...(validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "body"} ${message}`,
    ),
  ];
}

/**
 * Checks rules that the description states in prose (events: id; reminders.overrides; start and
 * end).
 */
function eventProblems(body: unknown, isInsert: boolean): string[] {
  const { id, start, end, reminders, recurrence } = body as {
    id?: string;
    start?: { dateTime?: string; timeZone?: string };
    recurrence?: string[];
    end?: { dateTime?: string };
    reminders?: { overrides?: { minutes: number }[] };
  };
  const overrides = reminders?.overrides ?? [];
  const wrong: Record<string, boolean> = {
    "id: base32hex, 5 to 1024 of it": id !== undefined && !/^[a-v0-9]{5,1024}$/.test(id),
    "start and end are needed": isInsert && !(start?.dateTime && end?.dateTime),
    "an end before its start": (start?.dateTime ?? "") > (end?.dateTime ?? ""),
    "a recurring event needs a zone": recurrence !== undefined && !start?.timeZone,
    "a recurrence has one RRULE, with UNTIL as an instant":
      recurrence !== undefined && !isRecurrence(recurrence),
    "five reminders at most": overrides.length > 5,
    "a reminder is 0 to 40320 minutes before": overrides.some(
      ({ minutes }) => minutes < 0 || minutes > 40_320,
    ),
  };
  return Object.keys(wrong).filter((problem) => wrong[problem]);
}

/**
 * Accepts lines without DTSTART (events: recurrence). RFC 5545 requires UNTIL in UTC beside a start
 * in a zone.
 */
function isRecurrence([rule, ...exceptions]: string[]): boolean {
  const isRule = /^RRULE:FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[-A-Z0-9,]+)*$/.test(
    rule ?? "",
  );
  const isEnd = !rule?.includes("UNTIL") || /;UNTIL=\d{8}T\d{6}Z(;|$)/.test(rule);
  return (
    isRule &&
    isEnd &&
    exceptions.every((line) => /^EXDATE;TZID=[\w/]+:\d{8}T\d{6}(,\d{8}T\d{6})*$/.test(line))
  );
}

function fits(template: string, path: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^/calendar/v3/${pattern}$`).test(path);
}

/** Converts draft 3 with bare references for Ajv, which then rejects unknown names. */
function load() {
  const { resources, parameters, schemas } = JSON.parse(
    readFileSync(file, "utf8"),
    (name, value) => {
      if (name === "$ref") return `#/$defs/${value}`;
      // A schema's id would redirect references, and "any" is no JSON Schema type.
      if ((name === "id" && typeof value === "string") || (name === "type" && value === "any"))
        return undefined;
      const isClosed = value?.type === "object" && value.properties && !value.additionalProperties;
      return isClosed ? { ...value, additionalProperties: false } : value;
    },
  );
  const methods = Object.values(
    resources as Record<string, { methods: Record<string, Method> }>,
  ).flatMap((resource) => Object.values(resource.methods));
  const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false });
  const compiled = new Map<string, ValidateFunction>();
  const schema = (ref: string) => {
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref, $defs: schemas });
    compiled.set(ref, validate);
    return validate;
  };
  return { methods, common: parameters, schema };
}
