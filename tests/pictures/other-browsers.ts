// npm run screenshots -- --browser firefox [WORD]: every page state as Firefox or WebKit shows it,
// to tests/screenshots/.
import { mkdirSync, writeFileSync } from "node:fs";
import { connectionTo } from "../browsers/connection.ts";
import { openers } from "../browsers/openers.ts";
import { drivenUser } from "../browsers/tab/page-user.ts";
import { Tab } from "../browsers/tab/tab.ts";
import { openState } from "../support/browser/open-state.ts";
import type { PageState } from "../support/browser/page-states/page-state.ts";
import { signedInFamily } from "../support/people/signed-in-family.ts";
import type { Mila } from "../support/product/mila.ts";

type OtherBrowser = keyof typeof openers;

const widths = [390, 1280];

export async function takeOtherShots(
  browser: OtherBrowser,
  { mila, states, folder }: { mila: Mila; states: [string, PageState][]; folder: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await using connection = await connectionTo(mila.url);
  for (const isDark of [false, true]) {
    for (const [name, state] of states) {
      await using tab = new Tab(
        await openers[browser]({ javaScript: true, isDark }),
        connection.url,
      );
      await tab.window.resize(390, 800);
      const family = await signedInFamily(mila);
      try {
        await openState(state, { user: drivenUser(tab, connection.url), family, mila });
        await tab.holds(`!document.querySelector("[aria-busy=true]")`);
      } catch (error) {
        console.error(`${name}: ${String(error)}`);
      }
      for (const width of widths) {
        await tab.window.resize(width, 800);
        const look = isDark ? "dark" : "light";
        const file = `${folder}/${name.replaceAll(/\W+/g, "-")}-${width}-${look}-${browser}.png`;
        writeFileSync(file, await tab.window.picture());
      }
    }
  }
}
