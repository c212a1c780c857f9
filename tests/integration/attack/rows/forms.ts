import * as fc from "fast-check";
import { runs } from "../../../support/runner/depth.ts";
import { testSeed } from "../../../support/runner/seed.ts";
import { addressOf, fieldsOf } from "../../security/households/every-route.ts";
import { insertRecord, type InsertedRecord } from "../../security/households/insert-record.ts";
import type { SignedInFamily } from "../../security/signed-in.ts";
import { type Account, plantedAccount } from "../account.ts";
import {
  type AttackedRoute,
  attackedRoutes,
  findSchemas,
  type Schema,
} from "../attacked-routes.ts";
import { Client, newNetwork, type Request } from "../client.ts";
import { type HostileForm, hostileForm } from "../hostile-forms.ts";
import type { Row } from "../row.ts";
import type { Target } from "../target.ts";

const isFull = runs({ full: 1, part: 0 }) === 1;

/** A form may end the account's session, or the account. */
const formsPerAccount = 15;

export const hostileForms: Row = {
  name: "hostile forms",
  async run(target) {
    const schemas = await findSchemas();
    const each = Math.ceil(runs({ full: 10_000, part: 500 }) / attackedRoutes.length);
    const through: string[] = [];
    for (const [at, route] of attackedRoutes.entries()) {
      through.push(...(await attackRoute(target, route, schemas, each, testSeed() + at)));
    }
    return {
      tried: each * attackedRoutes.length,
      through: [...through, ...(await target.victims.harm())],
      note: `at ${attackedRoutes.length} routes`,
    };
  },
};

/**
 * Returns what is wrong with the attack itself: all forms begin as the valid one, or they would not
 * get far.
 */
async function attackRoute(
  target: Target,
  route: AttackedRoute,
  schemas: Schema[],
  count: number,
  seed: number,
): Promise<string[]> {
  const { shown, problems } = await readForm(target, route);
  const valid = { ...shown, ...route.fields?.() };
  const forms = fc.sample(hostileForm(route, valid, schemas, target.victims.ids), {
    numRuns: count,
    seed: seed | 0,
  });
  for (let first = 0; first < count; first += formsPerAccount) {
    const { account, family } = await plantedAccount(target);
    const own = await plantFor(target, family, route);
    for (const form of forms.slice(first, first + formsPerAccount)) {
      account.network = newNetwork();
      await sendForm(target, route, account, own, form);
    }
  }
  return problems;
}

/**
 * Reads the fields of the route's own page. The valid form must be accepted, or refused as the
 * owner's. Reading all pages costs a third of the part in `npm test`, where the access matrix sends
 * the valid forms.
 */
async function readForm(target: Target, route: AttackedRoute) {
  if (!isFull) return { shown: {}, problems: [] };
  const { account, family } = await plantedAccount(target);
  const own = await plantFor(target, family, route);
  const path = addressOf(route.path, own);
  const { text } = await account.get(path);
  const inputs = text.matchAll(/<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"/g);
  const shown = Object.fromEntries([...inputs].map(([, name = ""]) => [name, "1"]));
  if (!route.fields) return { shown, problems: [] };
  const { status } = await account.post(path, fieldsOf(route.fields(), own));
  const isExpected = ofOwner.has(route.about) ? status === 404 : status < 400;
  return {
    shown,
    problems: isExpected ? [] : [`the valid form of ${route.path} was answered ${status}`],
  };
}

/** Records that only Mila's owner may change. */
const ofOwner = new Set<AttackedRoute["about"]>([
  "ownership",
  "account",
  "delivery",
  "failedDelivery",
]);

/** Nobody but the victims owns Mila: their accounts are what its pages could change. */
async function plantFor(
  target: Target,
  family: SignedInFamily,
  { about }: AttackedRoute,
): Promise<InsertedRecord> {
  return ofOwner.has(about) ? { id: target.victims.userId } : insertRecord(target, family, about);
}

async function sendForm(
  target: Target,
  route: AttackedRoute,
  account: Account,
  own: InsertedRecord,
  form: HostileForm,
) {
  const theirs = form.victimId;
  const named = {
    own,
    "the victims'": { id: theirs, token: theirs },
    none: { id: "%00", token: "..%2f%5c" },
  }[form.record];
  const path = addressOf(route.path, named) + form.suffix;
  const client = form.session === "own" ? account : new Client(target.url, target.judge);
  if (form.session === "forged") client.setCookie("mila_session", `"${theirs}"; x=%00`);
  await client.send(path, { method: "POST", ...bodyOf(form, own) });
  if (form.record === "the victims'") await client.get(path);
}

function bodyOf(form: HostileForm, own: InsertedRecord): Pick<Request, "body" | "headers"> {
  const fields = form.fields.map(([name, value]): [string, string] => [
    name,
    fieldsOf({ value }, own).value ?? value,
  ]);
  switch (form.type) {
    case "form":
      return { body: fields };
    case "json":
      return {
        body: JSON.stringify(form.json) ?? "",
        headers: { "content-type": "application/json" },
      };
    case "multipart":
      return {
        body: multipart(fields),
        headers: { "content-type": "multipart/form-data; boundary=b" },
      };
    case "text":
      return {
        body: String(new URLSearchParams(fields)),
        headers: { "content-type": "text/plain" },
      };
    case "none":
      return { body: String(new URLSearchParams(fields)) };
  }
}

function multipart(fields: [string, string][]): Buffer {
  const part = ([name, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.from(`${fields.map(part).join("")}--b--\r\n`);
}
