import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

const file = new URL("../../../../shared/contracts/twilio_messages.openapi.json", import.meta.url);

/** Twilio's API description is outside the project, and only on some machines. */
export const isTwilioContractHere: boolean = existsSync(file);
if (!isTwilioContractHere) {
  console.log("Requests to the stand-in for Twilio are not checked: its description is not here.");
}

interface Contract {
  form: ValidateFunction;
  message: ValidateFunction;
  queryNames: Set<string>;
}

let contract: Contract | undefined;

/** Lists violations in a message's form. */
export function formProblems(form: URLSearchParams): string[] {
  if (!isTwilioContractHere) return [];
  const found = problems(loaded().form, Object.fromEntries(form));
  if (form.has("From") === form.has("MessagingServiceSid"))
    found.push("one of From and MessagingServiceSid is needed");
  if (!form.has("Body") && !form.has("ContentSid"))
    found.push("one of Body and ContentSid is needed");
  const variables: unknown[] = Object.values(JSON.parse(form.get("ContentVariables") ?? "{}"));
  if (variables.includes("")) found.push("a variable in ContentVariables is empty (21656)");
  if ((form.get("Body") ?? "").length > 1_600) found.push("Body is longer than 1,600 characters");
  return found;
}

/** Lists violations in a list's query. */
export function queryProblems(query: URLSearchParams): string[] {
  if (!isTwilioContractHere) return [];
  return [...query.keys()]
    .filter((name) => !loaded().queryNames.has(name))
    .map((name) => `no filter named ${name}`);
}

/** Lists violations in our own answers. */
export function messageProblems(message: unknown): string[] {
  return isTwilioContractHere ? problems(loaded().message, message) : [];
}

function problems(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || "form"} ${message}`,
  );
}

function loaded(): Contract {
  if (contract) return contract;
  const description = JSON.parse(readFileSync(file, "utf8"));
  const messages = description.paths["/2010-04-01/Accounts/{AccountSid}/Messages.json"];
  const form = messages.post.requestBody.content["application/x-www-form-urlencoded"].schema;
  const message = description.components.schemas["api.v2010.account.message"];
  const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
  const compile = (schema: object) =>
    ajv.compile({ ...schema, additionalProperties: false, components: description.components });
  contract = {
    form: compile(form),
    message: compile(message),
    queryNames: new Set(messages.get.parameters.map(({ name }: { name: string }) => name)),
  };
  return contract;
}
