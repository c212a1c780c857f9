import { resolve } from "node:path";
import type { ClientActionFunction, ClientActionFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import * as taskLists from "#app/ui/offline/task-actions.ts";
import { itemActions } from "#app/ui/offline/list-actions.ts";
import { signOutActions } from "#app/ui/shell/sign-out.ts";
import { remindActions } from "#app/ui/offline/remind-tonight.ts";
import { confirmActions, connectActions, signInActions } from "#app/ui/auth/auth-actions.ts";
import { familyActions } from "#app/ui/family/family-page.tsx";

const providers = [signInActions, confirmActions, connectActions];
const lists = [
  ...Object.values(taskLists),
  signOutActions,
  itemActions,
  familyActions,
  remindActions,
  ...providers,
];
const preloaded = lists.flatMap((actions) => Object.entries<ClientActionFunction>(actions));

/** The page shows this if the server cannot be reached. */
async function answerWithoutServer(action: ClientActionFunction): Promise<unknown> {
  const request = new Request("http://localhost/", { method: "POST", body: new FormData() });
  const serverAction = () => Promise.reject(new Error("unreachable"));
  const answer = await action({
    request,
    params: {},
    serverAction,
  } as unknown as ClientActionFunctionArgs);
  return (answer as Response).json();
}

test.for(preloaded)(
  "%s has no page, and its script does what is preloaded",
  async ([id, action]) => {
    const route = await import(/* @vite-ignore */ resolve("app", `${id}.ts`));
    expect(route.default()).toBeNull();
    if (route.clientAction === action) return;
    expect(await answerWithoutServer(route.clientAction)).toEqual(
      await answerWithoutServer(action),
    );
  },
);
