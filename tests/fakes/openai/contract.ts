import { existsSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const file = new URL("../../../../shared/contracts/openai_chat.openapi.json", import.meta.url);

/** The provider's API description is outside the project, and only on some machines. */
export const isContractHere: boolean = existsSync(file);
if (!isContractHere)
  console.log("Requests to the fake OpenAI are not checked: its API description is missing.");

let validators: { request: ValidateFunction; response: ValidateFunction } | undefined;

/**
 * Checks a request's body against the provider's API description. Finds no problems where that is
 * missing.
 */
export function requestProblems(body: unknown): string[] {
  return isContractHere ? problems(loaded().request, body) : [];
}

/** Checks the fake's answer in the same way. */
export function responseProblems(body: unknown): string[] {
  return isContractHere ? problems(loaded().response, body) : [];
}

/**
 * Lists what strict structured outputs reject in a schema (platform guide, "Supported schemas").
 */
export function strictSchemaProblems(schema: unknown, at: string = "schema"): string[] {
  if (typeof schema !== "object" || schema === null) return [`${at} is not a schema`];
  const { properties, required, additionalProperties, items, type } = schema as Record<
    string,
    unknown
  >;
  const unknown = Object.keys(schema).filter((keyword) => !strictKeywords.has(keyword));
  const found = unknown.map((keyword) => `${at} has "${keyword}"`);
  if (items) found.push(...strictSchemaProblems(items, `${at}.items`));
  if (type !== "object") return found;
  const fields = Object.entries(properties ?? {});
  if (additionalProperties !== false) found.push(`${at} lacks "additionalProperties": false`);
  const optional = fields.filter(([name]) => !(Array.isArray(required) && required.includes(name)));
  found.push(...optional.map(([name]) => `${at}.${name} is not required`));
  return [
    ...found,
    ...fields.flatMap(([name, field]) => strictSchemaProblems(field, `${at}.${name}`)),
  ];
}

const strictKeywords = new Set(
  "type properties required additionalProperties items enum const anyOf description $defs $ref pattern format".split(
    " ",
  ),
);

function problems(validate: ValidateFunction, body: unknown): string[] {
  validate(body);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || "body"} ${message}`,
  );
}

function loaded() {
  if (validators) return validators;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
  const description = JSON.parse(readFileSync(file, "utf8"), (key, value) =>
    key === "nullable" || key === "discriminator" ? undefined : value,
  );
  ajv.addSchema(description, "openai");
  const compile = (name: string) =>
    ajv.compile({ $ref: `openai#/components/schemas/${name}`, unevaluatedProperties: false });
  validators = {
    request: compile("CreateChatCompletionRequest"),
    response: compile("CreateChatCompletionResponse"),
  };
  return validators;
}
