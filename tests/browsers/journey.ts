// oxlint-disable vitest/expect-expect, vitest/valid-title -- each step of a journey waits for what must be there
import { test as base } from "vitest";
import type { Visitor } from "../support/product/visitor.ts";
import { type RunningMila, sharedMila } from "../support/product/shared-mila.ts";
import { signedInFamily } from "../support/people/signed-in-family.ts";
import { type Connection, connectionTo } from "./connection.ts";
import { openers } from "./openers.ts";
import { Tab } from "./tab/tab.ts";

interface Scene {
  /** Signed in as the family, on a phone. */
  tab: Tab;
  /** Acts by plain requests. */
  family: Visitor & { email: string };
  connection: Connection;
  mila: RunningMila;
}

/** A journey with JavaScript, in the browser that this run is about. */
export function journey(title: string, walk: (scene: Scene) => Promise<void>): void {
  base(title, () => takeJourney(true, walk));
}

/** The same journey with JavaScript and without. */
export function journeyBothWays(title: string, walk: (scene: Scene) => Promise<void>): void {
  for (const javaScript of [true, false]) {
    base(`${title}, ${javaScript ? "with" : "without"} JavaScript`, () =>
      takeJourney(javaScript, walk),
    );
  }
}

async function takeJourney(
  javaScript: boolean,
  walk: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using mila = await sharedMila();
  await using connection = await connectionTo(mila.url);
  const family = await signedInFamily(mila);
  const open = openers[process.env.BROWSER as keyof typeof openers];
  await using tab = new Tab(await open({ javaScript }), connection.url);
  await tab.window.resize(390, 800);
  await signIn(tab, family);
  await walk({ tab, family, connection, mila });
}

/** Some browsers set cookies only for a page that is open. */
export async function signIn(tab: Tab, family: Visitor): Promise<void> {
  await tab.visit("/offline.html");
  await tab.window.setCookie("mila_session", family.cookie("mila_session")!);
}
