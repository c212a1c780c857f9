import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { startMila } from "../../support/product/mila.ts";
import { Judge } from "./judge.ts";
import type { Site } from "./target.ts";

/** A product without mail or proxy, as after the first start at home. Its database is empty. */
export interface Home extends Site, SharedMila {}

export async function startHome(): Promise<Home> {
  const mila = await sharedMila();
  return { ...mila, ...siteWithoutMail(mila.url) };
}

/** Only invitations' links admit. */
export async function startInvitedOnly(): Promise<Site & AsyncDisposable> {
  const mila = await startMila({ SIGN_UP: "invited" });
  return { ...siteWithoutMail(mila.url), [Symbol.asyncDispose]: () => mila[Symbol.asyncDispose]() };
}

function siteWithoutMail(url: string): Site {
  return {
    url,
    judge: new Judge(),
    canMail: false,
    linkTo: () => Promise.reject(new Error("There is no mail")),
  };
}
