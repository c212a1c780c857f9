import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { allowAdding } from "#app/domain/tasks/adding/adding-limit.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { type AskMethod, askMethods } from "../input.ts";
import {
  ask,
  type AskFailure,
  type AskSuccess,
  checkQuestion,
  type Question,
} from "./ask.server.ts";
import { chooseMethod, findDelegate } from "./delegates.server.ts";
import { findDelegationPreferences } from "./preferences.server.ts";

type IsSetUp = (channel: Channel) => boolean;

export type AskRefused =
  | AskFailure
  | { status: "too_many" }
  | { status: "no_provider"; method: Exclude<AskMethod, "link"> };

/** Counts the question for the account's limit, and asks unless the method isn't set up here. */
export async function askIfPossible(
  db: Kysely<Database>,
  viewer: Viewer,
  question: Question,
  isSetUp: IsSetUp,
): Promise<AskSuccess | AskRefused> {
  const { method } = question;
  if (!(await allowAdding(db, viewer.userId))) return { status: "too_many" };
  if (method === "link" || isSetUp(method)) return ask(db, viewer, question);
  const checked = await checkQuestion(db, viewer, question);
  return checked.status === "possible" ? { status: "no_provider", method } : checked;
}

/** Chooses how to ask without a page. Never a link, because nobody would pass it on. */
export async function chooseSending(
  db: Kysely<Database>,
  viewer: Viewer,
  personId: string,
  isSetUp: IsSetUp,
): Promise<AskMethod> {
  const { delegationMethod: preferred } = await findDelegationPreferences(db, viewer);
  const method = chooseMethod(await findDelegate(db, viewer, personId), preferred, isSetUp);
  if (method !== "link") return method;
  return (
    [preferred, ...askMethods].find((sending) => sending !== "link" && isSetUp(sending)) ??
    preferred
  );
}
